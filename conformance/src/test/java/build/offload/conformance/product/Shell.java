package build.offload.conformance.product;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Programs of this machine that tests use: git, mkfifo, kill and the like. */
final class Shell {

    private Shell() {}

    /** Run a program to its end and return what it printed; it must succeed. */
    static String run(String... argv) throws IOException, InterruptedException {
        return runIn(Path.of(""), Map.of(), argv);
    }

    static String runIn(Path folder, Map<String, String> environment, String... argv)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv)
                .directory(folder.toAbsolutePath().toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException(List.of(argv) + " ended with " + exit + ": " + said);
        }
        return said;
    }
}
