package build.offload.distribution.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** Every command by its name, in the order the help text lists them. */
final class Commands {

    static final List<String> NAMES = List.of(
            "quickstart",
            "doctor",
            "up",
            "down",
            "enroll",
            "remove",
            "hosts",
            "run",
            "snapshot",
            "status",
            "jobs",
            "logs",
            "why",
            "cancel",
            "retry",
            "artifacts",
            "publish",
            "discard",
            "drain",
            "restore",
            "quarantine",
            "unquarantine",
            "mode",
            "recall",
            "events",
            "audit",
            "gc",
            "workspace",
            "config",
            "plugins",
            "completion",
            "rehearse");

    /** The commands that make sense without another word. */
    static final Set<String> ALONE = Set.of(
            "quickstart",
            "doctor",
            "up",
            "down",
            "hosts",
            "snapshot",
            "status",
            "jobs",
            "mode",
            "events",
            "audit",
            "gc",
            "plugins");

    private Commands() {}

    /** Return the commands below another one, by their names; which controller is meant may be said before or after them. */
    static Map<String, Callable<Integer>> below(Callable<Integer> command, Surroundings surroundings) {
        return command instanceof HostsCommand hosts
                ? Map.of(
                        "edit", new EditHostCommand(surroundings, hosts.places()),
                        "remove", new RemoveHostCommand(surroundings, hosts.places()))
                : Map.of();
    }

    /**
     * Create one command.
     *
     * @param build for {@code run}, the words after the two dashes, where there were any
     */
    static Callable<Integer> create(String name, Surroundings surroundings, Optional<List<String>> build) {
        return switch (name) {
            case "quickstart" -> new QuickstartCommand(surroundings);
            case "doctor" -> new DoctorCommand(surroundings);
            case "up" -> new UpCommand(surroundings);
            case "down" -> new DownCommand(surroundings);
            case "enroll" -> new EnrollCommand(surroundings);
            case "remove" -> new RemoveCommand(surroundings);
            case "hosts" -> new HostsCommand(surroundings);
            case "run" -> new RunCommand(surroundings, build);
            case "snapshot" -> new SnapshotCommand(surroundings);
            case "status" -> new StatusCommand(surroundings);
            case "jobs" -> new JobsCommand(surroundings);
            case "logs" -> new LogsCommand(surroundings);
            case "why" -> new WhyCommand(surroundings);
            case "cancel" -> new CancelCommand(surroundings);
            case "retry" -> new RetryCommand(surroundings);
            case "artifacts" -> new ArtifactsCommand(surroundings);
            case "publish" -> new PublishCommand(surroundings);
            case "discard" -> new DiscardCommand(surroundings);
            case "drain" -> new DrainCommand(surroundings);
            case "restore" -> new RestoreCommand(surroundings);
            case "quarantine" -> new QuarantineCommand(surroundings);
            case "unquarantine" -> new UnquarantineCommand(surroundings);
            case "mode" -> new ModeCommand(surroundings);
            case "recall" -> new RecallCommand(surroundings);
            case "audit" -> new AuditCommand(surroundings);
            case "gc" -> new GarbageCommand(surroundings);
            case "workspace" -> new WorkspaceCommand(surroundings);
            case "config" -> new ConfigCommand(surroundings);
            case "events" -> new EventsCommand(surroundings);
            case "plugins" -> new PluginsCommand(surroundings);
            case "completion" -> new CompletionCommand(surroundings);
            case "rehearse" -> new RehearseCommand(surroundings);
            default -> throw new IllegalArgumentException("no command " + name);
        };
    }
}
