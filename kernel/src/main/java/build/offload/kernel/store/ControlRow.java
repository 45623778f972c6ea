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
 * @param decidedBy who made the last decision that changed something; absent where that is not known
 */
public record ControlRow(
        HostMode mode,
        long version,
        OptionalLong requestVersion,
        Optional<Instant> updatedAt,
        Optional<String> decidedBy) {

    /** Create a record of which it is not known who decided it. */
    public ControlRow(HostMode mode, long version, OptionalLong requestVersion, Optional<Instant> updatedAt) {
        this(mode, version, requestVersion, updatedAt, Optional.empty());
    }

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

    /** Return it as the decision of somebody. */
    public ControlRow by(String actor) {
        return new ControlRow(mode, version, requestVersion, updatedAt, Optional.of(actor));
    }
}
