package build.offload.spi.posix;

import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Writes arriving outputs below one folder: component by component, following no link, and each file only once. */
final class StagingFolder implements AutoCloseable {

    private final Path top;
    private final LongConsumer meter;
    private long arrived;
    private Optional<Arriving> arriving = Optional.empty();
    private final byte[] buffer = new byte[64 * 1024];

    /** Create one that tells how many bytes have arrived. */
    StagingFolder(Path top, LongConsumer meter) {
        this.top = top;
        this.meter = meter;
    }

    /** Return how many bytes have arrived in all. */
    long arrived() {
        return arrived;
    }

    /** Return how much of the file whose bytes broke off last is here; 0 when none did. */
    long begun() {
        return arriving.map(one -> one.count).orElse(0L);
    }

    /** Return the file whose bytes broke off last. */
    Optional<OutputFile> broken() {
        return arriving.map(one -> one.file);
    }

    /**
     * Take a file's bytes from the answer, or the rest of them where they broke off before; its size and digest are then those
     * announced, or this throws.
     */
    void write(OutputFile file, Answer answer) throws IOException, ExecutorException {
        Arriving one = arriving.isPresent() ? arriving.get() : new Arriving(file, target(file));
        arriving = Optional.of(one);
        while (one.count < file.size()) {
            int read = answer.some(buffer, file.size() - one.count);
            one.take(buffer, read);
            arrived += read;
            meter.accept(arrived);
        }
        arriving = Optional.empty();
        one.complete();
    }

    /** Give up what broke off. */
    @Override
    public void close() throws ExecutorException {
        if (arriving.isPresent()) {
            arriving.get().sink.close();
        }
    }

    private Path target(OutputFile file) throws ExecutorException {
        String[] components = file.path().value().split("/");
        Path folder = top;
        for (int i = 0; i < components.length - 1; i++) {
            folder = folder.resolve(components[i]);
            enter(folder);
        }
        return folder.resolve(components[components.length - 1]);
    }

    private static void enter(Path folder) throws ExecutorException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException there) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new ExecutorException(
                        Kind.PROTOCOL, "the host sends '" + folder + "' as a file and as a folder", there);
            }
        } catch (IOException failed) {
            throw unwritable(folder, failed);
        }
    }

    private static ExecutorException unwritable(Path path, IOException failed) {
        return new ExecutorException(
                Kind.PROTOCOL, "'" + path + "' cannot be written here: " + failed.getMessage(), failed);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }

    /** A file on its way. */
    private static final class Arriving {
        private final OutputFile file;
        private final Path target;
        private final Sink sink;
        private final MessageDigest digest = sha256();
        private long count;

        private Arriving(OutputFile file, Path target) throws ExecutorException {
            this.file = file;
            this.target = target;
            this.sink = new Sink(target);
        }

        private void take(byte[] bytes, int length) throws ExecutorException {
            digest.update(bytes, 0, length);
            sink.write(bytes, length);
            count += length;
        }

        private void complete() throws ExecutorException {
            sink.close();
            String seen = HexFormat.of().formatHex(digest.digest());
            if (!seen.equals(file.sha256())) {
                throw new ExecutorException(
                        Kind.PROTOCOL,
                        "'" + file.path() + "' arrived with the digest " + seen + " instead of " + file.sha256()
                                + "; it changed while it was sent");
            }
            Sink.permit(target, file.executable());
        }
    }

    /** Keeps failures of this side apart from those of the connection. */
    private static final class Sink implements AutoCloseable {
        private final Path path;
        private final OutputStream out;

        private Sink(Path path) throws ExecutorException {
            this.path = path;
            try {
                this.out = Files.newOutputStream(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            } catch (IOException failed) {
                throw unwritable(path, failed);
            }
        }

        private void write(byte[] bytes, int length) throws ExecutorException {
            try {
                out.write(bytes, 0, length);
            } catch (IOException failed) {
                throw unwritable(path, failed);
            }
        }

        private static void permit(Path path, boolean executable) throws ExecutorException {
            try {
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
            } catch (IOException failed) {
                throw unwritable(path, failed);
            }
        }

        @Override
        public void close() throws ExecutorException {
            try {
                out.close();
            } catch (IOException failed) {
                throw unwritable(path, failed);
            }
        }
    }
}
