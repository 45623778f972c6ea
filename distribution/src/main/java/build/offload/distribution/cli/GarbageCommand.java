package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.toml.Quantities;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Removes what is old. */
@Command(
        name = "gc",
        header = "Remove now what is over for longer than [retention] in the configuration keeps it.",
        description = {
            "",
            "The controller does so by itself every ten minutes. What runs, may be retried, or waits for a decision stays.",
            ""
        })
final class GarbageCommand implements Callable<Integer> {

    private static final List<String> IN_STORE = List.of("jobs", "events", "audit", "incidents");

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    @Option(names = "--dry-run", description = "Only show what would go.")
    private boolean dry;

    GarbageCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (dry) {
            return options.show(surroundings, ControllerClient.api("garbage"), "looking for what is old", this::print);
        }
        collect(options.places().operator(surroundings));
        return ExitCode.SUCCESS.number();
    }

    private void print(Json answer) {
        Table table = new Table("WHAT", "COUNT", "ON DISK");
        for (Json kind : answer.list("old")) {
            long bytes = kind.number("bytes").orElse(0);
            table.row(
                    Words.text(kind, "kind"),
                    Words.number(kind, "count"),
                    bytes == 0 ? "-" : Quantities.readable(bytes));
        }
        table.lines().forEach(surroundings::print);
        long undecided = answer.number("undecidedJobs").orElse(0);
        if (undecided > 0) {
            surroundings.print("the outputs of " + undecided + " blocked job(s) stay, "
                    + Quantities.readable(answer.number("undecidedBytes").orElse(0))
                    + ": offload publish JOB, or offload discard JOB");
        }
    }

    private void collect(Operator operator) {
        Map<String, Long> removed = new LinkedHashMap<>();
        boolean more = true;
        while (more) {
            Json result =
                    operator.post(ControllerClient.api("garbage", "collect"), Map.of(), "removing what is old", false);
            for (String kind : IN_STORE) {
                removed.merge(kind, result.at("removed").number(kind).orElse(0), Long::sum);
            }
            more = result.flag("more");
        }
        removed.forEach((kind, count) -> surroundings.print(count + " " + kind + " removed"));
        surroundings.print("old folders and mirrors are removed beside; offload gc --dry-run shows what is left");
    }
}
