package build.offload.kernel.reconcile;

import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Compares what is in staging with what a host said it sent. */
final class StagedOutputs {

    private StagedOutputs() {}

    /** Return what is wrong with one file; empty when it was declared and is, byte for byte, what the host said. */
    static Optional<String> wrong(Path staging, OutputFile file, List<OutputPattern> declared) {
        if (declared.stream().noneMatch(pattern -> pattern.matches(file.path()))) {
            return Optional.of("the host sent '" + file.path() + "', which no declared output covers");
        }
        Path staged = staging.resolve(file.path().value());
        try {
            if (!Files.isRegularFile(staged, LinkOption.NOFOLLOW_LINKS) || Files.size(staged) != file.size()) {
                return Optional.of(
                        "'" + file.path() + "' did not arrive with the " + file.size() + " bytes the host announced");
            }
            if (Files.isExecutable(staged) != file.executable()) {
                return Optional.of("'" + file.path() + "' is executable on one side only");
            }
            return sha256(staged).equals(file.sha256())
                    ? Optional.empty()
                    : Optional.of("'" + file.path() + "' did not arrive as the host digested it");
        } catch (IOException failure) {
            return Optional.of("'" + file.path() + "' cannot be read in staging: " + failure.getMessage());
        }
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                DigestInputStream digesting = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digesting.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }
}
