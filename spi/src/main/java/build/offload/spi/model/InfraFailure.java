package build.offload.spi.model;

import java.util.Locale;

/**
 * The typed reasons for which a job may end without its build being to blame. {@code job-retry} acts on these alone.
 */
public enum InfraFailure {
    UNREACHABLE,
    START_LOST,
    EXECUTOR_LOST,
    CAPABILITY_MISSING,
    DISK_FULL,
    TRANSFER_FAILED,
    OUTPUTS_LOST,
    SNAPSHOT_LOST,
    CONTROLLER_LOST;

    /** Return the code used on the wire, in events and in the store, such as {@code start-lost}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Read back a code that {@link #code()} gives. */
    public static InfraFailure ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
