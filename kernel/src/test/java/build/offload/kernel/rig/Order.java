package build.offload.kernel.rig;

import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.frontend.OperatorCall.Placement;
import build.offload.spi.model.HostName;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.ProcessIdentity;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import build.offload.spi.model.VersionRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A build as a test orders it.
 *
 * @param owner the process that waits for it; absent for a detached one
 */
public record Order(String key, BuildRequest build, Optional<ProcessIdentity> owner) {

    /** Return an order of {@code make} that brings nothing back, needs nothing, and is detached. */
    public static Order named(String key) {
        BuildRequest build = new BuildRequest(
                "make",
                List.of("make", "all"),
                List.of(),
                List.of(),
                Map.of("LANG", "C.UTF-8"),
                Optional.empty(),
                new Placement(false, false, List.of()));
        return new Order(key, build, Optional.empty());
    }

    /** Return this order for another program, which is its command class, too. */
    public Order running(String program, String... arguments) {
        List<String> argv =
                Stream.concat(Stream.of(program), Stream.of(arguments)).toList();
        return named(program.substring(program.lastIndexOf('/') + 1), argv);
    }

    /** Return this order for another command under a name of the project's. */
    public Order named(String commandClass, List<String> argv) {
        return with(parts -> {
            parts.commandClass = commandClass;
            parts.argv = argv;
        });
    }

    /** Return this order with what it brings back. */
    public Order bringing(String... patterns) {
        return with(parts ->
                parts.outputs = Stream.of(patterns).map(OutputPattern::new).toList());
    }

    /** Return this order with a secret that it is given to read. */
    public Order reading(String secret) {
        return with(parts -> parts.secrets = List.of(new SecretName(secret)));
    }

    /** Return this order with something that its host keeps for the next build. */
    public Order keeping(String pattern) {
        return with(parts -> parts.keep = List.of(new KeepPattern(pattern)));
    }

    /** Return this order with a tool that it needs. */
    public Order needing(String tool, String versions) {
        return with(parts -> parts.requirements = Stream.concat(
                        parts.requirements.stream(), Stream.of(new ToolRequirement(tool, new VersionRange(versions))))
                .toList());
    }

    /** Return this order with a time limit of its own. */
    public Order within(Duration limit) {
        return with(parts -> parts.timeLimit = Optional.of(limit));
    }

    /** Return this order kept off a host. */
    public Order notOn(String host) {
        return with(parts -> parts.placement = new Placement(false, false, List.of(new HostName(host))));
    }

    /** Return this order that no laptop may take, or one that may whenever no builder can. */
    public Order local(boolean never, boolean override) {
        return with(parts -> parts.placement = new Placement(never, override, List.of()));
    }

    /** Return this order for hosts of a label, given up when none took it in time. */
    public Order onLabelled(String label, String value, Duration queueLimit) {
        return with(parts -> parts.placement =
                new Placement(false, false, List.of(), Map.of(label, value), Optional.of(queueLimit)));
    }

    /** Return this order with a process that waits for it. */
    public Order awaitedBy(ProcessIdentity process) {
        return new Order(key, build, Optional.of(process));
    }

    private Order with(Consumer<Parts> change) {
        Parts parts = new Parts(build);
        change.accept(parts);
        return new Order(key, parts.whole(build), owner);
    }

    /** What a test may have otherwise, while an order is made of another one. */
    private static final class Parts {
        private String commandClass;
        private List<String> argv;
        private List<OutputPattern> outputs;
        private List<ToolRequirement> requirements;
        private Optional<Duration> timeLimit;
        private Placement placement;
        private List<SecretName> secrets;
        private List<KeepPattern> keep;

        Parts(BuildRequest build) {
            this.commandClass = build.commandClass();
            this.argv = build.argv();
            this.outputs = build.outputs();
            this.requirements = build.requirements();
            this.timeLimit = build.timeLimit();
            this.placement = build.placement();
            this.secrets = build.secrets();
            this.keep = build.keep();
        }

        BuildRequest whole(BuildRequest build) {
            return new BuildRequest(
                    commandClass,
                    argv,
                    outputs,
                    requirements,
                    build.environment(),
                    timeLimit,
                    placement,
                    build.publication(),
                    secrets,
                    keep);
        }
    }
}
