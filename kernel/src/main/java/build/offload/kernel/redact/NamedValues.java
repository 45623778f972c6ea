package build.offload.kernel.redact;

/**
 * Values that stand under a secret's name: {@code GITEA_TOKEN=…}, {@code "password": …}, {@code Authorization: Bearer …},
 * {@code ?access_token=…}. One pass: at each {@code =} or {@code :} the name before it is looked at, whose length is bounded.
 */
final class NamedValues {

    private static final int NAME_LIMIT = 64;
    private static final int BLANKS_LIMIT = 8;

    private final String text;
    private final StringBuilder clean;
    private int copied;

    private NamedValues(String text) {
        this.text = text;
        this.clean = new StringBuilder(text.length());
    }

    static String redact(String text) {
        return text.indexOf('=') < 0 && text.indexOf(':') < 0 ? text : new NamedValues(text).run();
    }

    private String run() {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            i = (c == '=' || c == ':') ? Math.max(i + 1, separator(i)) : i + 1;
        }
        return clean.append(text, copied, text.length()).toString();
    }

    /** Look at one separator; return where to go on. */
    private int separator(int at) {
        Name name = nameBefore(at);
        if (name.text().isEmpty() || text.startsWith("://", at) || !isSecret(name, at)) {
            return at + 1;
        }
        int from = skipBlanks(at + 1);
        if (name.quoted() && opensBracket(from)) {
            return replaceJson(from, Quotes.bracketEnd(text, from));
        }
        return SecretNames.isHeader(name.text()) ? header(name, from) : value(name, from);
    }

    private boolean isSecret(Name name, int separator) {
        boolean parameter = name.parameter() && text.charAt(separator) == '=';
        return parameter ? SecretNames.includesParameter(name.text()) : SecretNames.includes(name.text());
    }

    /** A name before a separator: whether it was quoted, and whether it is a query parameter's. */
    private record Name(String text, boolean quoted, boolean parameter) {}

    private Name nameBefore(int separator) {
        int end = separator;
        while (end > 0 && separator - end < BLANKS_LIMIT && text.charAt(end - 1) == ' ') {
            end--;
        }
        int quote = end;
        while (end > 0 && quote - end < BLANKS_LIMIT && isQuoting(text.charAt(end - 1))) {
            end--;
        }
        int from = end;
        while (from > 0 && end - from < NAME_LIMIT && isNamePart(text.charAt(from - 1))) {
            from--;
        }
        char before = from > 0 ? text.charAt(from - 1) : ' ';
        return new Name(text.substring(from, end), end < quote, before == '?' || before == '&');
    }

    private static boolean isQuoting(char c) {
        return c == '"' || c == '\'' || c == '\\';
    }

    private static boolean isNamePart(char c) {
        return c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.');
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < text.length() && at - from < BLANKS_LIMIT && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    private boolean opensBracket(int at) {
        return at < text.length() && (text.charAt(at) == '[' || text.charAt(at) == '{');
    }

    /** The value of a header is its whole line, or what is left of the quoted text it stands in. */
    private int header(Name name, int from) {
        int open = Quotes.openEnd(text, from);
        int to = open > from ? Quotes.close(text, from, open) : Quotes.lineEnd(text, open);
        int value = SecretNames.hasScheme(name.text()) ? schemeEnd(open, to) : open;
        return replace(value, to, SecretNames.hasScheme(name.text()) ? "authorization" : "cookie");
    }

    private int schemeEnd(int from, int to) {
        int at = from;
        while (at < to && at - from < 16 && Character.isLetter(text.charAt(at))) {
            at++;
        }
        int value = at;
        while (value < to && text.charAt(value) == ' ') {
            value++;
        }
        return at > from && value > at && value < to ? value : from;
    }

    private int value(Name name, int from) {
        if (from >= text.length()) {
            return from;
        }
        int open = Quotes.openEnd(text, from);
        if (open > from) {
            return replace(open, Quotes.close(text, from, open), "assignment");
        }
        int to = bareEnd(from, name.quoted());
        return name.quoted() ? replaceJson(from, to) : replace(from, to, "assignment");
    }

    private int bareEnd(int from, boolean json) {
        int at = from;
        while (at < text.length() && !endsBare(at, json)) {
            at++;
        }
        return at;
    }

    private boolean endsBare(int at, boolean json) {
        char c = text.charAt(at);
        boolean always =
                c <= ' ' || c == '"' || c == '\'' || c == '&' || c == '<' || c == '>' || Quotes.isEscape(text, at);
        return always || (json && (c == ',' || c == '}' || c == ']'));
    }

    private int replace(int from, int to, String rule) {
        if (to > from && !Mark.is(text, from, to)) {
            clean.append(text, copied, from).append(Mark.of(rule));
            copied = to;
        }
        return to;
    }

    /** In JSON the mark needs quotes of its own, where the value had none. */
    private int replaceJson(int from, int to) {
        if (to > from && !Mark.is(text, from, to)) {
            String quote = text.charAt(from) == '\\' ? "\\\"" : "\"";
            clean.append(text, copied, from)
                    .append(quote)
                    .append(Mark.of("key"))
                    .append(quote);
            copied = to;
        }
        return to;
    }
}
