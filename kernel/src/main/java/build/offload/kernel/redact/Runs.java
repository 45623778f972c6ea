package build.offload.kernel.redact;

/** Lengths of runs of characters from an alphabet. */
final class Runs {

    private Runs() {}

    /** Return how many characters of an alphabet follow from here, counting no further than {@code limit}. */
    static int length(String text, int from, String alphabet, int limit) {
        int at = from;
        while (at < text.length() && at - from < limit && alphabet.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at - from;
    }
}
