package build.offload.distribution.configuration;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A secret in a file that its owner alone can read. What is in it never appears in a message. */
public final class SecretFile {

    private static final Set<PosixFilePermission> OTHERS = EnumSet.complementOf(EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    private SecretFile() {}

    /**
     * Read a password.
     *
     * @throws CommandFailure with code 78 when the file is missing, blank or open to others
     */
    public static String readPassword(Path file) {
        return read(file, "password", "is empty");
    }

    /** Read a secret of a kind, which names it in messages. */
    static String read(Path file, String kind, String empty) {
        try {
            if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
                throw unusable(file, kind, "can be read or written by others; run: chmod 600 " + file, null);
            }
            String secret = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (secret.isEmpty()) {
                throw unusable(file, kind, empty, null);
            }
            return secret;
        } catch (NoSuchFileException missing) {
            throw unusable(file, kind, "does not exist", missing);
        } catch (IOException failed) {
            throw unusable(file, kind, "cannot be read: " + failed.getMessage(), failed);
        }
    }

    /** Return the failure of a secret's file. */
    static CommandFailure unusable(Path file, String kind, String reason, @Nullable Throwable cause) {
        String message = "the " + kind + " file " + file + " " + reason;
        return cause == null
                ? new CommandFailure(ExitCode.CONFIGURATION, message)
                : new CommandFailure(ExitCode.CONFIGURATION, message, cause);
    }
}
