package build.offload.kernel.redact;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names under which secrets are kept: of variables, JSON keys, headers, query parameters. */
final class SecretNames {

    private static final List<String> ENDINGS = List.of(
            "token",
            "tokens",
            "secret",
            "secrets",
            "password",
            "passwords",
            "passwd",
            "passphrase",
            "apikey",
            "privatekey",
            "accesskey",
            "secretkey",
            "credential",
            "credentials",
            "authorization",
            "cookie");

    private static final Set<String> PARAMETERS = Set.of("key", "sig", "signature");

    private SecretNames() {}

    /** Return whether what stands under this name is secret; {@code gitea_token}, {@code apiKey}, {@code Set-Cookie} are. */
    static boolean includes(String name) {
        String plain = plain(name);
        for (String ending : ENDINGS) {
            if (plain.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }

    /** Return whether a query parameter of this name is secret; those may have shorter names. */
    static boolean includesParameter(String name) {
        return PARAMETERS.contains(plain(name)) || includes(name);
    }

    /** Return whether this is a header whose whole line is its value. */
    static boolean isHeader(String name) {
        String plain = plain(name);
        return plain.endsWith("authorization") || plain.endsWith("cookie");
    }

    /** Return whether a header's value begins with a scheme that may stay. */
    static boolean hasScheme(String name) {
        return plain(name).endsWith("authorization");
    }

    private static String plain(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c != '_' && c != '-' && c != '.') {
                plain.append(c);
            }
        }
        return plain.toString().toLowerCase(Locale.ROOT);
    }
}
