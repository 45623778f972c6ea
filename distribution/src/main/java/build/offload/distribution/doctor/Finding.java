package build.offload.distribution.doctor;

/**
 * One thing that was looked at.
 *
 * @param detail what was seen
 * @param remedy how to get what is missing; empty where nothing is
 */
public record Finding(String subject, boolean ok, String detail, String remedy) {

    /** Create a finding of something that is as it should be. */
    static Finding good(String subject, String detail) {
        return new Finding(subject, true, detail, "");
    }

    /** Create a finding of something that is missing or wrong. */
    static Finding bad(String subject, String detail, String remedy) {
        return new Finding(subject, false, detail, remedy);
    }
}
