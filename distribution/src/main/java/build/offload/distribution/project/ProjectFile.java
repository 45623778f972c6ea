package build.offload.distribution.project;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.toml.Quantities;
import build.offload.distribution.toml.TomlProblem;
import build.offload.distribution.toml.TomlSection;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.VersionRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code offload.toml} at the top of a checkout: the commands that can be run by name.
 *
 * <pre>{@code
 * version = 1
 *
 * [commands.package]
 * argv = ["mvn", "-q", "package"]
 * outputs = ["target/*.jar"]
 * requires = { java = ">=21 <26", mvn = "3" }
 * environment = ["MAVEN_OPTS"]
 * secrets = ["DEPLOY_TOKEN"]
 * time-limit = "20m"
 * labels = { rack = "b" }
 * queue-timeout = "10m"
 * publication = "publish-files"
 * keep = ["target/"]
 * }</pre>
 *
 * The whole file is checked when it is read; one wrong key anywhere refuses every command of it.
 */
public final class ProjectFile {

    /** The file's name. */
    public static final String NAME = OutputPath.PROJECT_FILE;

    private static final Pattern COMMAND_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final long NEWEST_VERSION = 1;

    private final Path file;
    private final Map<String, NamedCommand> commands;

    private ProjectFile(Path file, Map<String, NamedCommand> commands) {
        this.file = file;
        this.commands = commands;
    }

    /**
     * Read the project file of a checkout.
     *
     * @throws CommandFailure when there is none or it has a problem; the message has one line for each, with file, line and key
     */
    public static ProjectFile read(Path checkout) {
        Path file = checkout.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "there is no " + NAME + " in " + checkout
                            + ", so no command has a name there; write one, or give the"
                            + " command itself: offload run -- COMMAND …");
        }
        List<TomlProblem> problems = new ArrayList<>();
        Map<String, NamedCommand> commands = commandsOf(file, problems);
        if (!problems.isEmpty()) {
            throw new CommandFailure(ExitCode.REFUSED, inOrder(problems));
        }
        return new ProjectFile(file, commands);
    }

    /**
     * Return the command of a name.
     *
     * @throws CommandFailure when the file has none of that name
     */
    public NamedCommand command(String name) {
        NamedCommand command = commands.get(name);
        if (command == null) {
            String names = commands.isEmpty() ? "none" : String.join(", ", commands.keySet());
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    file + " has no command '" + name + "'; it has " + names
                            + ". A command without a name is given after" + " two dashes: offload run -- " + name);
        }
        return command;
    }

    private static Map<String, NamedCommand> commandsOf(Path file, List<TomlProblem> problems) {
        Map<String, NamedCommand> commands = new TreeMap<>();
        try {
            TomlSection top = TomlSection.read(file, problems);
            if (problems.isEmpty()) {
                checkVersion(top);
                top.section("commands").namedSections().forEach((name, section) -> {
                    if (!COMMAND_NAME.matcher(name).matches()) {
                        top.section("commands").report(name, "a command's name is 1 to 64 of A-Z a-z 0-9 . _ -");
                    }
                    commands.put(name, command(name, section));
                });
                top.rejectUnknown();
            }
        } catch (IOException failed) {
            throw new CommandFailure(ExitCode.REFUSED, file + " cannot be read: " + failed.getMessage(), failed);
        }
        return commands;
    }

    private static void checkVersion(TomlSection top) {
        top.require("version");
        top.number("version", 0, Long.MAX_VALUE)
                .filter(version -> version != NEWEST_VERSION)
                .ifPresent(version -> top.report(
                        "version", "is " + version + ", but this offload reads version " + NEWEST_VERSION + " only"));
    }

    private static NamedCommand command(String name, TomlSection section) {
        section.require("argv");
        List<String> argv = section.texts("argv", ProjectFile::argument);
        NamedCommand command = new NamedCommand(
                name,
                argv,
                section.texts("outputs", OutputPattern::new),
                section.section("requires").namedTexts(ProjectFile::requirement),
                section.texts("environment", VariableName::checked),
                section.quantity("time-limit", Quantities::duration),
                labels(section.section("labels")),
                section.quantity("queue-timeout", Quantities::duration),
                section.text("publication"),
                section.texts("secrets", SecretName::new),
                section.texts("keep", KeepPattern::new));
        if (section.has("argv") && (argv.isEmpty() || argv.getFirst().isEmpty())) {
            section.report("argv", "must begin with a program");
        }
        section.rejectUnknown();
        return command;
    }

    private static Map<String, String> labels(TomlSection section) {
        Map<String, String> labels = new TreeMap<>();
        section.namedTexts(label -> HostLabels.of(Map.ofEntries(label)).values())
                .forEach(labels::putAll);
        return labels;
    }

    private static String argument(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("has a NUL character, which no argument can hold");
        }
        return text;
    }

    private static ToolRequirement requirement(Map.Entry<String, String> entry) {
        return new ToolRequirement(entry.getKey(), new VersionRange(entry.getValue()));
    }

    private static String inOrder(List<TomlProblem> problems) {
        return problems.stream()
                .sorted(Comparator.comparingInt(TomlProblem::line))
                .map(TomlProblem::toString)
                .distinct()
                .collect(Collectors.joining("\n"));
    }
}
