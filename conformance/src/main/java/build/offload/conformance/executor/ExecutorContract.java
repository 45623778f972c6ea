package build.offload.conformance.executor;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the kernel relies on in every {@link build.offload.spi.executor.Executor}, rule by rule. For the author of one: give it a
 * host whose workspace root nobody else uses, and check each rule in an empty folder:
 *
 * <pre>{@code
 * Subject subject = new Subject(new MyExecutor(), new HostTarget(…));
 * for (ExecutorRule rule : ExecutorContract.rules()) {
 *     rule.check(subject, Files.createTempDirectory("rule"));
 * }
 * }</pre>
 *
 * The host needs a POSIX shell with its usual tools, and git is needed here. Rules share nothing and may be checked in any order; the one
 * about a purge must have the workspace root for itself meanwhile.
 */
public final class ExecutorContract {

    private static final List<ExecutorRule> RULES = Stream.of(
                    HostRules.all(),
                    WorkspaceRules.all(),
                    KeepRules.all(),
                    StartRules.all(),
                    SecretRules.all(),
                    FollowRules.all(),
                    CancelRules.all(),
                    CollectRules.all())
            .flatMap(List::stream)
            .toList();

    private ExecutorContract() {}

    /** Return every rule, those of a host before those of an attempt's life. */
    public static List<ExecutorRule> rules() {
        return RULES;
    }
}
