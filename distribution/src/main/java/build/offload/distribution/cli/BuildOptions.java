package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.project.Checkout;
import build.offload.distribution.project.NamedCommand;
import build.offload.distribution.project.ProjectFile;
import build.offload.distribution.project.VariableName;
import build.offload.distribution.run.BuildOrder;
import build.offload.distribution.run.BuildOrder.Command;
import build.offload.distribution.run.BuildOrder.Placement;
import build.offload.distribution.toml.Quantities;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.VersionRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What to build and under which conditions, as the command line of {@code run} says it. */
final class BuildOptions {

    private static final String LOCAL_OVERRIDE = "BUILD_REMOTE_LOCAL_FALLBACK";

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            hideParamSyntax = true,
            description = "The name of a command in offload.toml.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--output",
            paramLabel = "GLOB",
            description =
                    "An output to bring back, relative to the current folder; may be given several times. Quote it.")
    private List<String> outputs = new ArrayList<>();

    @Option(
            names = "--require",
            paramLabel = "TOOL[=RANGE]",
            description = "A tool the host must have, such as 'java=>=21 <26'; may be given several times.")
    private List<String> requirements = new ArrayList<>();

    @Option(
            names = "--env",
            paramLabel = "VARIABLE",
            description = "A variable of this environment that the build is to see; may be given several times.")
    private List<String> variables = new ArrayList<>();

    @Option(
            names = "--secret",
            paramLabel = "NAME",
            description = "A secret of the configured store that the build finds in $OFFLOAD_SECRETS/NAME; may be given"
                    + " several times.")
    private List<String> secrets = new ArrayList<>();

    @Option(
            names = "--keep",
            paramLabel = "GLOB",
            description =
                    "What the host keeps for the next build of this checkout that asks for it, relative to the current"
                            + " folder; may be given several times. Quote it.")
    private List<String> keep = new ArrayList<>();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "How long the build may run, such as 90s, 20m or 1h30m.")
    private @Nullable String timeout;

    @Option(
            names = "--publication",
            paramLabel = "PLUGIN",
            description =
                    "What puts the outputs into the checkout: publish-files, or publish-directory for whole folders.")
    private @Nullable String publication;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description =
                    "The job's identity: a second run with the same key attaches to the first. Default: a new one.")
    private @Nullable String key;

    @Option(names = "--never-local", description = "Never build on this machine, whatever else is said.")
    private boolean neverLocal;

    @Option(
            names = "--exclude-host",
            paramLabel = "HOST",
            description = "A host not to use; may be given several times.")
    private List<String> excludedHosts = new ArrayList<>();

    @Option(
            names = "--label",
            paramLabel = "NAME=VALUE",
            description = "What the host must be labelled with; may be given several times.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--queue-timeout",
            paramLabel = "TIME",
            description = "How long it may wait for a host, such as 30s; then it is given up, with exit code 75.")
    private @Nullable String queueTimeout;

    /** Take a name as if the command line had been read. */
    void name(String name) {
        names.add(name);
    }

    /**
     * Put the order together.
     *
     * @param build the command after the two dashes, where there is one
     * @param waits whether this process waits for the job and so owns it
     * @throws CommandFailure when the checkout or its project file will not do
     */
    BuildOrder order(Surroundings surroundings, Optional<List<String>> build, boolean waits) {
        requireOneCommand(build);
        Checkout checkout = Checkout.around(surroundings.folder());
        NamedCommand named = build.map(BuildOptions::unnamed)
                .orElseGet(() -> ProjectFile.read(checkout.root()).command(names.getFirst()));
        NamedCommand wanted = extended(named, checkout);
        boolean override = "1".equals(surroundings.environment().get(LOCAL_OVERRIDE));
        return new BuildOrder(
                key == null ? UUID.randomUUID().toString() : key,
                checkout,
                Command.of(wanted, surroundings.environment()),
                new Placement(neverLocal, override, excludedHosts, wanted.labels(), wanted.queueLimit()),
                waits ? OptionalLong.of(ProcessHandle.current().pid()) : OptionalLong.empty());
    }

    private void requireOneCommand(Optional<List<String>> build) {
        if (build.isPresent()
                && (build.get().isEmpty() || build.get().getFirst().isEmpty())) {
            throw mistake("there is no command after the two dashes");
        }
        if (build.isPresent() && !names.isEmpty()) {
            throw mistake("give either the name of a command or, after two dashes, a command, not both");
        }
        if (build.isEmpty() && names.isEmpty()) {
            throw mistake(
                    "give the name of a command in offload.toml, or a command after two dashes: offload run -- COMMAND");
        }
        if (names.size() > 1) {
            throw mistake("a name takes no arguments; a whole command comes after two dashes: offload run -- "
                    + String.join(" ", names));
        }
    }

    private static NamedCommand unnamed(List<String> argv) {
        Path program = Path.of(argv.getFirst()).getFileName();
        String commandClass = program == null ? argv.getFirst() : program.toString();
        return new NamedCommand(
                commandClass,
                argv,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    private NamedCommand extended(NamedCommand named, Checkout checkout) {
        Function<String, OutputPattern> fromRoot = glob -> new OutputPattern(checkout.fromRoot(glob));
        return new NamedCommand(
                named.name(),
                named.argv(),
                both(named.outputs(), all("--output", outputs, fromRoot)),
                both(named.requirements(), all("--require", requirements, BuildOptions::requirement)),
                both(named.environment(), all("--env", variables, VariableName::checked)),
                limit("--timeout", timeout, named.timeLimit()),
                labelled(named.labels()),
                limit("--queue-timeout", queueTimeout, named.queueLimit()),
                Optional.ofNullable(publication).or(named::publication),
                both(named.secrets(), all("--secret", secrets, SecretName::new)),
                both(named.keep(), all("--keep", keep, glob -> new KeepPattern(checkout.fromRoot(glob)))));
    }

    /** What the command line says of a label beats what the project file says of it. */
    private Map<String, String> labelled(Map<String, String> described) {
        Map<String, String> all = new LinkedHashMap<>(described);
        all.putAll(labels);
        return all;
    }

    private static Optional<Duration> limit(String option, @Nullable String text, Optional<Duration> described) {
        return text == null ? described : Optional.of(one(option, text, Quantities::duration));
    }

    private static ToolRequirement requirement(String text) {
        int sign = text.indexOf('=');
        return sign < 0
                ? new ToolRequirement(text, VersionRange.everyVersion())
                : new ToolRequirement(text.substring(0, sign), new VersionRange(text.substring(sign + 1)));
    }

    private static <T> List<T> all(String option, List<String> texts, Function<String, T> reader) {
        return texts.stream().map(text -> one(option, text, reader)).toList();
    }

    private static <T> T one(String option, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw new CommandFailure(ExitCode.REFUSED, option + ": " + wrong.getMessage(), wrong);
        }
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).distinct().toList();
    }

    private static CommandFailure mistake(String message) {
        return new CommandFailure(ExitCode.USAGE, message + "\nfor help: offload run --help");
    }
}
