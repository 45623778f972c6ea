package build.offload.spi.posix;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The host's side: one shell script, put together from its parts, and the script that puts it in place.
 *
 * @param text the runner
 * @param digest SHA-256 of the runner in lower-case hexadecimal; it names the file on the host
 * @param installer what {@code sh -s} reads to put the runner in place; a constant but for the runner in it
 */
record RunnerScript(String text, String digest, String installer) {

    private static final List<String> PARTS =
            List.of("base", "prepare", "start", "follow", "collect", "prune", "cancel", "run", "main");

    static final RunnerScript CURRENT = load();

    private static RunnerScript load() {
        StringBuilder text = new StringBuilder();
        for (String part : PARTS) {
            text.append(resource("runner/" + part + ".sh")).append('\n');
        }
        String runner = text.toString();
        String installer = resource("install.sh").replace("@RUNNER@\n", runner);
        return new RunnerScript(runner, digest(runner), installer);
    }

    /** Return the name of the runner's file, which holds enough of its digest to tell one version from another. */
    String fileName() {
        return "runner-" + digest.substring(0, 12) + ".sh";
    }

    private static String resource(String name) {
        try (InputStream in = RunnerScript.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is not in the module");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String digest(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException("every JDK has SHA-256", absent);
        }
    }
}
