package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Folders held open by descriptor, which the JDK reaches as {@code /proc/self/fd/N}: whatever happens to the names on the way,
 * the folder stays the one that was entered.
 */
public final class NativeReach implements Reach {

    private final Posix posix;
    private final PortableReach portable = new PortableReach(Steps.UNOBSERVED);

    /** Return the reach; empty where the system's calls cannot be had. */
    public static Optional<NativeReach> load() {
        return Posix.load().map(NativeReach::new);
    }

    private NativeReach(Posix posix) {
        this.posix = posix;
    }

    private final class Held implements Folder {
        private final int descriptor;

        Held(int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public Path path() {
            return Path.of("/proc/self/fd/" + descriptor);
        }

        @Override
        public void close() {
            posix.close(descriptor);
        }
    }

    @Override
    public Folder top(Path folder) throws IOException {
        int descriptor = posix.openFolder(folder.toString());
        if (descriptor < 0) {
            throw failure(descriptor, "open the folder", folder.toString());
        }
        return new Held(descriptor);
    }

    @Override
    public Entered into(Folder folder, String name) throws IOException {
        int descriptor = posix.openFolder(descriptor(folder), name);
        return switch (descriptor) {
            case Posix.NO_SUCH_FILE -> new Entered.Absent();
            case Posix.NOT_A_FOLDER, Posix.TOO_MANY_LINKS -> new Entered.Barred();
            default -> {
                if (descriptor < 0) {
                    throw failure(descriptor, "open the folder", name);
                }
                yield new Entered.Inside(new Held(descriptor));
            }
        };
    }

    @Override
    public boolean moveToFreeName(Folder from, String name, Folder to, String freeName) throws IOException {
        int result = posix.renameToFree(descriptor(from), name, descriptor(to), freeName);
        return switch (result) {
            case 0 -> true;
            case Posix.EXISTS -> false;
            case Posix.INVALID, Posix.NOT_IMPLEMENTED -> portable.moveToFreeName(from, name, to, freeName);
            default -> throw failure(result, "rename to", freeName);
        };
    }

    @Override
    public Exchanged exchange(Folder one, String name, Folder other, String otherName) throws IOException {
        int result = posix.exchange(descriptor(one), name, descriptor(other), otherName);
        return switch (result) {
            case 0 -> Exchanged.DONE;
            case Posix.NO_SUCH_FILE -> Exchanged.MISSING;
            // A layered file system says so of what is still in a lower layer.
            case Posix.INVALID, Posix.NOT_IMPLEMENTED, Posix.OTHER_FILE_SYSTEM -> Exchanged.UNSUPPORTED;
            default -> throw failure(result, "exchange with", otherName);
        };
    }

    @Override
    public boolean syncFileSystem(Folder folder) throws IOException {
        int result = posix.syncFileSystem(descriptor(folder));
        if (result < 0) {
            throw failure(result, "sync the file system of", folder.path().toString());
        }
        return true;
    }

    private static int descriptor(Folder folder) {
        if (folder instanceof Held held) {
            return held.descriptor;
        }
        throw new IllegalArgumentException("a folder of another kind");
    }

    private static FileSystemException failure(int result, String action, String name) {
        return new FileSystemException(name, null, "the system refused to " + action + " it, error " + -result);
    }
}
