package build.offload.conformance.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the benchmarks, so that they go on working; their figures are printed and judged by people, since no figure of one hour on
 * one machine is a reason to fail a build.
 */
@Tag("campaign")
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class BenchmarksTest {

    private static final Path SCRIPTS = Path.of("benchmarks").toAbsolutePath();
    private static final Map<String, List<String>> NEEDS = Map.of(
            "builds.py", List.of("sshd", "ssh", "rsync", "git", "curl"),
            "lifecycles.py", List.of("wrk", "git"),
            "mutations.py", List.of("wrk", "etcd", "psql"));

    @ParameterizedTest
    @ValueSource(strings = {"builds.py", "lifecycles.py", "mutations.py"})
    void figuresAreTaken(String script) throws Exception {
        List<String> missing = NEEDS.getOrDefault(script, List.of()).stream()
                .filter(program -> !installed(program))
                .toList();
        Assumptions.assumeTrue(missing.isEmpty(), script + " needs " + missing);
        List<String> command =
                new ArrayList<>(List.of("python3", SCRIPTS.resolve(script).toString()));

        Process process = start(command);

        assertThat(process.waitFor()).isZero();
    }

    private static Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment()
                .put(
                        "OFFLOAD",
                        Path.of("../distribution/target/offload/offload")
                                .toAbsolutePath()
                                .normalize()
                                .toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.redirectInput(Path.of("/dev/null").toFile()).start();
    }

    private static boolean installed(String program) {
        return List.of("/usr/bin", "/usr/sbin", "/usr/local/bin").stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
