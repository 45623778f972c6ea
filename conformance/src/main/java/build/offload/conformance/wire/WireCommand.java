package build.offload.conformance.wire;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Target;
import build.offload.conformance.wire.http.Client;
import build.offload.conformance.wire.report.JsonReport;
import build.offload.conformance.wire.report.JunitReport;
import build.offload.conformance.wire.report.TextReport;
import build.offload.conformance.wire.rule.WireRules;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.Selection;
import build.offload.conformance.wire.run.WireRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code offload-conformance wire}. */
@Command(
        name = "wire",
        description = "Runs the checks against a server, by HTTP alone.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class WireCommand implements Callable<Integer> {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Option(
            names = "--url",
            required = true,
            paramLabel = "URL",
            description = "The server, such as http://127.0.0.1:8787.")
    private URI url = URI.create("http://127.0.0.1:8787");

    @Option(
            names = "--token-file",
            required = true,
            paramLabel = "FILE",
            description = "A file with an operator's token.")
    private Path tokenFile = Path.of("token");

    @Option(
            names = "--deck-token-file",
            paramLabel = "FILE",
            description = "A file with a token of the role deck, for the checks of roles.")
    private Optional<Path> deckTokenFile = Optional.empty();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description =
                    "An available builder that is drained, restored and quarantined (its command class sh), and put back.")
    private Optional<String> host = Optional.empty();

    @Option(names = "--read-only", description = "Send nothing that a conforming server would commit.")
    private boolean readOnly;

    @Option(
            names = "--groups",
            split = ",",
            defaultValue = "core,query",
            paramLabel = "GROUP",
            description = "The groups to run: core, query. Default: ${DEFAULT-VALUE}.")
    private List<String> groups = new ArrayList<>();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "ID",
            description = "Run these alone: ids, beginnings of ids such as W-STATUS, or groups.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--skip",
            split = ",",
            paramLabel = "ID",
            description = "Leave these out; the same words as --only.")
    private List<String> skip = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the results as JUnit XML.")
    private Optional<Path> junit = Optional.empty();

    @Option(
            names = "--patience",
            defaultValue = "10",
            paramLabel = "SECONDS",
            description = "How long an answer may take. Default: ${DEFAULT-VALUE}.")
    private int patience;

    /** Ends the command early. */
    private static final class EndException extends Exception {
        private static final long serialVersionUID = 1L;
        private final ExitCode code;

        EndException(ExitCode code, String message) {
            super(message);
            this.code = code;
        }
    }

    @Override
    public Integer call() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        try {
            return examine(line.getOut()).number();
        } catch (EndException end) {
            line.getErr().println("offload-conformance: " + end.getMessage());
            line.getErr().flush();
            return end.code.number();
        }
    }

    private ExitCode examine(PrintWriter out) throws EndException {
        List<Check> checks = selected();
        WireRun run = reachable(target());
        TextReport text = new TextReport(out);
        Report report = run.run(checks, text::tell);
        text.summarise(report);
        write(report);
        return report.failed() == 0 ? ExitCode.PASSED : ExitCode.FAILED;
    }

    private List<Check> selected() throws EndException {
        refuseUnknownWords();
        Selection selection = new Selection(chosenGroups(), only, skip);
        List<Check> checks = WireRules.all().stream().filter(selection::selects).toList();
        if (checks.isEmpty()) {
            throw new EndException(ExitCode.USAGE, "the options select no check; offload-conformance rules lists all");
        }
        return checks;
    }

    private Set<Group> chosenGroups() throws EndException {
        Set<Group> chosen = EnumSet.noneOf(Group.class);
        for (String word : groups) {
            chosen.add(Stream.of(Group.values())
                    .filter(group -> group.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new EndException(
                            ExitCode.USAGE, "there is no group '" + word + "'; groups are core and query")));
        }
        return chosen;
    }

    private void refuseUnknownWords() throws EndException {
        for (String word : Stream.concat(only.stream(), skip.stream()).toList()) {
            if (WireRules.all().stream().noneMatch(check -> Selection.means(word, check))) {
                throw new EndException(
                        ExitCode.USAGE, "'" + word + "' means no check; offload-conformance rules lists all");
            }
        }
    }

    private Target target() throws EndException {
        Optional<String> deckToken =
                deckTokenFile.isPresent() ? Optional.of(token(deckTokenFile.get())) : Optional.empty();
        return new Target(url, token(tokenFile), deckToken, host, readOnly);
    }

    private static String token(Path file) throws EndException {
        try {
            String token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw new EndException(
                        ExitCode.CONFIGURATION, "the token file " + file + " is empty; put the server's token into it");
            }
            return token;
        } catch (IOException unreadable) {
            throw new EndException(
                    ExitCode.CONFIGURATION,
                    "the token file " + file + " cannot be read; name one that the server wrote");
        }
    }

    private WireRun reachable(Target target) throws EndException {
        try {
            WireRun run = new WireRun(target, Client.tcp(url, Duration.ofSeconds(Math.max(1, patience))));
            run.knock();
            return run;
        } catch (IllegalArgumentException noServer) {
            throw new EndException(ExitCode.USAGE, String.valueOf(noServer.getMessage()));
        } catch (IOException unreachable) {
            throw new EndException(
                    ExitCode.NO_SERVER,
                    "nothing answers at " + target.url() + " (" + unreachable.getMessage()
                            + "); start the server, or mend --url");
        }
    }

    private void write(Report report) throws EndException {
        try {
            if (json.isPresent()) {
                JsonReport.write(report, json.get());
            }
            if (junit.isPresent()) {
                JunitReport.write(report, junit.get());
            }
        } catch (IOException unwritable) {
            throw new EndException(ExitCode.NO_REPORT, "a report cannot be written: " + unwritable.getMessage());
        }
    }
}
