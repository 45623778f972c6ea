package build.offload.plugin.publish.checkout;

import build.offload.spi.model.FileStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What is at a path, by {@code lstat}: a link counts as a link. */
public sealed interface Look {

    /** Nothing is there. */
    record Absent() implements Look {}

    /** A regular file, with its permission bits. */
    record Regular(FileStamp stamp, int permissions) implements Look {

        /** Return whether it is this very file with the content it had, whatever names it has borne since. */
        public boolean holds(FileStamp then) {
            return stamp.inode() == then.inode()
                    && stamp.size() == then.size()
                    && stamp.modifiedNanos() == then.modifiedNanos();
        }
    }

    /** A folder, a link, a device; named for people. */
    record Other(String typeName, long inode, int mode) implements Look {

        /** Create what is not looked at itself, since something is in the way. */
        Other(String typeName) {
            this(typeName, 0, 0);
        }

        /** Return whether it is a folder. */
        public boolean folder() {
            return (mode & TYPE) == FOLDER;
        }

        /** Return the bits that say who may do what, without the special ones. */
        public int permissions() {
            return mode & 0777;
        }
    }

    /** The bits of a mode that tell what it is. */
    int TYPE = 0170000;

    /** Those of a folder. */
    int FOLDER = 0040000;

    /** Look at a path. */
    static Look at(Path path) throws IOException {
        try {
            return of(
                    Files.readAttributes(path, "unix:mode,ino,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException _) {
            return new Absent();
        }
    }

    private static Look of(Map<String, Object> all) {
        int mode = (int) number(all, "mode");
        return switch (mode & TYPE) {
            case 0100000 ->
                new Regular(
                        new FileStamp(
                                number(all, "ino"),
                                number(all, "size"),
                                nanos(all, "lastModifiedTime"),
                                nanos(all, "ctime")),
                        mode & 0777);
            case FOLDER -> other("a folder", all, mode);
            case 0120000 -> other("a link", all, mode);
            default -> other("neither a file nor a folder", all, mode);
        };
    }

    private static Other other(String typeName, Map<String, Object> all, int mode) {
        return new Other(typeName, number(all, "ino"), mode);
    }

    private static long number(Map<String, Object> all, String name) {
        return all.get(name) instanceof Number value ? value.longValue() : 0;
    }

    private static long nanos(Map<String, Object> all, String name) {
        return all.get(name) instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : 0;
    }
}
