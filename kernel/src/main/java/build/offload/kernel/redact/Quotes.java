package build.offload.kernel.redact;

/** Where quoted and bracketed text ends, also inside text that is quoted itself. */
final class Quotes {

    private Quotes() {}

    /** Return where the quoted text begins whose opening quote is here, backslashes before it included; else {@code from}. */
    static int openEnd(String text, int from) {
        int at = from;
        while (at < text.length() && at - from < 8 && text.charAt(at) == '\\') {
            at++;
        }
        boolean quote = at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
        return quote ? at + 1 : from;
    }

    /** Return where the text ends that was opened between these places: before the same quote with as many backslashes. */
    static int close(String text, int from, int open) {
        char quote = text.charAt(open - 1);
        int depth = open - 1 - from;
        int backslashes = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                backslashes++;
                continue;
            }
            if (c == quote && backslashes <= depth) {
                return i - backslashes;
            }
            if (c == quote && depth == 0 && backslashes % 2 == 0) {
                return i;
            }
            backslashes = 0;
        }
        return text.length();
    }

    /** Return where a line ends: at a line feed, a written-out one, or a quote around it; a value's own quotes are passed. */
    static int lineEnd(String text, int from) {
        int at = from;
        while (at < text.length() && !endsLine(text, at)) {
            at = afterOwnQuotes(text, at);
        }
        return at;
    }

    private static boolean endsLine(String text, int at) {
        char c = text.charAt(at);
        boolean ends = c == '\n' || c == '\r' || c == '`' || isEscape(text, at) || openEnd(text, at) > at;
        return ends && afterOwnQuotes(text, at) == at + 1;
    }

    /** Return where it goes on after a value in quotes, as in {@code name="value"}; the next character when none begins here. */
    private static int afterOwnQuotes(String text, int at) {
        int open = openEnd(text, at);
        if (open == at || at == 0 || text.charAt(at - 1) != '=') {
            return at + 1;
        }
        int close = close(text, at, open);
        boolean sameLine = close < text.length() && text.substring(open, close).indexOf('\n') < 0;
        return sameLine ? close + (open - at) : at + 1;
    }

    /** Return whether a written-out line feed, tab or quote begins here. */
    static boolean isEscape(String text, int at) {
        return text.charAt(at) == '\\' && at + 1 < text.length() && "nrt\"'\\".indexOf(text.charAt(at + 1)) >= 0;
    }

    /** Return where the bracket closes that opens here; the end of the text when it does not. */
    static int bracketEnd(String text, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == '[' || c == '{')) {
                depth++;
            } else if (!quoted && (c == ']' || c == '}') && --depth == 0) {
                return i + 1;
            }
        }
        return text.length();
    }
}
