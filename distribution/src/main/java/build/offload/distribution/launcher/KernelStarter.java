package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.configuration.ConfigurationFile.Reading;
import build.offload.kernel.controller.OffloadController;
import build.offload.kernel.controller.PluginCatalogue;
import build.offload.kernel.controller.Settings;
import build.offload.kernel.controller.Settings.NamedToken;
import build.offload.kernel.controller.Settings.PolicySource;
import build.offload.spi.executor.Executor;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;

/** Starts the kernel, with what the configuration says in the kernel's own words. */
public final class KernelStarter implements ControllerStarter {

    private final Consumer<String> secrets;

    /** Create a starter that tells {@code secrets} what must not be seen in a log, before anything can be logged. */
    public KernelStarter(Consumer<String> secrets) {
        this.secrets = secrets;
    }

    @Override
    public Running start(Launch launch) {
        launch.tokens().forEach(token -> secrets.accept(token.secret()));
        try {
            Settings settings = settings(launch);
            return new RunningKernel(OffloadController.start(
                    settings,
                    source(launch, settings),
                    catalogue(launch.plugins()),
                    new StoreChoice(launch).database()));
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
        return new Settings(
                launch.places().state(),
                launch.configuration().port(),
                launch.tokens().stream()
                        .map(token -> new NamedToken(token.name(), token.role(), token.secret()))
                        .toList(),
                launch.version(),
                KernelPolicy.of(new Reading(launch.configuration(), launch.problems()), launch.configuration()));
    }

    private static PolicySource source(Launch launch, Settings settings) {
        return new ConfigurationWatch(
                launch.places(), launch.configuration(), settings.policy().digest(), System::nanoTime);
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
