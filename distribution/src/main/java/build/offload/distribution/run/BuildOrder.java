package build.offload.distribution.run;

import build.offload.distribution.project.Checkout;
import build.offload.distribution.project.NamedCommand;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What to build and how, ready to be submitted.
 *
 * @param key the job's key: the same key for the same checkout is the same job
 * @param ownerPid the process that waits for the job; absent when nobody does
 */
public record BuildOrder(String key, Checkout checkout, Command command, Placement placement, OptionalLong ownerPid) {

    /** The command, what it needs and what it makes; outputs are relative to the checkout's root. */
    public record Command(
            String commandClass,
            List<String> argv,
            List<OutputPattern> outputs,
            List<ToolRequirement> requirements,
            Map<String, String> environment,
            Optional<Duration> timeLimit,
            Optional<String> publication,
            List<SecretName> secrets,
            List<KeepPattern> keep) {

        /** Take a command over as it is described; a variable that is not set here is not set there either. */
        public static Command of(NamedCommand named, Map<String, String> environment) {
            Map<String, String> seen = new LinkedHashMap<>();
            for (String name : named.environment()) {
                String value = environment.get(name);
                if (value != null) {
                    seen.put(name, value);
                }
            }
            return new Command(
                    named.name(),
                    named.argv(),
                    named.outputs(),
                    named.requirements(),
                    seen,
                    named.timeLimit(),
                    named.publication(),
                    named.secrets(),
                    named.keep());
        }
    }

    /** Where it may run. */
    public record Placement(
            boolean neverLocal,
            boolean localOverride,
            List<String> excludedHosts,
            Map<String, String> labels,
            Optional<Duration> queueLimit) {

        /** Create a placement on any host but those excluded, for a build that waits for as long as it takes. */
        public Placement(boolean neverLocal, boolean localOverride, List<String> excludedHosts) {
            this(neverLocal, localOverride, excludedHosts, Map.of(), Optional.empty());
        }
    }

    /** Return the body of the submission. */
    Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("idempotencyKey", key);
        body.put("checkout", checkout.root().toString());
        body.put("folder", checkout.folder());
        body.put("commandClass", command.commandClass());
        body.put("argv", command.argv());
        body.put("outputs", command.outputs().stream().map(OutputPattern::value).toList());
        body.put("requirements", requirements());
        body.put("environment", command.environment());
        command.timeLimit().ifPresent(limit -> body.put("timeLimitSeconds", limit.toSeconds()));
        command.publication().ifPresent(name -> body.put("publication", name));
        if (!command.secrets().isEmpty()) {
            body.put(
                    "secrets", command.secrets().stream().map(SecretName::value).toList());
        }
        if (!command.keep().isEmpty()) {
            body.put("keep", command.keep().stream().map(KeepPattern::value).toList());
        }
        ownerPid.ifPresent(pid -> body.put("ownerPid", pid));
        body.put("neverLocal", placement.neverLocal());
        body.put("localOverride", placement.localOverride());
        body.put("excludedHosts", placement.excludedHosts());
        body.put("labels", placement.labels());
        placement.queueLimit().ifPresent(limit -> body.put("queueLimitSeconds", limit.toSeconds()));
        return body;
    }

    private Map<String, String> requirements() {
        Map<String, String> requirements = new LinkedHashMap<>();
        command.requirements()
                .forEach(need -> requirements.put(need.tool(), need.versions().text()));
        return requirements;
    }
}
