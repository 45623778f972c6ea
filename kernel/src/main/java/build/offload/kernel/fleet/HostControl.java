package build.offload.kernel.fleet;

import build.offload.kernel.store.ControlRow;
import build.offload.spi.model.HostMode;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** The rule by which a host's control record changes (D01–D15): versioned, and forgiving towards the last request repeated. */
public final class HostControl {

    private HostControl() {}

    /** What comes of a request. */
    public sealed interface Decision {
        /** The record becomes another. */
        record Changed(ControlRow record) implements Decision {}

        /** The request asks for what is, or repeats the last one. */
        record Unchanged(ControlRow record) implements Decision {}

        /** The request names a version that is not current. */
        record Stale(long currentVersion) implements Decision {}
    }

    /**
     * Decide on a drain.
     *
     * @param expected the version the caller saw; absent for the form that only ensures the host is draining
     */
    public static Decision drain(ControlRow current, OptionalLong expected, Instant now) {
        if (expected.isEmpty() && current.mode() == HostMode.DRAINING) {
            return new Decision.Unchanged(current);
        }
        return expected.isEmpty()
                ? new Decision.Changed(next(current, HostMode.DRAINING, OptionalLong.empty(), now))
                : versioned(current, HostMode.DRAINING, expected.getAsLong(), now);
    }

    /** Decide on a restore; where the caller named no version, the current one is meant. */
    public static Decision restore(ControlRow current, OptionalLong expected, Instant now) {
        return versioned(current, HostMode.ACTIVE, expected.orElse(current.version()), now);
    }

    private static Decision versioned(ControlRow current, HostMode mode, long expected, Instant now) {
        boolean repeated = current.version() > 0
                && current.mode() == mode
                && current.requestVersion().equals(OptionalLong.of(expected));
        if (repeated) {
            return new Decision.Unchanged(current);
        }
        return current.version() == expected
                ? new Decision.Changed(next(current, mode, OptionalLong.of(expected), now))
                : new Decision.Stale(current.version());
    }

    /** The moment of a change never lies before that of the change it follows, whatever the clock does. */
    private static ControlRow next(ControlRow current, HostMode mode, OptionalLong request, Instant now) {
        Instant at = current.updatedAt().filter(now::isBefore).orElse(now);
        return new ControlRow(mode, current.version() + 1, request, Optional.of(at));
    }
}
