package build.offload.conformance.publication;

import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Violation;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Reads a folder over and over on a thread of its own, until it is closed or sees what it must not. */
final class Reader implements AutoCloseable {

    private final Path folder;
    private final List<String> files;
    private final Look look;
    private final AtomicReference<RuntimeException> seen = new AtomicReference<>();
    private final Semaphore looks = new Semaphore(0);
    private final Thread thread = new Thread(this::read, "reader");
    private volatile boolean closed;

    private Reader(Path folder, List<String> files, Look look) {
        this.folder = folder;
        this.files = files;
        this.look = look;
    }

    @FunctionalInterface
    private interface Look {
        void at(Reader reader) throws IOException;
    }

    /** Return a reader that walks in by path for every file. */
    static Reader ofEachFile(Path folder, List<String> files) {
        return new Reader(folder, files, Reader::eachFile);
    }

    /** Return a reader that holds the folder open while it reads all files. */
    static Reader ofTheWholeFolder(Path folder, List<String> files) {
        return new Reader(folder, files, Reader::wholeFolder);
    }

    void start() {
        thread.start();
    }

    private void read() {
        try {
            while (!closed) {
                look.at(this);
                looks.release();
            }
        } catch (RuntimeException violation) {
            seen.set(violation);
        } catch (IOException failed) {
            seen.set(new Violation("the reader failed: " + failed));
        } finally {
            looks.release(1_000_000);
        }
    }

    private void eachFile() throws IOException {
        for (String file : files) {
            Generations.wholeGeneration(file, Files.readString(folder.resolve(file)));
        }
    }

    private void wholeFolder() throws IOException {
        Set<String> generations = new HashSet<>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(folder)) {
            if (!(open instanceof SecureDirectoryStream<Path> held)) {
                throw new Violation("this system does not let a reader hold a folder open");
            }
            for (String file : files) {
                try (SeekableByteChannel channel =
                        held.newByteChannel(Path.of(file), Set.of(StandardOpenOption.READ))) {
                    byte[] content = Channels.newInputStream(channel).readAllBytes();
                    generations.add(Generations.wholeGeneration(file, new String(content, StandardCharsets.UTF_8)));
                }
            }
        } catch (NoSuchFileException takenApart) {
            // An old folder may be taken apart under its reader, who then opens the new one.
            return;
        }
        Expect.that(generations.size() == 1, "one look at the open folder saw files of the builds " + generations);
    }

    /** Wait until so many looks more were taken. */
    void awaitLooks(int more) throws InterruptedException {
        looks.drainPermits();
        looks.acquire(more);
    }

    /** Throw what the reader has seen that it must not. */
    void report() {
        RuntimeException violation = seen.get();
        if (violation != null) {
            throw violation;
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
