package build.offload.conformance.executor;

import build.offload.spi.executor.BuildHost;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * One mistake that an executor may make, and the rule made for it.
 *
 * @param rule the id of the rule
 * @param name what the executor does wrong
 */
record ExecutorFault(String rule, String name, UnaryOperator<BuildHost> mistake) {

    static List<ExecutorFault> all() {
        return Stream.of(
                        HostFaults.all(),
                        KeepFaults.all(),
                        AttemptFaults.all(),
                        SecretFaults.all(),
                        CollectFaults.all())
                .flatMap(List::stream)
                .toList();
    }

    static ExecutorFault fault(String rule, String name, UnaryOperator<BuildHost> mistake) {
        return new ExecutorFault(rule, name, mistake);
    }

    @Override
    public String toString() {
        return rule + " catches an executor that " + name;
    }
}
