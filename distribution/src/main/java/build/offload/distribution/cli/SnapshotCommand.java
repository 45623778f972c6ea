package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.project.Checkout;
import build.offload.distribution.toml.Quantities;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a build of this checkout would send. */
@Command(
        name = "snapshot",
        header = "Show what would travel from this checkout, and of a path why it does or does not.",
        description = {
            "",
            "Nothing is built. The files are those of which git says that they are tracked, or untracked and not"
                    + " ignored, as they lie here at this moment.",
            ""
        })
final class SnapshotCommand implements Callable<Integer> {

    private static final int ALL = 1_000_000;

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "Explain this path instead of listing what travels.")
    private List<String> paths = List.of();

    @Option(names = "--limit", description = "How many files to list, the largest first; default ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Option(names = "--all", description = "List every file.")
    private boolean all;

    SnapshotCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Checkout checkout = Checkout.around(surroundings.folder());
        String resource = ControllerClient.api("snapshot") + "?checkout="
                + ControllerClient.encoded(checkout.root().toString()) + "&limit=";
        String wish = "looking at what would travel from " + checkout.root();
        if (paths.isEmpty()) {
            return options.show(surroundings, resource + (all ? ALL : limit), wish, this::print);
        }
        for (String path : paths) {
            String asked = "0&path=" + ControllerClient.encoded(inside(checkout, path));
            options.show(surroundings, resource + asked, wish, this::explain);
        }
        return ExitCode.SUCCESS.number();
    }

    private String inside(Checkout checkout, String path) {
        Path here = checkout.root().resolve(checkout.folder());
        Path found = here.resolve(path).normalize();
        if (!found.startsWith(checkout.root()) || found.equals(checkout.root())) {
            throw new CommandFailure(ExitCode.USAGE, path + " is not inside the checkout " + checkout.root());
        }
        return checkout.root().relativize(found).toString();
    }

    private void explain(Json answer) {
        Json path = answer.at("path");
        surroundings.print(Words.text(path, "path")
                + (path.flag("travels") ? " travels: " : " does not travel: ")
                + Words.text(path, "reason"));
    }

    private void print(Json answer) {
        long count = answer.number("count").orElse(0);
        surroundings.print("from " + Words.text(answer, "checkout") + " travel " + count + " files, "
                + Quantities.readable(answer.number("bytes").orElse(0)) + ", as tree " + Words.text(answer, "tree"));
        Table table = new Table("BYTES", "KIND", "PATH");
        for (Json file : answer.list("files")) {
            table.row(Words.number(file, "bytes"), Words.text(file, "kind"), Words.text(file, "path"));
        }
        answer.texts("emptyFolders").forEach(folder -> table.row("-", "empty folder", folder));
        answer.list("leftOut")
                .forEach(left ->
                        table.row("-", "left out", Words.text(left, "path") + ": " + Words.text(left, "reason")));
        if (!table.empty()) {
            table.lines().forEach(surroundings::print);
        }
        long listed = answer.list("files").size();
        if (listed < count) {
            surroundings.print((count - listed) + " smaller files more; --all lists them");
        }
    }
}
