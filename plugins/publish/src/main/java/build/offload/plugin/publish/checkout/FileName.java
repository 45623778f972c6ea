package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Names as the file system has them: octets, which are UTF-8 here. Beyond ASCII they go through percent signs, since under a
 * POSIX locale the JDK spells no other way.
 */
final class FileName {

    private FileName() {}

    /** Return a path to a name in a folder. */
    static Path in(Path folder, String name) {
        if (name.chars().allMatch(c -> c < 0x80)) {
            return folder.resolve(name);
        }
        StringBuilder encoded = new StringBuilder("file://").append(folder).append('/');
        for (byte octet : name.getBytes(StandardCharsets.UTF_8)) {
            encoded.append("%%%02x".formatted(octet & 0xff));
        }
        return Path.of(URI.create(encoded.toString()));
    }

    /** Return the last name of a path. */
    static String of(Path path) throws IOException {
        String raw = path.toUri().getRawPath();
        String last = raw.substring(raw.lastIndexOf('/', raw.length() - 2) + 1);
        String name = last.endsWith("/") ? last.substring(0, last.length() - 1) : last;
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(octets(name)).toString();
        } catch (CharacterCodingException odd) {
            throw new IOException("the name '" + name + "' is not UTF-8 and cannot be carried over; rename it", odd);
        }
    }

    private static ByteBuffer octets(String encoded) {
        ByteBuffer octets = ByteBuffer.allocate(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                octets.put((byte) HexFormat.fromHexDigits(encoded, i + 1, i + 3));
                i += 2;
            } else {
                octets.put((byte) c);
            }
        }
        return octets.flip();
    }
}
