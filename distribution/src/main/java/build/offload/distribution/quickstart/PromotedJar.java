package build.offload.distribution.quickstart;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.toml.Quantities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;

/** The jar that the build was for. */
record PromotedJar(Path file) {

    /** Show it, and that it works. */
    void show(Consumer<String> say) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure(ExitCode.CHECK_FAILED, "the build succeeded, but " + file + " is not there");
        }
        byte[] bytes = Files.readAllBytes(file);
        say.accept("      " + file);
        say.accept("      " + Quantities.readable(bytes.length) + ", SHA-256 " + digest(bytes));
        say.accept("      java -jar says: " + run());
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }

    private String run() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-jar", file.toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int code = ChildProcess.exitCode(process);
        if (code != 0) {
            throw new CommandFailure(ExitCode.CHECK_FAILED, "the jar came back but fails with " + code + ": " + said);
        }
        return said;
    }
}
