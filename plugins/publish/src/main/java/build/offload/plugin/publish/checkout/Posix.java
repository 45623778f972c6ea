package build.offload.plugin.publish.checkout;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The system calls of Linux that the JDK does not offer. Each returns what the call does, or a negative error number.
 * Needs {@code --enable-native-access} for this module.
 */
final class Posix {

    static final int NO_SUCH_FILE = -2;
    static final int EXISTS = -17;
    static final int OTHER_FILE_SYSTEM = -18;
    static final int NOT_A_FOLDER = -20;
    static final int INVALID = -22;
    static final int NOT_IMPLEMENTED = -38;
    static final int TOO_MANY_LINKS = -40;

    private static final int FROM_WORKING_FOLDER = -100;
    private static final int PATH_ONLY = 0x200000;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int KEEP_EXISTING = 1;
    private static final int EXCHANGE = 2;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERROR = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final MethodHandle openat;
    private final MethodHandle close;
    private final MethodHandle renameat2;
    private final MethodHandle syncfs;
    private final int folderOnly;

    @SuppressWarnings("restricted")
    private Posix(Linker linker, int folderOnly) {
        this.folderOnly = folderOnly;
        Linker.Option errors = Linker.Option.captureCallState("errno");
        this.openat = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("openat"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT),
                errors,
                Linker.Option.firstVariadicArg(3));
        this.close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("close"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                errors);
        this.syncfs = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("syncfs"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                errors);
        this.renameat2 = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("renameat2"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT),
                errors);
    }

    /** Return the calls; empty where native access is denied, the C library lacks one, or the machine's flags are not known. */
    static Optional<Posix> load() {
        try {
            return folderOnlyFlags(System.getProperty("os.arch")).map(flags -> new Posix(Linker.nativeLinker(), flags));
        } catch (IllegalCallerException | NoSuchElementException | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    /** Return {@code O_DIRECTORY | O_NOFOLLOW}, whose values differ between machines. */
    private static Optional<Integer> folderOnlyFlags(String machine) {
        return switch (machine) {
            case "amd64", "riscv64" -> Optional.of(0x10000 | 0x20000);
            case "aarch64" -> Optional.of(0x4000 | 0x8000);
            default -> Optional.empty();
        };
    }

    /** Open a folder by path, from the root or the working folder; never a link. */
    int openFolder(String path) {
        return openFolder(FROM_WORKING_FOLDER, path);
    }

    /** Open a folder by its name in another; never a link. */
    int openFolder(int in, String name) {
        return open(in, name, PATH_ONLY);
    }

    private int open(int in, String name, int how) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int flags = how | folderOnly | CLOSE_ON_EXEC;
            int result = (int) openat.invokeExact(state, in, arena.allocateFrom(name), flags, 0);
            return result(result, state);
        } catch (Throwable broken) {
            throw unexpected(broken);
        }
    }

    int close(int descriptor) {
        return call(close, descriptor);
    }

    /** Write back the whole file system that a folder is on. */
    int syncFileSystem(int folder) {
        int readable = open(folder, ".", 0);
        if (readable < 0) {
            return readable;
        }
        int result = call(syncfs, readable);
        close(readable);
        return result;
    }

    private static int call(MethodHandle function, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return result((int) function.invokeExact(state, descriptor), state);
        } catch (Throwable broken) {
            throw unexpected(broken);
        }
    }

    /** Rename, unless the new name is taken. */
    int renameToFree(int from, String name, int to, String freeName) {
        return rename(from, name, to, freeName, KEEP_EXISTING);
    }

    /** Have two names change places. */
    int exchange(int one, String name, int other, String otherName) {
        return rename(one, name, other, otherName, EXCHANGE);
    }

    private int rename(int from, String name, int to, String newName, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment source = arena.allocateFrom(name);
            MemorySegment target = arena.allocateFrom(newName);
            return result((int) renameat2.invokeExact(state, from, source, to, target, flags), state);
        } catch (Throwable broken) {
            throw unexpected(broken);
        }
    }

    private static int result(int returned, MemorySegment state) {
        return returned >= 0 ? returned : -(int) ERROR.get(state, 0L);
    }

    private static IllegalStateException unexpected(Throwable broken) {
        return new IllegalStateException("a call into the C library cannot fail in Java", broken);
    }
}
