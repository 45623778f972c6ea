package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Projects that others wrote are built on a host and here; what comes back is, byte for byte, what a build here makes. */
@Tag("campaign")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RealProjectsTest {

    private static final Path FETCH = Path.of("scripts/fetch-real-projects");
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @TempDir
    private static Path folder;

    private static SshFleet fleet;

    /** A project, the command that builds it, and what that makes; each of these builds is reproducible. */
    record RealProject(String name, List<String> argv, List<String> outputs) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        Shell.run(FETCH.toAbsolutePath().toString(), folder.resolve("real").toString());
        fleet = SshFleet.start(folder, 1).handingOverTools();
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    static Stream<RealProject> projects() {
        return Stream.of(
                new RealProject(
                        "maven",
                        List.of(
                                "mvn",
                                "-q",
                                "-B",
                                "-ntp",
                                "-Dmaven.repo.local=" + repository(),
                                "-DskipTests",
                                "-Dspotless.check.skip",
                                "package"),
                        List.of("target/*.jar", "target/classes/")),
                new RealProject(
                        "npm",
                        List.of(
                                "npx",
                                "-y",
                                "-p",
                                "esbuild@0.25.0",
                                "esbuild",
                                "src/index.js",
                                "--bundle",
                                "--minify",
                                "--sourcemap",
                                "--format=esm",
                                "--outfile=out/preact.js"),
                        List.of("out/")),
                // The flags of its own Makefile but for debug information, which names the folder it was built in.
                new RealProject(
                        "c",
                        List.of("make", "CFLAGS=-Wall -Winline -O2 -D_FILE_OFFSET_BITS=64", "bzip2", "libbz2.a"),
                        List.of("bzip2", "libbz2.a", "*.o")));
    }

    @ParameterizedTest
    @MethodSource("projects")
    void anOffloadedBuildMakesWhatABuildHereMakes(RealProject real) throws Exception {
        // given
        Path source = folder.resolve("real").resolve(real.name());
        Project offloaded = fleet.projectFrom(source, real.name());
        Project local = fleet.projectFrom(source, real.name() + "-here");

        // when
        Outcome outcome = fleet.product().begin(offloaded.root(), line(real)).await(LIMIT);
        Shell.runIn(local.root(), fleet.product().environment(), real.argv().toArray(String[]::new));

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        Map<String, String> made = outputs(offloaded, real);
        assertThat(made).isNotEmpty().isEqualTo(outputs(local, real));
        assertThat(offloaded.git("diff", "--stat")).as("no source was touched").isEmpty();
    }

    private static String[] line(RealProject real) {
        List<String> line = new ArrayList<>(List.of("run", "--env", "PATH", "--env", "JAVA_HOME"));
        real.outputs().forEach(output -> line.addAll(List.of("--output", output)));
        line.add("--");
        line.addAll(real.argv());
        return line.toArray(String[]::new);
    }

    /** What a checkout has under the declared outputs. */
    private static Map<String, String> outputs(Project project, RealProject real) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Map.Entry<String, String> entry : project.content().entrySet()) {
            if (entry.getValue().startsWith("file ")
                    && real.outputs().stream().anyMatch(output -> covers(output, entry.getKey()))) {
                found.put(entry.getKey(), entry.getValue());
            }
        }
        return found;
    }

    private static boolean covers(String output, String path) {
        return new OutputPattern(output).matches(new OutputPath(path));
    }

    private static String repository() {
        String local = System.getProperty("user.home") + "/.m2/repository";
        return Files.isDirectory(Path.of(local))
                ? local
                : folder.resolve("maven-repository").toString();
    }
}
