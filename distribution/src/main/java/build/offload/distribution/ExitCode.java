package build.offload.distribution;

/**
 * Every exit code of the command line that is not a build's own; the numbers follow {@code sysexits.h} where it has one.
 * A build may end with the same number: the report of {@code run --json} tells which of the two it was.
 */
public enum ExitCode {
    SUCCESS(0, "it is done"),
    CHECK_FAILED(1, "doctor or quickstart found something that does not work"),
    USAGE(64, "the command line cannot be understood"),
    NO_CONTROLLER(69, "no controller runs, or it cannot be reached"),
    INTERNAL(70, "a fault in offload itself"),
    BLOCKED(73, "the build succeeded, but its outputs may not be put into the checkout; they are kept"),
    INFRASTRUCTURE(75, "nothing can run it now, or a host, the transport or the controller's store failed"),
    REFUSED(77, "what was asked is not allowed or not possible as it stands; nothing was changed"),
    CONFIGURATION(78, "a token file is missing, empty or readable by others, or the named configuration is not there"),
    CANCELLED(130, "it was cancelled");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    /** Return the number the process ends with. */
    public int number() {
        return number;
    }

    /** Return what it means, as the help text says it. */
    public String meaning() {
        return meaning;
    }
}
