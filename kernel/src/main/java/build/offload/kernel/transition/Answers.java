package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.json.Json;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Replay;
import build.offload.spi.frontend.Controller.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Makes answers, and reads the kept ones. */
final class Answers {

    private final Duration retention;

    Answers(Duration retention) {
        this.retention = retention;
    }

    /** Return what is kept under a request's key, unless its time is over. */
    Optional<Replay> kept(ReadTransaction tx, Pending pending, Instant now) {
        return pending.request().idempotencyKey().flatMap(key -> tx.replays().find(key, now.minus(retention)));
    }

    /** Return the moment up to which committed answers may be forgotten. */
    Instant forgottenUpTo(Instant now) {
        return now.minus(retention);
    }

    /** Return the answer to a first request, rendered once and for all. */
    static Outcome.Committed first(long revision, Map<String, Object> result) {
        byte[] body = Json.bytes(new Body(revision, result));
        return new Outcome.Committed(body, revision, false);
    }

    /** Return a kept answer. */
    static Outcome.Committed again(Replay replay) {
        return new Outcome.Committed(replay.body(), replay.revision(), true);
    }

    /** Return the event that says a key came again with something else; empty when it came with the same. */
    static Optional<NewEvent> reuse(Replay replay, Pending pending) {
        String kind = pending.request().wish().kind();
        if (replay.verb().equals(kind) && replay.fingerprint().equals(pending.fingerprint())) {
            return Optional.empty();
        }
        return Optional.of(NewEvent.of("idempotency-key-reused", "controller", "idempotency-key-reused")
                .data(Map.of(
                        "idempotencyKey", replay.idempotencyKey(),
                        "committed", replay.verb(),
                        "requested", kind,
                        "actor", pending.request().actor())));
    }

    /** Return the refusal of a step that failed by a mistake of ours; the journal and the log name it. */
    static Refusal defect(Pending pending) {
        return Refusal.of(
                "internal-error",
                pending.request().wish().kind()
                        + " failed inside the controller and was taken back; nothing has changed."
                        + " The controller's log has the cause");
    }

    /** Return what stands in an answer under {@code result}. */
    @SuppressWarnings("unchecked") // A body is made by first() and nowhere else.
    static Map<String, Object> result(byte[] body) {
        Object result = Json.object(new String(body, StandardCharsets.UTF_8)).get("result");
        return result instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** The committed answer, in the contract's order of keys. */
    private record Body(long revision, Map<String, Object> result) {}
}
