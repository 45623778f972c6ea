package build.offload.distribution.project;

import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.SecretName;
import build.offload.spi.model.ToolRequirement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A command as the project file describes it.
 *
 * @param outputs relative to the checkout's top
 * @param environment the names of the variables that are let through from the caller's environment
 * @param timeLimit how long it may run; absent for the controller's limit
 * @param labels what a host must be labelled with
 * @param queueLimit how long it may wait for a host; absent for as long as it takes
 * @param publication the plugin that puts the outputs into the checkout; absent for file by file
 * @param secrets the names of what it is given to read
 * @param keep what stays on the host for the next build of the checkout, relative to its top
 */
public record NamedCommand(
        String name,
        List<String> argv,
        List<OutputPattern> outputs,
        List<ToolRequirement> requirements,
        List<String> environment,
        Optional<Duration> timeLimit,
        Map<String, String> labels,
        Optional<Duration> queueLimit,
        Optional<String> publication,
        List<SecretName> secrets,
        List<KeepPattern> keep) {

    public NamedCommand {
        argv = List.copyOf(argv);
        outputs = List.copyOf(outputs);
        requirements = List.copyOf(requirements);
        environment = List.copyOf(environment);
        secrets = List.copyOf(secrets);
        keep = List.copyOf(keep);
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
