package build.offload.kernel.access;

import build.offload.spi.frontend.AccessGuard.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A token that lets its bearer in. Only the digest of the secret is kept, so that neither a log nor a memory dump holds it.
 */
public final class Token {

    private final String name;
    private final Role role;
    private final byte[] digest;

    /**
     * Create a token.
     *
     * @param name how it is called in audit and messages
     * @param secret the text its bearer shows, in UTF-8; blanks and line ends around it do not count
     * @throws IllegalArgumentException when the secret is blank
     */
    public Token(String name, Role role, byte[] secret) {
        String text = new String(secret, StandardCharsets.UTF_8).strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(
                    "token '" + name + "' is blank; put a secret into its file, or remove it");
        }
        this.name = name;
        this.role = role;
        this.digest = digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Return what the token is called. */
    public String name() {
        return name;
    }

    /** Return what the token may do. */
    public Role role() {
        return role;
    }

    /** Return whether the digest is that of this token's secret, in time that depends on neither. */
    boolean matches(byte[] shown) {
        return MessageDigest.isEqual(digest, shown);
    }

    boolean sameSecretAs(Token other) {
        return matches(other.digest);
    }

    /** Digests have one length, so that comparing them says nothing about the length of a secret. */
    static byte[] digest(byte[] secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret);
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }

    @Override
    public String toString() {
        return "token '" + name + "' (" + role + ")";
    }
}
