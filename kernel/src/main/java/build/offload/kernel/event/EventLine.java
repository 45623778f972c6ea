package build.offload.kernel.event;

import build.offload.kernel.json.Json;
import build.offload.spi.frontend.EventView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** One line of the event log: exactly these ten keys, always all. */
record EventLine(
        Instant ts,
        String job,
        String repo,
        String host,
        String snapshot,
        int attempt,
        String stage,
        String reason,
        Object rc,
        double durationSeconds) {

    /** Return an event's line, with its line feed. What the table holds is free of secrets already. */
    static byte[] of(EventView event) {
        EventLine line = new EventLine(
                event.ts(),
                event.job(),
                event.repo(),
                event.host(),
                event.snapshot(),
                event.attempt(),
                event.stage(),
                event.reason(),
                event.rc().isPresent() ? event.rc().getAsInt() : Json.Null.NULL,
                event.durationSeconds());
        return (Json.text(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
