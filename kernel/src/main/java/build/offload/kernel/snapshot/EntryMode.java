package build.offload.kernel.snapshot;

import java.util.Optional;

/** The kinds of entry a snapshot has. Folders follow from paths, and a nested repository is never an entry of its own. */
public enum EntryMode {
    FILE(0100644),
    EXECUTABLE(0100755),
    LINK(0120000);

    private final int bits;

    EntryMode(int bits) {
        this.bits = bits;
    }

    /** Return the mode as git writes it in trees, six octal digits. */
    public String text() {
        return Integer.toOctalString(bits);
    }

    static Optional<EntryMode> of(int bits) {
        for (EntryMode mode : values()) {
            if (mode.bits == bits) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
