package build.offload.kernel.redact;

/** PEM blocks that hold a private key, over many lines or with their line feeds written out. */
final class PrivateKeys {

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    /** The longest label there is stays below this. */
    private static final int LABEL_LIMIT = 64;

    private PrivateKeys() {}

    static String redact(String text) {
        int begin = text.indexOf(BEGIN);
        if (begin < 0) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        int copied = 0;
        while (begin >= 0) {
            int next = begin + BEGIN.length();
            if (isPrivateKey(text, next)) {
                clean.append(text, copied, begin).append(Mark.of("private-key"));
                copied = end(text, next);
                next = copied;
            }
            begin = text.indexOf(BEGIN, next);
        }
        return clean.append(text, copied, text.length()).toString();
    }

    private static boolean isPrivateKey(String text, int label) {
        int limit = Math.min(text.length(), label + LABEL_LIMIT);
        String head = text.substring(label, limit);
        int close = head.indexOf(DASHES);
        return close >= 0 && head.substring(0, close).contains("PRIVATE KEY");
    }

    /** A block that was cut off is secret to the end of the text. */
    private static int end(String text, int from) {
        int end = text.indexOf(END, from);
        int close = end < 0 ? -1 : text.indexOf(DASHES, end + END.length());
        return close < 0 ? text.length() : close + DASHES.length();
    }
}
