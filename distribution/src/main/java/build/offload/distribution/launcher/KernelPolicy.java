package build.offload.distribution.launcher;

import build.offload.distribution.configuration.Configuration;
import build.offload.distribution.configuration.ConfigurationFile.Reading;
import build.offload.distribution.configuration.SecretStore;
import build.offload.distribution.toml.TomlProblem;
import build.offload.kernel.controller.Settings.LeaseSettings;
import build.offload.kernel.controller.Settings.Policy;
import build.offload.kernel.controller.Settings.QueueSettings;
import build.offload.kernel.controller.Settings.RetentionSettings;
import build.offload.kernel.controller.Settings.RunSettings;
import build.offload.kernel.controller.Settings.WorkspaceSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the configuration says, in the kernel's words. */
final class KernelPolicy {

    /** What only a restart takes up, by its name in the file. */
    private static final List<Fixed> FIXED = List.of(
            new Fixed("port", Configuration::port),
            new Fixed("plugins", Configuration::plugins),
            new Fixed("token-file and tokens", Configuration::tokens),
            new Fixed("limits.silence", configuration -> configuration.limits().silence()),
            new Fixed("store", Configuration::store),
            new Fixed("metrics", Configuration::prometheus));

    private KernelPolicy() {}

    private record Fixed(String name, Function<Configuration, Object> value) {
        boolean differs(Configuration one, Configuration other) {
            return !value.apply(one).equals(value.apply(other));
        }
    }

    /** Return the policy that a reading means to a controller that was started with a configuration. */
    static Policy of(Reading reading, Configuration started) {
        Configuration configuration = reading.configuration();
        return new Policy(
                digest(reading),
                configuration.enabled(),
                problem(reading.problems()),
                FIXED.stream()
                        .filter(fixed -> fixed.differs(configuration, started))
                        .map(Fixed::name)
                        .toList(),
                queue(configuration),
                run(configuration),
                retention(configuration),
                new SecretStore(configuration.secrets()));
    }

    private static Optional<String> problem(List<TomlProblem> problems) {
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(problems.stream().map(TomlProblem::toString).collect(Collectors.joining("; ")));
    }

    private static QueueSettings queue(Configuration configuration) {
        return new QueueSettings(
                configuration.queue().slo().toMillis() / 1000.0,
                configuration.queue().wedgeAfter(),
                QueueSettings.standard().staleAfter(),
                configuration.spill().overloadFactor(),
                new LeaseSettings(
                        configuration.spill().lease(), configuration.spill().jobs()));
    }

    private static RunSettings run(Configuration configuration) {
        RunSettings standard = RunSettings.standard();
        return new RunSettings(
                configuration.limits().time(),
                configuration.limits().lostAfter(),
                standard.connectLimit(),
                configuration.limits().silence(),
                standard.cancelGrace(),
                standard.lookEvery(),
                configuration.limits().outputBytes(),
                configuration.limits().outputFiles(),
                configuration.limits().logBytes(),
                configuration.limits().workspaces());
    }

    private static RetentionSettings retention(Configuration configuration) {
        Configuration.Retention retention = configuration.retention();
        return new RetentionSettings(
                retention.jobs(),
                retention.lost(),
                retention.logs(),
                retention.events(),
                retention.audit(),
                retention.mirrors(),
                retention.mirrorBytes(),
                new WorkspaceSettings(
                        configuration.workspaces().idle(),
                        configuration.workspaces().limitBytes()));
    }

    /** Two files that say the same are one configuration; two problems on different lines are not. */
    private static String digest(Reading reading) {
        try {
            byte[] text = (reading.configuration() + "\n" + reading.problems()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text))
                    .substring(0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
