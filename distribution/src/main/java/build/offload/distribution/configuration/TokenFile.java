package build.offload.distribution.configuration;

import build.offload.distribution.CommandFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** A bearer token in a file that its owner alone can read. What is in it never appears in a message. */
public final class TokenFile {

    private static final int RANDOM_BYTES = 32;

    private TokenFile() {}

    /**
     * Read the token.
     *
     * @throws CommandFailure with code 78 when the file is missing, empty, blank or open to others
     */
    public static String read(Path file) {
        return SecretFile.read(
                file, "token", "is empty; delete it to have a new one made, if it is the operator's own");
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
            throw SecretFile.unusable(file, "token", "cannot be made: " + failed, failed);
        }
    }

    /** Make a folder, and those above it, that its owner alone can enter; one that exists stays as it is. */
    public static void ownFolder(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
