package build.offload.kernel.fleet;

import build.offload.kernel.store.ControlRow;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.InvalidValueException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rule by which a host's control record changes (D01–D15): versioned, and forgiving towards the last request repeated.
 * Arguments are checked before anything else; one that cannot be is an {@link InvalidValueException}.
 */
public final class HostControl {

    /** The last version that can be asked for: the change it asks for makes the last one there is. */
    public static final long LAST_EXPECTED = Long.MAX_VALUE - 2;

    private static final long LAST_MILLIS = 253_402_300_000_000L;

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
        check(expected, now);
        if (expected.isPresent()) {
            return versioned(current, HostMode.DRAINING, expected.getAsLong(), now);
        }
        return current.mode() == HostMode.DRAINING
                ? new Decision.Unchanged(current)
                : new Decision.Changed(next(current, HostMode.DRAINING, OptionalLong.empty(), now));
    }

    /**
     * Decide on a restore.
     *
     * @param expected the version the caller saw; a restore without one would undo a drain that the caller knows nothing of
     */
    public static Decision restore(ControlRow current, OptionalLong expected, Instant now) {
        check(expected, now);
        return versioned(
                current,
                HostMode.ACTIVE,
                expected.orElseThrow(
                        () -> new InvalidValueException("expectedControlVersion", "is required to restore a host")),
                now);
    }

    private static void check(OptionalLong expected, Instant now) {
        long version = expected.orElse(0);
        if (version < 0 || version > LAST_EXPECTED) {
            throw new InvalidValueException(
                    "expectedControlVersion", "must be between 0 and " + LAST_EXPECTED + ", but is " + version);
        }
        if (now.isBefore(Instant.EPOCH) || now.isAfter(Instant.ofEpochMilli(LAST_MILLIS))) {
            throw new InvalidValueException("time", "must be between 1970 and 9999, but is " + now);
        }
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
        return new ControlRow(mode, Math.addExact(current.version(), 1), request, Optional.of(at));
    }
}
