package build.offload.plugin.executor.ssh;

import build.offload.spi.executor.HostTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * Where a host's shared connection has its socket. The kernel takes paths of some hundred bytes, and ssh first makes the
 * socket under a name 17 bytes longer, so the name is a short digest; where even the state folder is too long, it lies in a
 * folder of this user's own below the temporary folder.
 */
final class ControlSocket {

    private static final int PATH_LIMIT = 107 - 18;
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private ControlSocket() {}

    /** Return the path for a host, or nothing where no folder will do; then every command makes a connection of its own. */
    static Optional<Path> path(Path stateDirectory, HostTarget target) {
        String digest = digest(stateDirectory + "\0" + target);
        Path inState = stateDirectory.resolve("c-" + digest.substring(0, 12));
        if (fits(inState)) {
            return Optional.of(inState);
        }
        Path shared = Path.of(
                System.getProperty("java.io.tmpdir"),
                "offload-" + digest(stateDirectory.toString()).substring(0, 12));
        return ownFolder(shared)
                .map(folder -> folder.resolve(digest.substring(0, 12)))
                .filter(ControlSocket::fits);
    }

    private static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= PATH_LIMIT;
    }

    /** Makes the folder, or takes it as it is only when nobody else can have put it there. */
    private static Optional<Path> ownFolder(Path folder) {
        try {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
            }
            boolean ours = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")))
                    && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS)
                            .equals(PRIVATE);
            return ours ? Optional.of(folder) : Optional.empty();
        } catch (IOException unusable) {
            return Optional.empty();
        }
    }

    /** Return SHA-256 of a text in lower-case hexadecimal. */
    static String digest(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }
}
