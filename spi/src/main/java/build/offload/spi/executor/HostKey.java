package build.offload.spi.executor;

import build.offload.spi.model.InvalidValueException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * The public key by which a host proves that it is the one that was enrolled.
 *
 * @param type the key's algorithm name, such as {@code ssh-ed25519}
 * @param base64 the public key as OpenSSH writes it
 */
public record HostKey(String type, String base64) {

    private static final Pattern TYPE = Pattern.compile("[a-z0-9@.-]{1,64}");
    private static final Pattern BODY = Pattern.compile("[A-Za-z0-9+/]{16,8192}={0,2}");

    public HostKey {
        if (!TYPE.matcher(type).matches() || !BODY.matcher(base64).matches()) {
            throw new InvalidValueException("host key", "must be a type and a public key in base 64");
        }
    }

    /** Read back what {@link #toString()} gives. */
    public static HostKey parse(String text) {
        String[] parts = text.strip().split(" ", 2);
        if (parts.length != 2) {
            throw new InvalidValueException("host key", "must be a type and a public key in base 64");
        }
        return new HostKey(parts[0], parts[1]);
    }

    /** Return the fingerprint as OpenSSH shows it: {@code SHA256:} and the unpadded digest in base 64. */
    public String fingerprint() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(Base64.getDecoder().decode(base64));
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }

    @Override
    public String toString() {
        return type + " " + base64;
    }
}
