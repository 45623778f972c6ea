package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorFault.fault;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.Secret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Mistakes about what only a command is to read. */
final class SecretFaults {

    private static final String KEEP = "cp -R \"$OFFLOAD_SECRETS\" \"${OFFLOAD_SECRETS%/*}/kept\"; exec \"$@\"";

    private static final String OPEN = "chmod 644 \"$OFFLOAD_SECRETS\"/*; exec \"$@\"";

    private SecretFaults() {}

    static List<ExecutorFault> all() {
        return List.of(
                fault("E-SECRET-01", "hands secrets over as variables", starting(SecretFaults::asVariables)),
                fault("E-SECRET-01", "lets everybody read them", starting(request -> before(request, OPEN))),
                fault("E-SECRET-02", "keeps a copy", starting(request -> before(request, KEEP))),
                fault("E-SECRET-03", "starts without them", starting(SecretFaults::withoutWithheld)));
    }

    private static StartRequest asVariables(StartRequest request) {
        Map<String, String> variables = new HashMap<>(request.environment());
        request.secrets().forEach(secret -> variables.put(secret.name().value(), secret.value()));
        return with(request, request.argv(), variables, request.secrets());
    }

    private static StartRequest before(StartRequest request, String script) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        argv.addAll(request.argv());
        return with(request, argv, request.environment(), request.secrets());
    }

    private static StartRequest withoutWithheld(StartRequest request) {
        List<Secret> had = request.secrets().stream()
                .filter(secret -> !secret.value().isEmpty())
                .toList();
        return with(request, request.argv(), request.environment(), had);
    }

    private static StartRequest with(
            StartRequest request, List<String> argv, Map<String, String> variables, List<Secret> secrets) {
        return new StartRequest(request.attempt(), request.folder(), argv, variables, request.limits(), secrets);
    }

    private static UnaryOperator<BuildHost> starting(UnaryOperator<StartRequest> change) {
        return sound -> new PassingHost(sound) {
            @Override
            public StartReport start(StartRequest request) throws ExecutorException {
                return sound.start(change.apply(request));
            }
        };
    }
}
