package build.offload.spi.model;

import java.util.regex.Pattern;

/**
 * One run of a job on one host. Its text, {@code job-id.number}, names everything that run leaves on a host or in
 * staging, so that doing a step twice under the same id finds what the first time left.
 */
public record AttemptId(JobId job, int number) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}\\.[1-9][0-9]{0,5}");

    public AttemptId {
        if (number < 1) {
            throw new InvalidValueException("attempt", "is numbered from 1, but is " + number);
        }
    }

    /** Read back the text that {@link #toString()} gives. */
    public static AttemptId parse(String text) {
        Names.matching("attempt id", text, FORM, "a job id, a dot and a number from 1");
        return new AttemptId(new JobId(text.substring(0, 64)), Integer.parseInt(text.substring(65)));
    }

    @Override
    public String toString() {
        return job + "." + number;
    }
}
