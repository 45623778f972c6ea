package build.offload.kernel.snapshot;

import build.offload.spi.model.FileStamp;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What {@code lstat} says of a path; links are never followed.
 *
 * @param mode the bits of type and permission
 */
record FileStatus(int mode, FileStamp stamp) {

    private static final int TYPE = 0170000;
    private static final int OWNER_MAY_EXECUTE = 0100;

    enum Kind {
        REGULAR,
        LINK,
        FOLDER,
        SPECIAL
    }

    /** Look at a path; empty when nothing is there. */
    static Optional<FileStatus> of(Path path) throws IOException {
        try {
            return Optional.of(read(path));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (FileSystemException refused) {
            // A file stands where the path has a folder: then nothing is there either.
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw refused;
            }
            return Optional.empty();
        }
    }

    private static FileStatus read(Path path) throws IOException {
        Map<String, Object> all =
                Files.readAttributes(path, "unix:mode,ino,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
        FileStamp stamp = new FileStamp(
                number(all, "ino"), number(all, "size"), nanos(all, "lastModifiedTime"), nanos(all, "ctime"));
        return new FileStatus((int) number(all, "mode"), stamp);
    }

    private static long number(Map<String, Object> all, String name) {
        return all.get(name) instanceof Number value ? value.longValue() : 0;
    }

    private static long nanos(Map<String, Object> all, String name) {
        return all.get(name) instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : 0;
    }

    Kind kind() {
        return switch (mode & TYPE) {
            case 0100000 -> Kind.REGULAR;
            case 0120000 -> Kind.LINK;
            case 0040000 -> Kind.FOLDER;
            default -> Kind.SPECIAL;
        };
    }

    /** Return the mode git gives such a file; empty for what it does not store. */
    Optional<EntryMode> entryMode() {
        return switch (kind()) {
            case REGULAR -> Optional.of((mode & OWNER_MAY_EXECUTE) == 0 ? EntryMode.FILE : EntryMode.EXECUTABLE);
            case LINK -> Optional.of(EntryMode.LINK);
            case FOLDER, SPECIAL -> Optional.empty();
        };
    }

    /** Name the type for people. */
    String typeName() {
        return switch (mode & TYPE) {
            case 0100000 -> "a file";
            case 0120000 -> "a link";
            case 0040000 -> "a folder";
            case 0010000 -> "a FIFO";
            case 0140000 -> "a socket";
            default -> "a device";
        };
    }
}
