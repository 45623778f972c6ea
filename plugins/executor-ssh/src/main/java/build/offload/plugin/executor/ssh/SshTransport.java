package build.offload.plugin.executor.ssh;

import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.posix.HostCommand;
import build.offload.spi.posix.PosixTransport;
import build.offload.spi.posix.ProcessCarrier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One host over SSH. The first command makes the connection, later ones share it; past the number of sessions a server
 * grants on one connection, ssh makes further ones by itself.
 */
final class SshTransport implements PosixTransport {

    private static final long STOP_SECONDS = 5;

    private final HostTarget target;
    private final ExecutorContext context;

    SshTransport(HostTarget target, ExecutorContext context) {
        this.target = target;
        this.context = context;
    }

    @Override
    public Ending carry(HostCommand command) throws ExecutorException {
        HostAddress address = address();
        List<String> arguments = options(address, knownHosts());
        arguments.addAll(List.of("--", Destination.host(address), "exec " + String.join(" ", command.tokens())));
        return ProcessCarrier.carry(Programs.launch("ssh", arguments), command);
    }

    private HostAddress address() throws ExecutorException {
        return target.address()
                .orElseThrow(() -> new ExecutorException(
                        Kind.UNREACHABLE, "the host has no address; enrol it with user@host or user@host:port"));
    }

    private List<String> options(HostAddress address, Path known) {
        Optional<Path> control = ControlSocket.path(context.stateDirectory(), target);
        return new ArrayList<>(SshOptions.of(target, address, context, known, control));
    }

    /**
     * Writes the file that holds the pinned key and nothing else; it is put there as a whole, since others may be reading it. Each key
     * has a file of its own: a new way to a host is tried while others still go the old one.
     */
    private Path knownHosts() throws ExecutorException {
        String line = target.key()
                .map(key -> SshOptions.alias(target) + " " + key + "\n")
                .orElse("");
        Path known = context.stateDirectory()
                .resolve("known-" + target.name() + "-"
                        + ControlSocket.digest(line).substring(0, 12));
        try {
            if (!Files.exists(known) || !Files.readString(known).equals(line)) {
                Path part = Files.createTempFile(context.stateDirectory(), "known-", ".part");
                Files.writeString(part, line);
                Files.move(part, known, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return known;
        } catch (IOException unwritable) {
            throw new ExecutorException(
                    Kind.UNREACHABLE,
                    "the host's key cannot be written to '" + known + "': " + unwritable.getMessage(),
                    unwritable);
        }
    }

    @Override
    public Optional<Kind> failure(Ending ending, boolean answered) {
        return SshFailure.kind(ending, answered);
    }

    /** Stop the shared connection; what the host runs goes on. */
    @Override
    public void close() {
        Optional<Path> control = ControlSocket.path(context.stateDirectory(), target);
        if (control.isEmpty() || !Files.exists(control.get())) {
            return;
        }
        try {
            HostAddress address = address();
            List<String> arguments = options(address, knownHosts());
            arguments.addAll(List.of("-O", "exit", "--", Destination.host(address)));
            Process stopping = Programs.launch("ssh", arguments);
            stopping.getOutputStream().close();
            if (!stopping.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                stopping.destroyForcibly();
            }
        } catch (ExecutorException | IOException gone) {
            // Without a client nothing can be shared, so there is nothing to stop.
            return;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
