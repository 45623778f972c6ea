package build.offload.kernel.redact;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Values that have the shape of an issuer's token, wherever they stand. A shape is a prefix and what must follow it at least;
 * a match goes on to the end of the run of such characters, so that two tokens without a gap go together.
 */
final class TokenShapes {

    private static final String DIGITS = "0123456789";
    private static final String HEX = DIGITS + "abcdef";
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String BASE_62 = DIGITS + LETTERS;
    private static final String WORD = BASE_62 + "_-";
    private static final String BASE_64 = BASE_62 + "+/=";
    private static final String CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + DIGITS;

    private static final List<Shape> SHAPES = List.of(
            new Shape("github", "ghp_", BASE_62, 36),
            new Shape("github", "gho_", BASE_62, 36),
            new Shape("github", "ghu_", BASE_62, 36),
            new Shape("github", "ghs_", BASE_62, 36),
            new Shape("github", "ghr_", BASE_62, 36),
            new Shape("github", "github_pat_", WORD, 40),
            new Shape("gitea", "gto_", BASE_62, 52),
            new Shape("gitea", "gta_", BASE_62, 52),
            new Shape("gitlab", "glpat-", WORD, 20),
            new Shape("gitlab", "glrt-", WORD, 20),
            new Shape("gitlab", "gldt-", WORD, 20),
            new Shape("gitlab", "glcbt-", WORD, 20),
            new Shape("gitlab", "glptt-", WORD, 20),
            new Shape("aws", "AKIA", CAPITALS, 16),
            new Shape("aws", "ASIA", CAPITALS, 16),
            new Shape("google", "AIza", WORD, 35),
            new Shape("google", "ya29.", WORD, 20),
            new Shape("slack", "xoxb-", WORD, 20),
            new Shape("slack", "xoxp-", WORD, 20),
            new Shape("slack", "xoxa-", WORD, 20),
            new Shape("slack", "xoxr-", WORD, 20),
            new Shape("slack", "xoxs-", WORD, 20),
            new Shape("slack", "xapp-", WORD, 20),
            new Shape("slack", "hooks.slack.com/services/", BASE_62 + "/", 20),
            new Shape("npm", "npm_", BASE_62, 36),
            new Shape("pypi", "pypi-AgEIcHlwaS5vcmc", WORD, 20),
            new Shape("rubygems", "rubygems_", HEX, 48),
            new Shape("docker", "dckr_pat_", WORD, 20),
            new Shape("anthropic", "sk-ant-", WORD, 20),
            new Shape("huggingface", "hf_", LETTERS, 34),
            new Shape("stripe", "sk_live_", BASE_62, 10),
            new Shape("stripe", "sk_test_", BASE_62, 10),
            new Shape("stripe", "rk_live_", BASE_62, 10),
            new Shape("stripe", "rk_test_", BASE_62, 10),
            new Shape("sendgrid", "SG.", WORD, 20),
            new Shape("twilio", "SK", HEX, 32),
            new Shape("digitalocean", "dop_v1_", HEX, 64),
            new Shape("sentry", "sntryu_", HEX, 64),
            new Shape("sentry", "sntrys_", BASE_64, 20),
            new Shape("grafana", "glsa_", BASE_62, 32),
            new Shape("grafana", "glc_", BASE_64, 40),
            new Shape("vault", "hvs.", WORD, 24),
            new Shape("databricks", "dapi", HEX, 32),
            new Shape("linear", "lin_api_", BASE_62, 40),
            new Shape("notion", "ntn_", BASE_62, 40),
            new Shape("postman", "PMAK-", WORD, 40),
            new Shape("shopify", "shpat_", HEX, 32),
            new Shape("age", "AGE-SECRET-KEY-1", CAPITALS, 58));

    /** The shapes by the first character of their prefix, which is below 128. */
    private static final List<List<Shape>> BY_FIRST = IntStream.range(0, 128)
            .mapToObj(first -> SHAPES.stream()
                    .filter(shape -> shape.prefix().charAt(0) == first)
                    .toList())
            .toList();

    private static final List<Infix> INFIXES = List.of(
            new Infix("jwt", ".eyJ", "eyJ", WORD, 5, WORD + ".", 10),
            new Infix("openai", "T3BlbkFJ", "sk-", WORD, 3, WORD, 10),
            new Infix("azure", "Q~", "", BASE_62, 4, WORD + "~.", 31),
            new Infix("terraform", ".atlasv1.", "", BASE_62, 14, WORD, 60));

    private TokenShapes() {}

    static String redact(String text) {
        String clean = text;
        for (Infix infix : INFIXES) {
            clean = infix.redact(clean);
        }
        return prefixes(clean);
    }

    private static String prefixes(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        int copied = 0;
        int at = 0;
        while (at < text.length()) {
            Found found = found(text, at);
            if (found.end() > at) {
                clean.append(text, copied, at).append(Mark.of(found.rule()));
                copied = found.end();
                at = found.end();
            } else {
                at++;
            }
        }
        return copied == 0 ? text : clean.append(text, copied, text.length()).toString();
    }

    private static Found found(String text, int at) {
        char first = text.charAt(at);
        for (Shape shape : first < 128 ? BY_FIRST.get(first) : List.<Shape>of()) {
            int end = shape.end(text, at);
            if (end > at) {
                return new Found(shape.rule(), end);
            }
        }
        return new Found("", at);
    }

    /** A token that was found: by which rule, and where it ends. */
    private record Found(String rule, int end) {}

    /** A token that begins with its issuer's mark. */
    private record Shape(String rule, String prefix, String alphabet, int minimum) {

        /** Return where the token ends that begins here; {@code at} when none does. */
        int end(String text, int at) {
            int from = at + prefix.length();
            if (!text.startsWith(prefix, at) || Runs.length(text, from, alphabet, minimum) < minimum) {
                return at;
            }
            String tail = alphabet + WORD + ".";
            int end = from + Runs.length(text, from, tail, text.length());
            return text.charAt(end - 1) == '.' ? end - 1 : end;
        }
    }

    /** A token that is known by its middle. */
    private record Infix(
            String rule, String middle, String beginning, String before, int least, String after, int minimum) {

        String redact(String text) {
            int middleAt = text.indexOf(middle);
            if (middleAt < 0) {
                return text;
            }
            StringBuilder clean = new StringBuilder(text.length());
            int copied = 0;
            int floor = 0;
            while (middleAt >= 0) {
                int next = middleAt + middle.length();
                int from = begin(text, floor, middleAt);
                if (from == middleAt) {
                    // No beginning was found up to here, so the next search need not go back over it again.
                    floor = middleAt;
                } else if (Runs.length(text, next, after, minimum) == minimum) {
                    clean.append(text, copied, from).append(Mark.of(rule));
                    copied = next + Runs.length(text, next, after, text.length());
                    next = copied;
                    floor = copied;
                }
                middleAt = text.indexOf(middle, next);
            }
            return clean.append(text, copied, text.length()).toString();
        }

        /** Return where the token begins whose middle is here; the middle itself when it has no such beginning. */
        private int begin(String text, int floor, int middleAt) {
            int from = middleAt;
            while (from > floor && before.indexOf(text.charAt(from - 1)) >= 0) {
                from--;
            }
            if (!beginning.isEmpty()) {
                int marked = text.indexOf(beginning, from, middleAt);
                from = marked >= 0 ? marked : middleAt;
            }
            return middleAt - from >= least ? from : middleAt;
        }
    }
}
