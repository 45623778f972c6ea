package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Processes;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Configuration.TokenSource;
import build.offload.distribution.configuration.ConfigurationFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.TokenFile;
import build.offload.distribution.launcher.ControllerStarter.Launch;
import build.offload.distribution.launcher.ControllerStarter.Running;
import build.offload.distribution.launcher.ControllerStarter.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * This process as the one controller of a state folder. The order is: token files, lock, plugins, kernel, and at last the
 * runtime file, so that whoever can read that file finds a controller that serves.
 */
public final class ControllerProcess {

    private static final Duration PLUGIN_LIMIT = Duration.ofSeconds(10);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);

    private final Places places;
    private final ControllerStarter starter;
    private final String version;
    private final Consumer<String> log;

    /** Create a process that has not started yet; {@code log} takes a line at a time. */
    public ControllerProcess(Places places, ControllerStarter starter, String version, Consumer<String> log) {
        this.places = places;
        this.starter = starter;
        this.version = version;
        this.log = log;
    }

    /** What happens while the controller serves; it is stopped when this returns. */
    public interface Session {
        /** Return when the controller is to stop. */
        void whileServing(RuntimeFile running) throws InterruptedException;
    }

    /**
     * Start, serve for as long as the session lasts, and stop.
     *
     * @throws CommandFailure when it cannot start
     */
    public void serve(Session session) {
        requireNamedConfiguration();
        ConfigurationFile.Reading reading = ConfigurationFile.read(places);
        reading.problems()
                .forEach(problem -> log.accept("the configuration is broken, nothing will be dispatched: " + problem));
        List<Token> tokens = reading.configuration().tokens().stream()
                .map(ControllerProcess::token)
                .toList();
        makeStateFolder();
        try (StateLock _ = StateLock.take(places)) {
            FoundPlugins plugins = PluginLoader.load(reading.configuration().plugins(), PLUGIN_LIMIT);
            plugins.failures()
                    .forEach(failure -> log.accept("plugin " + failure.name() + " from " + failure.location()
                            + " does not work: " + failure.problem()));
            serve(new Launch(places, reading.configuration(), reading.problems(), tokens, plugins, version), session);
            log.accept("stopped");
        } catch (IOException failed) {
            throw new CommandFailure(
                    ExitCode.INFRASTRUCTURE,
                    "the state folder " + places.state() + " cannot be used: " + failed,
                    failed);
        }
    }

    private void serve(Launch launch, Session session) throws IOException {
        Running running = starter.start(launch);
        try {
            Path tokenFile = launch.configuration().tokens().getFirst().file();
            RuntimeFile file = new RuntimeFile(running.address(), tokenFile, version, Processes.self());
            file.write(places.runtimeFile());
            log.accept("serving at " + file.address() + ", process "
                    + file.process().pid());
            session.whileServing(file);
            log.accept("stopping; builds that run go on");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            Files.deleteIfExists(places.runtimeFile());
            running.stop(STOP_GRACE);
        }
    }

    private void requireNamedConfiguration() {
        if (places.named() && !Files.isRegularFile(places.configuration())) {
            throw new CommandFailure(
                    ExitCode.CONFIGURATION, "the configuration file " + places.configuration() + " does not exist");
        }
    }

    private static Token token(TokenSource source) {
        if (!source.configured()) {
            TokenFile.makeIfAbsent(source.file(), new SecureRandom());
        }
        return new Token(source.name(), source.role(), TokenFile.read(source.file()));
    }

    private void makeStateFolder() {
        try {
            TokenFile.ownFolder(places.state());
        } catch (IOException failed) {
            throw new CommandFailure(
                    ExitCode.INFRASTRUCTURE,
                    "the state folder " + places.state() + " cannot be made: " + failed,
                    failed);
        }
    }
}
