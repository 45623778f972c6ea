package build.offload.conformance.wire;

/** Every exit code of the command; the numbers follow {@code sysexits.h} where it has one. */
enum ExitCode {
    PASSED(0, "no check failed"),
    FAILED(1, "at least one check failed"),
    USAGE(64, "the command line cannot be understood, or it selects no check"),
    NO_SERVER(69, "nothing answers at the address"),
    NO_REPORT(73, "a report could not be written"),
    CONFIGURATION(78, "a token file is missing or empty");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    int number() {
        return number;
    }

    String meaning() {
        return meaning;
    }
}
