package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.run.JobReport;
import build.offload.distribution.toml.Quantities;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what hosts keep between builds, and has one of it removed. */
@Command(
        name = "workspace",
        header = "List what hosts keep for the next builds of checkouts, or remove one: workspace rm HOST REPO.",
        description =
                "What a build asked to keep goes by itself by [workspaces] in the configuration. One that a build has in use"
                        + " is not removed.")
final class WorkspaceCommand implements Callable<Integer> {

    private static final String LISTING = ControllerClient.api("workspaces");

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    /** What can be done with them. */
    enum Action {
        LS,
        RM
    }

    @Parameters(index = "0", paramLabel = "ls|rm", description = "What to do: list them, or remove one.")
    private Action action = Action.LS;

    @Parameters(
            index = "1..*",
            arity = "0..2",
            paramLabel = "HOST REPO",
            description = "For rm, the host, and the checkout by its folder's name, its folder, or its id in --json.")
    private List<String> which = List.of();

    WorkspaceCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (which.size() != (action == Action.LS ? 0 : 2)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "write it as: offload workspace ls, or: offload workspace rm HOST REPO");
        }
        return switch (action) {
            case LS -> options.show(surroundings, LISTING, "listing the workspaces", this::print);
            case RM -> remove(which.getFirst(), which.getLast());
        };
    }

    private void print(Json answer) {
        Table table = new Table("HOST", "REPO", "SIZE", "USED", "STATE", "CHECKOUT");
        for (Json workspace : answer.list("workspaces")) {
            table.row(
                    Words.text(workspace, "host"),
                    Words.text(workspace, "repo"),
                    Quantities.readable(workspace.number("bytes").orElse(0)),
                    Words.age(workspace, "usedAt", surroundings.clock().instant()),
                    workspace
                            .text("job")
                            .map(job -> "held by " + JobReport.shortId(job))
                            .orElseGet(() -> Words.text(workspace, "state")),
                    Words.text(workspace, "path"));
        }
        if (table.empty()) {
            surroundings.print("no host keeps a workspace; a build asks for it with: offload run --keep GLOB");
        } else {
            table.lines().forEach(surroundings::print);
        }
    }

    private int remove(String host, String repo) {
        Operator operator = options.places().operator(surroundings);
        String wish = "removing the workspace of " + repo + " on " + host;
        String checkout = found(operator.get(LISTING).expect(wish), host, repo);
        Json result = operator.post(
                ControllerClient.api("workspaces", "discard"), Map.of("host", host, "checkout", checkout), wish, false);
        String name = "the workspace of " + repo + " on " + host;
        surroundings.print(Words.outcome(result, name + " is given up", name + " was given up already"));
        return ExitCode.SUCCESS.number();
    }

    private String found(Json answer, String host, String repo) {
        String path = surroundings.absolute(Path.of(repo));
        List<Json> named = answer.list("workspaces").stream()
                .filter(workspace -> workspace.text("host", "").equals(host))
                .filter(workspace -> workspace.text("repo", "").equals(repo)
                        || workspace.text("path", "").equals(path)
                        || workspace.text("checkout", "").equals(repo))
                .toList();
        if (named.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.REFUSED, host + " keeps no workspace of " + repo + "; see: offload workspace ls");
        }
        if (named.size() > 1) {
            String folders =
                    named.stream().map(workspace -> workspace.text("path", "")).collect(Collectors.joining(", "));
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    host + " keeps several of that name; name the checkout by its folder: " + folders);
        }
        return named.getFirst().text("checkout", "");
    }
}
