package build.offload.kernel.redact;

/** Passwords and keys in the user part of an address; scheme, host and an ordinary user name stay. */
final class Addresses {

    private static final String SEPARATOR = "://";

    /** A user name this long that has digits in it is a key: nobody types it. */
    private static final int KEY_LENGTH = 20;

    /** User parts are looked for this far and no further. */
    private static final int USER_LIMIT = 512;

    private Addresses() {}

    static String redact(String text) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        int copied = 0;
        while (separator >= 0) {
            int from = separator + SEPARATOR.length();
            int at = userEnd(text, from);
            if (at > from) {
                clean.append(text, copied, from).append(user(text, from, at));
                copied = at;
            }
            separator = text.indexOf(SEPARATOR, Math.max(from, at));
        }
        return clean.append(text, copied, text.length()).toString();
    }

    /** Return where the {@code @} after a user part stands; -1 when there is no user part. */
    private static int userEnd(String text, int from) {
        int limit = Math.min(text.length(), from + USER_LIMIT);
        int authorityEnd = from;
        while (authorityEnd < limit && !endsAuthority(text.charAt(authorityEnd))) {
            authorityEnd++;
        }
        int at = lastAt(text, from, authorityEnd);
        return at < 0 && holdsPassword(text, from, authorityEnd)
                ? lastAt(text, from, textEnd(text, authorityEnd, limit))
                : at;
    }

    /** A password may hold a slash although it should not; what stands before the slash is then no port. */
    private static boolean holdsPassword(String text, int from, int authorityEnd) {
        int colon = text.lastIndexOf(':', authorityEnd - 1);
        return colon > from
                && text.charAt(from) != '['
                && !text.substring(colon + 1, authorityEnd).chars().allMatch(Character::isDigit);
    }

    private static int lastAt(String text, int from, int to) {
        int at = to - 1;
        while (at >= from && text.charAt(at) != '@') {
            at--;
        }
        return at >= from ? at : -1;
    }

    private static int textEnd(String text, int from, int limit) {
        int at = from;
        while (at < limit && !endsText(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean endsAuthority(char c) {
        return c == '/' || c == '?' || c == '#' || endsText(c);
    }

    private static boolean endsText(char c) {
        return c == '"' || c == '\'' || c == '<' || c == '>' || c == '\\' || c <= ' ';
    }

    private static String user(String text, int from, int at) {
        int markEnd = Mark.end(text, from);
        int colon = text.indexOf(':', markEnd);
        int nameEnd = colon < 0 || colon > at ? at : colon;
        boolean key = markEnd == from && isKey(text, from, nameEnd);
        String name = key ? Mark.of("url-userinfo") : text.substring(from, nameEnd);
        boolean bare = nameEnd >= at - 1;
        if (bare) {
            return name + text.substring(nameEnd, at);
        }
        boolean marked = Mark.is(text, nameEnd + 1, at);
        return name + ":" + (marked ? text.substring(nameEnd + 1, at) : Mark.of("url-userinfo"));
    }

    private static boolean isKey(String text, int from, int to) {
        return to - from >= KEY_LENGTH && text.substring(from, to).chars().anyMatch(Character::isDigit);
    }
}
