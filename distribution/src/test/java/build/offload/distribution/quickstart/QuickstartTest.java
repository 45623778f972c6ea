package build.offload.distribution.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.launcher.OwnJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first thing a new user does, as a process of its own, with a real controller and a real build. */
class QuickstartTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void quickstartBuildsTheSampleShowsTheJarAndLeavesNothing() throws Exception {
        Ended ended = quickstart(System.getenv("PATH"));

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said())
                .contains("promoted target/hello.jar", "SHA-256 ", "java -jar says: Hello from a jar")
                .contains("[6/6]");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void quickstartWhoseBuildFailsSaysSoAndLeavesNothing() throws Exception {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        Path maven = Files.writeString(
                tools.resolve("mvn"),
                "#!/bin/sh\ncase $1 in -v|--version) echo Apache Maven 3.9.9 ;; *) exit 3 ;; esac\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));

        Ended ended = quickstart(tools + ":" + System.getenv("PATH"));

        assertThat(ended.code()).as(ended.said()).isEqualTo(1);
        assertThat(ended.said()).contains("offload: the build failed with exit code 3");
        assertThat(leftovers()).isEmpty();
    }

    private record Ended(int code, String said) {}

    private Ended quickstart(String path) throws IOException, InterruptedException {
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        List<String> line = OwnJava.running("quickstart");
        line.add(1, "-Djava.io.tmpdir=" + temporary);
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("PATH", path);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    private List<String> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("temporary"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("offload-"))
                    .toList();
        }
    }
}
