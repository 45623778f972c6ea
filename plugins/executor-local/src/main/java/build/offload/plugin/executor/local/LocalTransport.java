package build.offload.plugin.executor.local;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.posix.HostCommand;
import build.offload.spi.posix.PosixTransport;
import build.offload.spi.posix.ProcessCarrier;
import java.io.IOException;
import java.util.Optional;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.environment.EnvironmentUtils;
import org.apache.commons.exec.launcher.CommandLauncher;
import org.apache.commons.exec.launcher.CommandLauncherFactory;

/**
 * Starts the shell of this machine. Commons Exec builds and launches the command line; the streams are carried by
 * {@link ProcessCarrier}, which waits for no grandchild that holds a pipe open.
 */
final class LocalTransport implements PosixTransport {

    private final CommandLauncher launcher = CommandLauncherFactory.createVMLauncher();

    @Override
    public Ending carry(HostCommand command) throws ExecutorException {
        return ProcessCarrier.carry(launch(command), command);
    }

    private Process launch(HostCommand command) throws ExecutorException {
        CommandLine line = new CommandLine(command.tokens().getFirst());
        command.tokens().stream().skip(1).forEach(token -> line.addArgument(token, false));
        try {
            return launcher.exec(line, EnvironmentUtils.getProcEnvironment());
        } catch (IOException unstartable) {
            throw new ExecutorException(
                    Kind.UNREACHABLE,
                    "'" + line.getExecutable() + "' cannot be started on this machine: " + unstartable.getMessage(),
                    unstartable);
        }
    }

    /** Return nothing: a process of this machine cannot lose its connection, so every ending is its own. */
    @Override
    public Optional<Kind> failure(Ending ending, boolean answered) {
        return Optional.empty();
    }

    /** Do nothing: there is no connection. */
    @Override
    public void close() {}
}
