package build.offload.kernel.reconcile;

import build.offload.spi.executor.OutputSink;
import build.offload.spi.executor.Secret;
import build.offload.spi.model.AttemptId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Appends a command's output to this machine's copy of it. The copy's length is the offset to go on from, so that after a cut
 * or a crash nothing is missing and nothing stands twice.
 */
final class LogWriter implements OutputSink, AutoCloseable {

    /** What a host says itself of what it did not keep, and the rest of its last block. */
    private static final long SLACK = 4096;

    private final FileChannel stdout;
    private final FileChannel stderr;
    private final long most;
    private final Runnable written;
    private final LogMask outMask;
    private final LogMask errMask;
    private boolean overrun;

    private LogWriter(FileChannel stdout, FileChannel stderr, long most, List<Secret> secrets, Runnable written) {
        this.stdout = stdout;
        this.stderr = stderr;
        this.most = most;
        this.written = written;
        this.outMask = LogMask.of(secrets);
        this.errMask = LogMask.of(secrets);
    }

    /** Open both files of an attempt whose host was told to keep no more of each than the limit; no secret gets into them. */
    static LogWriter open(AttemptFiles files, AttemptId attempt, long limit, List<Secret> secrets, Runnable written)
            throws IOException {
        FileChannel stdout = channel(files.log(attempt, Stream.STDOUT));
        try {
            FileChannel stderr = channel(files.log(attempt, Stream.STDERR));
            return new LogWriter(stdout, stderr, Math.max(limit, limit + SLACK), secrets, written);
        } catch (IOException failure) {
            stdout.close();
            throw failure;
        }
    }

    private static FileChannel channel(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    long offset(Stream stream) throws IOException {
        return channel(stream).size();
    }

    /** Return how much of both outputs is here. */
    long length() throws IOException {
        return offset(Stream.STDOUT) + offset(Stream.STDERR);
    }

    private FileChannel channel(Stream stream) {
        return switch (stream) {
            case STDOUT -> stdout;
            case STDERR -> stderr;
        };
    }

    private LogMask mask(Stream stream) {
        return switch (stream) {
            case STDOUT -> outMask;
            case STDERR -> errMask;
        };
    }

    /** Return whether the host sent more than it was to keep; what was too much is not here. */
    boolean overrun() {
        return overrun;
    }

    @Override
    public void write(Stream stream, long offset, ByteBuffer bytes) throws IOException {
        FileChannel channel = channel(stream);
        long next = channel.size() + mask(stream).heldBack();
        if (offset != next) {
            throw new IOException("output at offset " + offset + " came when " + next + " was next");
        }
        if (offset + bytes.remaining() > most) {
            overrun = true;
            throw new IOException("the host goes on after " + offset + " bytes, and was to keep no more");
        }
        append(channel, mask(stream).cover(bytes));
        written.run();
    }

    /** Write down what was held back, once the host has said that there is no more. */
    void complete() throws IOException {
        append(stdout, outMask.rest());
        append(stderr, errMask.rest());
    }

    private static void append(FileChannel channel, ByteBuffer bytes) throws IOException {
        long at = channel.size();
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    public void close() throws IOException {
        try (stdout;
                stderr) {
            written.run();
        }
    }
}
