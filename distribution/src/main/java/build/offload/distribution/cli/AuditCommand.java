package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.toml.Quantities;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the audit journal. */
@Command(
        name = "audit",
        header = "Show who asked for what, when, and what came of it, oldest first.",
        description = "What was refused before anything was written down, by replay, revision or state, is not in it.")
final class AuditCommand implements Callable<Integer> {

    private static final int PAGE = 1000;

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "Only what is not older: a moment such as 2026-08-01T10:00:00Z, or a time span such as 2h.")
    private Optional<String> since = Optional.empty();

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            description = "Only what was asked for with the token of this name.")
    private Optional<String> actor = Optional.empty();

    @Option(names = "--kind", paramLabel = "TRANSITION", description = "Only this transition, such as box-drain.")
    private Optional<String> kind = Optional.empty();

    @Option(names = "--internal", description = "Also what the controller's own loops asked for.")
    private boolean internal;

    @Option(names = "--limit", description = "The latest so many; default ${DEFAULT-VALUE}.")
    private int limit = 50;

    @Option(names = "--json", description = "Print each entry as a line of JSON.")
    private boolean json;

    AuditCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        List<Json> entries = entries(places.operator(surroundings)).reversed();
        if (json) {
            entries.forEach(entry -> surroundings.print(entry.bytes()));
        } else {
            print(entries);
        }
        return ExitCode.SUCCESS.number();
    }

    private List<Json> entries(Operator operator) {
        String filter = filter();
        List<Json> entries = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            Json page = operator.get(path(filter, cursor, Math.min(PAGE, limit - entries.size())))
                    .expect("reading the audit journal");
            entries.addAll(page.list("entries"));
            cursor = page.text("nextCursor");
        } while (cursor.isPresent() && entries.size() < limit);
        return entries;
    }

    private static String path(String filter, Optional<String> cursor, int count) {
        return ControllerClient.api("audit") + "?limit=" + count + filter
                + cursor.map(text -> parameter("before", text)).orElse("");
    }

    private String filter() {
        return since.map(text -> parameter("since", moment(text).toString())).orElse("")
                + actor.map(text -> parameter("actor", text)).orElse("")
                + kind.map(text -> parameter("kind", text)).orElse("")
                + (internal ? parameter("internal", "true") : "");
    }

    private static String parameter(String name, String value) {
        return "&" + name + "=" + ControllerClient.encoded(value);
    }

    private Instant moment(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException noMoment) {
            return before(text);
        }
    }

    private Instant before(String span) {
        try {
            return surroundings.clock().instant().minus(Quantities.duration(span));
        } catch (IllegalArgumentException neither) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--since must be a moment such as 2026-08-01T10:00:00Z or a time span such as 2h, but is '" + span
                            + "'",
                    neither);
        }
    }

    private void print(List<Json> entries) {
        Table table = new Table("WHEN", "WHO", "WHAT", "WITH", "OUTCOME");
        for (Json entry : entries) {
            table.row(
                    Words.text(entry, "at"),
                    Words.text(entry, "actor"),
                    Words.text(entry, "kind"),
                    arguments(entry),
                    outcome(entry));
        }
        if (table.empty()) {
            surroundings.print("nothing of that kind was asked for");
        } else {
            table.lines().forEach(surroundings::print);
        }
    }

    private static String arguments(Json entry) {
        StringJoiner arguments = new StringJoiner(" ");
        entry.members("args").forEach((name, value) -> arguments.add(name + "=" + value.plain()));
        return arguments.toString();
    }

    private static String outcome(Json entry) {
        String state = Words.text(entry, "state");
        return entry.text("outcome")
                .filter(code -> !state.equals("applied"))
                .map(code -> state + ": " + code)
                .orElse(state);
    }
}
