package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.configuration.Configuration;
import build.offload.distribution.toml.TomlProblem;
import build.offload.kernel.controller.OffloadController;
import build.offload.kernel.controller.PluginCatalogue;
import build.offload.kernel.controller.Settings;
import build.offload.kernel.controller.Settings.NamedToken;
import build.offload.kernel.controller.Settings.QueueSettings;
import build.offload.kernel.controller.Settings.RunSettings;
import build.offload.spi.executor.Executor;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** Starts the kernel, with what the configuration says in the kernel's own words. */
public final class KernelStarter implements ControllerStarter {

    @Override
    public Running start(Launch launch) {
        try {
            return new RunningKernel(OffloadController.start(
                    settings(launch), catalogue(launch.plugins()), new StoreChoice(launch).database()));
        } catch (CommandFailure known) {
            throw known;
        } catch (IOException | RuntimeException failure) {
            throw new CommandFailure(
                    ExitCode.INFRASTRUCTURE, "the controller cannot start: " + failure.getMessage(), failure);
        }
    }

    private record RunningKernel(OffloadController controller) implements Running {
        @Override
        public URI address() {
            return controller.address();
        }

        @Override
        public void stop(Duration grace) {
            controller.stop(grace);
        }
    }

    private static Settings settings(Launch launch) {
        Configuration configuration = launch.configuration();
        return new Settings(
                launch.places().state(),
                configuration.port(),
                configuration.enabled(),
                problem(launch),
                launch.tokens().stream()
                        .map(token -> new NamedToken(token.name(), token.role(), token.secret()))
                        .toList(),
                launch.version(),
                queue(configuration),
                run(configuration));
    }

    private static Optional<String> problem(Launch launch) {
        return launch.problems().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        launch.problems().stream().map(TomlProblem::toString).collect(Collectors.joining("; ")));
    }

    private static QueueSettings queue(Configuration configuration) {
        return new QueueSettings(
                configuration.queue().slo().toMillis() / 1000.0,
                configuration.queue().wedgeAfter(),
                QueueSettings.standard().staleAfter(),
                configuration.spill().overloadFactor());
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
                configuration.limits().workspaces());
    }

    private static PluginCatalogue catalogue(FoundPlugins found) {
        PluginCatalogue.Builder catalogue = new PluginCatalogue.Builder();
        for (FoundPlugins.Loaded loaded : found.loaded()) {
            switch (loaded.plugin()) {
                case Executor executor -> catalogue.executor(executor, loaded.version(), loaded.location());
                case CapabilityProbe probe -> catalogue.probe(probe, loaded.version(), loaded.location());
                case PublicationStrategy strategy ->
                    catalogue.publication(strategy, loaded.version(), loaded.location());
                case Frontend frontend -> catalogue.frontend(frontend, loaded.version(), loaded.location());
            }
        }
        for (FoundPlugins.Failure failure : found.failures()) {
            catalogue.failure(new PluginCatalogue.Failure(
                    failure.name(), failure.location(), failure.stage(), failure.problem()));
        }
        return catalogue.build();
    }
}
