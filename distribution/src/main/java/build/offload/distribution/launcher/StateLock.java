package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The right to be the one controller of a state folder: a lock that the system lets go of when the process is gone. */
final class StateLock implements AutoCloseable {

    private final FileChannel channel;

    private StateLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Take the lock.
     *
     * @throws CommandFailure naming the controller that holds it
     */
    static StateLock take(Places places) throws IOException {
        FileChannel channel = FileChannel.open(places.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (tryLock(channel) == null) {
            channel.close();
            throw new CommandFailure(ExitCode.REFUSED, held(places));
        }
        return new StateLock(channel);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    private static String held(Places places) {
        Optional<RuntimeFile> running = RuntimeFile.read(places.runtimeFile());
        String who = running.map(found -> "process " + found.process().pid() + " at " + found.address())
                .orElse("it is just starting or stopping");
        return "a controller already runs on the state folder " + places.state() + " (" + who
                + "); stop it with: offload down";
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
