package build.offload.distribution.configuration;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bearer token in a file that its owner alone can read. What is in it never appears in a message. */
public final class TokenFile {

    private static final int RANDOM_BYTES = 32;
    private static final Set<PosixFilePermission> OTHERS = EnumSet.complementOf(EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    private TokenFile() {}

    /**
     * Read the token.
     *
     * @throws CommandFailure with code 78 when the file is missing, empty, blank or open to others
     */
    public static String read(Path file) {
        try {
            if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
                throw unusable(file, "can be read or written by others; run: chmod 600 " + file, null);
            }
            String token = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (token.isEmpty()) {
                throw unusable(file, "is empty; delete it to have a new one made, if it is the operator's own", null);
            }
            return token;
        } catch (NoSuchFileException missing) {
            throw unusable(file, "does not exist", missing);
        } catch (IOException failed) {
            throw unusable(file, "cannot be read: " + failed.getMessage(), failed);
        }
    }

    /** Make the file with 256 random bits, unless it exists; what exists is never overwritten. */
    public static void makeIfAbsent(Path file, SecureRandom random) {
        byte[] bits = new byte[RANDOM_BYTES];
        random.nextBytes(bits);
        try {
            ownFolder(file.toAbsolutePath().resolveSibling(""));
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bits) + "\n";
            Files.writeString(file, text, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException exists) {
            return;
        } catch (IOException failed) {
            throw unusable(file, "cannot be made: " + failed, failed);
        }
    }

    /** Make a folder, and those above it, that its owner alone can enter; one that exists stays as it is. */
    public static void ownFolder(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static CommandFailure unusable(Path file, String reason, @Nullable Throwable cause) {
        String message = "the token file " + file + " " + reason;
        return cause == null
                ? new CommandFailure(ExitCode.CONFIGURATION, message)
                : new CommandFailure(ExitCode.CONFIGURATION, message, cause);
    }
}
