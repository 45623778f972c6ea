package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.nio.file.Path;

/** How folders are reached and names change places: by the kernel's own calls, or with what every JDK has. */
public interface Reach {

    /** Return the best that this machine offers. */
    static Reach best() {
        return NativeReach.load().<Reach>map(reach -> reach).orElseGet(() -> new PortableReach(Steps.UNOBSERVED));
    }

    /** Return the best that this machine offers, found once: that takes milliseconds. */
    static Reach shared() {
        return Best.REACH;
    }

    /** Made when first needed, since constructing a plugin does no work. */
    final class Best {
        private static final Reach REACH = best();

        private Best() {}
    }

    /** Open a folder by its real path. */
    Folder top(Path folder) throws IOException;

    /** Go one component down. */
    Entered into(Folder folder, String name) throws IOException;

    /** What going down came to. */
    sealed interface Entered {
        /** The folder. */
        record Inside(Folder folder) implements Entered {}

        /** Nothing has this name. */
        record Absent() implements Entered {}

        /** Something that is no folder has it. */
        record Barred() implements Entered {}
    }

    /** Give a file a name that nothing else has; false, and nothing done, if something has it. */
    boolean moveToFreeName(Folder from, String name, Folder to, String freeName) throws IOException;

    /** Have two names change places in one step. */
    Exchanged exchange(Folder one, String name, Folder other, String otherName) throws IOException;

    /** What the exchange came to. */
    enum Exchanged {
        DONE,
        /** One of the names is not there; nothing was done. */
        MISSING,
        /** This file system cannot; nothing was done. */
        UNSUPPORTED
    }

    /** Make everything written so far to the file system of this folder survive a power loss; false if there is no way to. */
    boolean syncFileSystem(Folder folder) throws IOException;
}
