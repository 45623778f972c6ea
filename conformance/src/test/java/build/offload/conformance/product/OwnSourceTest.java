package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** This very repository is offloaded, as its developers would do it; the archive that comes back is the product. */
@Tag("campaign")
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class OwnSourceTest {

    private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofMinutes(18);

    @TempDir
    private static Path folder;

    private static SshFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.exists(SOURCE.resolve(".git")), SOURCE + " is no git checkout, so it cannot be cloned");
        fleet = SshFleet.start(folder, 1).handingOverTools();
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    @ParameterizedTest(name = "killed in the middle: {0}")
    @ValueSource(booleans = {false, true})
    void thisRepositoryIsOffloadedAndItsArchiveStarts(boolean killed) throws Exception {
        // given
        Path checkout = folder.resolve("projects/own-" + killed);
        Shell.run("git", "clone", "-q", SOURCE.toString(), checkout.toString());
        Files.write(checkout.resolve("offload.toml"), project());
        Path report = folder.resolve("report-" + killed);

        // when
        ProductCommand build =
                fleet.product().begin(checkout, "run", "--report", report.toString(), "distribution-archive");
        if (killed) {
            killInTheMiddle(build);
        }
        Outcome outcome = build.await(LIMIT);

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        Json seen = Json.parse(Files.readAllBytes(report));
        assertThat(seen.number("attempt")).hasValue(1);
        assertThat(seen.texts("promoted")).singleElement().asString().endsWith(".tar.gz");
        assertThat(Shell.runIn(checkout, Map.of(), "git", "status", "--porcelain"))
                .as("nothing but the ignored output is new")
                .isEqualTo("?? offload.toml\n");
        starts(checkout.resolve(seen.texts("promoted").getFirst()));
    }

    private static List<String> project() {
        String repository = System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
        return List.of(
                "version = 1",
                "[commands.distribution-archive]",
                // Without the checks, which have nothing to do with it and cost minutes.
                "argv = ['mvn', '-q', '-B', '-o', '-DskipTests', '-Doffload.error-prone=-Xdiags:compact',"
                        + " '-Dmaven.repo.local=" + repository + "', 'package']",
                "outputs = ['distribution/target/offload-*.tar.gz']",
                "environment = ['PATH', 'JAVA_HOME']");
    }

    /** The middle: one module is compiled, and the last one is not. */
    private static void killInTheMiddle(ProductCommand build) {
        Path attempts = fleet.product().hostRoot(SshFleet.HOST).resolve("attempts");
        Waits.until(LIMIT, "a compiled module on the host", () -> !build.alive() || compiled(attempts, "spi"));
        assertThat(build.alive()).isTrue();
        assertThat(compiled(attempts, "distribution")).isFalse();
        fleet.product().killController();
        try {
            fleet.product().up();
        } catch (IOException failed) {
            throw new AssertionError("the controller does not start again", failed);
        }
    }

    private static boolean compiled(Path attempts, String module) {
        String[] names = attempts.toFile().list();
        return names != null
                && Stream.of(names)
                        .anyMatch(attempt -> Files.isDirectory(attempts.resolve(attempt)
                                .resolve("work")
                                .resolve(module)
                                .resolve("target/classes")));
    }

    private static void starts(Path archive) throws IOException, InterruptedException {
        Path place = Files.createDirectories(archive.resolveSibling("unpacked"));
        Shell.run("tar", "-xzf", archive.toString(), "-C", place.toString(), "--strip-components=1");
        Map<String, String> environment = Map.of(
                "OFFLOAD_JAVA_HOME",
                System.getProperty("java.home"),
                "OFFLOAD_AOT",
                "off",
                "XDG_CONFIG_HOME",
                place.resolve("config").toString(),
                "XDG_STATE_HOME",
                place.resolve("state").toString());
        Files.createDirectories(place.resolve("config/offload"));
        Files.writeString(place.resolve("config/offload/config.toml"), "port = 0\n");
        String script = place.resolve("offload").toString();
        assertThat(Shell.runIn(place, environment, script, "up", "--detach")).contains("serving at");
        try {
            assertThat(Shell.runIn(place, environment, script, "status")).isNotBlank();
        } finally {
            Shell.runIn(place, environment, script, "down");
        }
    }
}
