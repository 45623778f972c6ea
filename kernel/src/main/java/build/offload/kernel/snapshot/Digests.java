package build.offload.kernel.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests as git and this package use them, in lower-case hexadecimal. */
final class Digests {

    private Digests() {}

    static String sha1(byte[] bytes, int length) {
        MessageDigest digest = sha1();
        digest.update(bytes, 0, length);
        return hex(digest);
    }

    /** Return the name git gives a file's content; it is of no use when the stream does not hold {@code size} bytes. */
    static String blobId(InputStream content, long size) throws IOException {
        MessageDigest digest = sha1();
        digest.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
        update(digest, content);
        return hex(digest);
    }

    static String sha1(InputStream content) throws IOException {
        MessageDigest digest = sha1();
        update(digest, content);
        return hex(digest);
    }

    private static void update(MessageDigest digest, InputStream content) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
            digest.update(buffer, 0, n);
        }
    }

    private static MessageDigest sha1() {
        return digest("SHA-1");
    }

    static MessageDigest sha256() {
        return digest("SHA-256");
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has " + algorithm, absent);
        }
    }
}
