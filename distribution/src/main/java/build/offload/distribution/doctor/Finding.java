package build.offload.distribution.doctor;

/**
 * One thing that was looked at.
 *
 * @param detail what was seen
 * @param remedy how to get what is missing; empty where nothing is
 */
public record Finding(String subject, Verdict verdict, String detail, String remedy) {

    /** How it was found. */
    public enum Verdict {
        /** As it should be. */
        GOOD,
        /** Not there, and nothing needs it but a job that asks for it. */
        ABSENT,
        /** Missing or wrong. */
        BAD
    }

    /** Create a finding of something that is as it should be. */
    static Finding good(String subject, String detail) {
        return new Finding(subject, Verdict.GOOD, detail, "");
    }

    /** Create a finding of something that only some jobs need. */
    static Finding absent(String subject, String detail, String remedy) {
        return new Finding(subject, Verdict.ABSENT, detail, remedy);
    }

    /** Create a finding of something that is missing or wrong. */
    static Finding bad(String subject, String detail, String remedy) {
        return new Finding(subject, Verdict.BAD, detail, remedy);
    }
}
