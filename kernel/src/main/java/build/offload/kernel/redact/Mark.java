package build.offload.kernel.redact;

/** What stands in a secret's place. */
final class Mark {

    private static final String OPENING = "[REDACTED:";

    private Mark() {}

    /** Return the mark of a rule. */
    static String of(String rule) {
        return OPENING + rule + "]";
    }

    /** Return whether a piece of text is nothing but a mark, so that it must be left as it is. */
    static boolean is(String text, int from, int to) {
        return text.startsWith(OPENING, from) && text.indexOf(']', from) == to - 1;
    }

    /** Return where the mark ends that begins here; {@code from} when none does. */
    static int end(String text, int from) {
        if (!text.startsWith(OPENING, from)) {
            return from;
        }
        int close = text.indexOf(']', from);
        return close < 0 ? from : close + 1;
    }
}
