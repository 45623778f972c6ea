package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hexadecimal. */
public final class Sha256 {

    private Sha256() {}

    /** Return the digest of a text in UTF-8. */
    public static String of(String text) {
        return hex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Return the digest of a file that is no link. */
    public static String of(Path file) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return hex(digest.digest());
    }

    /** Return a fresh digest to feed. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }

    /** Return a digest as text. */
    public static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }
}
