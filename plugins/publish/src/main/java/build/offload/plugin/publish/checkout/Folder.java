package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A folder that was reached without following a link. Names in it are used through {@link #child}; closed when done with. */
public interface Folder extends AutoCloseable {

    /** Return a path by which the JDK reaches this folder. */
    Path path();

    @Override
    void close() throws IOException;

    /**
     * Return a path to a name in this folder. A name beyond ASCII goes in percent-encoded, since under a POSIX locale the JDK
     * spells no other way.
     */
    default Path child(String name) {
        if (name.chars().allMatch(c -> c < 0x80)) {
            return path().resolve(name);
        }
        StringBuilder encoded = new StringBuilder("file://").append(path()).append('/');
        for (byte octet : name.getBytes(StandardCharsets.UTF_8)) {
            encoded.append("%%%02x".formatted(octet & 0xff));
        }
        return Path.of(URI.create(encoded.toString()));
    }

    /** Make the folder's present names survive a power loss. */
    default void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
