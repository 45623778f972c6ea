package build.offload.conformance.product;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Describes folder trees so that two of them can be compared to the last bit. */
final class Trees {

    private static final int PERMISSIONS = 07777;

    private Trees() {}

    /** Return every path below a folder with what is there; {@code .git} at the top and its content are left out. */
    static Map<String, String> content(Path root) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.toList()) {
                String name = root.relativize(path).toString();
                if (!name.isEmpty() && !name.equals(".git") && !name.startsWith(".git/")) {
                    content.put(name, describe(path));
                }
            }
        }
        return content;
    }

    private static String describe(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "link to " + Files.readSymbolicLink(path);
        }
        String mode = Integer.toOctalString(
                (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & PERMISSIONS);
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                ? "folder " + mode
                : "file " + mode + " " + sha256(path);
    }

    static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }
}
