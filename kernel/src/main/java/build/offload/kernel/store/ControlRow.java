package build.offload.kernel.store;

import build.offload.spi.model.HostMode;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What operators last decided about a host's admission. A host without a stored row has {@link #UNTOUCHED}.
 *
 * @param version grows by one with every decision that changed something
 * @param requestVersion the version the last decision named, when it named one; always the one before {@code version}
 */
public record ControlRow(HostMode mode, long version, OptionalLong requestVersion, Optional<Instant> updatedAt) {

    /** What stands for a record that cannot be read: it admits nothing, and no decision can rest on it (D24). */
    public static final ControlRow UNREADABLE =
            new ControlRow(HostMode.DRAINING, -1, OptionalLong.empty(), Optional.empty());

    /** Return whether this is what was stored. */
    public boolean readable() {
        return version >= 0;
    }

    /** The record of a host nobody ever drained. */
    public static final ControlRow UNTOUCHED =
            new ControlRow(HostMode.ACTIVE, 0, OptionalLong.empty(), Optional.empty());
}
