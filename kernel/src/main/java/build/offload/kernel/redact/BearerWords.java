package build.offload.kernel.redact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A token after the word Bearer, wherever that stands. */
final class BearerWords {

    /** The value's length is bounded below only, its characters exclude the blank before it: one pass. */
    private static final Pattern BEARER = Pattern.compile("(?i)(bearer[ \\t]{1,4})([a-z0-9._~+/=-]{8,}+)");

    /** English words follow the word bearer too; they are short and have neither digits nor capitals. */
    private static final Pattern WORD = Pattern.compile("[a-z.-]{1,19}");

    private BearerWords() {}

    static String redact(String text) {
        Matcher matcher = BEARER.matcher(text);
        StringBuilder clean = new StringBuilder(text.length());
        while (matcher.find()) {
            boolean prose = WORD.matcher(matcher.group(2)).matches();
            String replacement = prose ? matcher.group() : matcher.group(1) + Mark.of("bearer");
            matcher.appendReplacement(clean, Matcher.quoteReplacement(replacement));
        }
        return matcher.appendTail(clean).toString();
    }
}
