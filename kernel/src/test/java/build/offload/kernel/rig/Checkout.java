package build.offload.kernel.rig;

import build.offload.spi.model.FileStamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A developer's checkout: a git work tree in a folder. */
public final class Checkout {

    private final Path folder;
    private long changes;

    Checkout(Path folder, boolean byGit) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
            if (byGit) {
                initialise(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void initialise(Path folder) throws IOException {
        try {
            Process git = new ProcessBuilder("git", "init", "--quiet", folder.toString())
                    .inheritIO()
                    .start();
            if (git.waitFor() != 0) {
                throw new IllegalStateException("git init failed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Return its real path. */
    public Path folder() {
        return folder;
    }

    /** Write a file, as the developer does. */
    public Checkout write(String path, String content) {
        changes++;
        try {
            Path file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
            return this;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Return a file's content. */
    public String read(String path) {
        try {
            return Files.readString(folder.resolve(path));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Return whether a file is there. */
    public boolean has(String path) {
        return Files.exists(folder.resolve(path));
    }

    /** Return how often the developer wrote something. */
    public long changes() {
        return changes;
    }

    /** Return how a file stands, by the same words as the snapshots of the product. */
    static FileStamp stampOf(Path file) throws IOException {
        Map<String, Object> all = Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime");
        return new FileStamp(
                number(all, "ino"), number(all, "size"), nanos(all, "lastModifiedTime"), nanos(all, "ctime"));
    }

    private static long number(Map<String, Object> all, String name) {
        return all.get(name) instanceof Number value ? value.longValue() : -1;
    }

    private static long nanos(Map<String, Object> all, String name) {
        return all.get(name) instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : -1;
    }
}
