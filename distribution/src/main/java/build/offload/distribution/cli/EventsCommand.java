package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.run.JobReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what happened. */
@Command(name = "events", header = "Show what happened, one event a line, oldest first.")
final class EventsCommand implements Callable<Integer> {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Option(
            names = {"-f", "--follow"},
            description = "Go on until interrupted.")
    private boolean follow;

    @Option(names = "--after", paramLabel = "CURSOR", description = "Only events later than this revision or cursor.")
    private Optional<String> after = Optional.empty();

    @Option(names = "--limit", description = "How many to ask for at a time; default ${DEFAULT-VALUE}.")
    private int limit = 200;

    @Option(names = "--json", description = "Print each event as a line of JSON.")
    private boolean json;

    EventsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json page = page(after);
        while (true) {
            List<Json> events = page.list("events");
            events.forEach(this::print);
            Optional<String> cursor = page.text("nextCursor").or(() -> after);
            if (events.size() < limit) {
                if (!follow) {
                    return ExitCode.SUCCESS.number();
                }
                pause();
            }
            page = follow ? pageInTheEnd(cursor) : page(cursor);
        }
    }

    /** Another controller on the same store goes on where the last one was, so whoever follows waits for it. */
    private Json pageInTheEnd(Optional<String> cursor) {
        boolean told = false;
        while (true) {
            try {
                return page(cursor);
            } catch (CommandFailure failure) {
                if (failure.code() != ExitCode.NO_CONTROLLER && failure.code() != ExitCode.INFRASTRUCTURE) {
                    throw failure;
                }
                if (!told) {
                    surroundings.complain(failure.getMessage() + "; waiting for it");
                }
                told = true;
                pause();
            }
        }
    }

    /** A restarted controller may be at another address, so it is looked for each time. */
    private Json page(Optional<String> cursor) {
        return places.operator(surroundings).get(path(cursor)).expect("reading the events");
    }

    private String path(Optional<String> cursor) {
        return ControllerClient.api("events") + "?limit=" + limit
                + cursor.map(text -> "&after=" + ControllerClient.encoded(text)).orElse("");
    }

    private void print(Json event) {
        if (json) {
            surroundings.print(event.bytes());
            return;
        }
        String rc =
                event.number("rc").isPresent() ? " exit " + event.number("rc").getAsLong() : "";
        String line = String.join(
                " ",
                List.of(
                        Words.text(event, "ts"),
                        Words.number(event, "revision"),
                        Words.text(event, "type"),
                        event.text("host", ""),
                        JobReport.shortId(event.text("job", "")),
                        event.text("reason", "") + rc,
                        event.text("actor").map(actor -> "by " + actor).orElse("")));
        surroundings.print(
                line.replaceAll("\\p{Cntrl}", "?").replaceAll(" +", " ").strip());
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_AGAIN);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.CANCELLED, "interrupted", interrupted);
        }
    }
}
