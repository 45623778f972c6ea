package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.crash.CrashAgentJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A project that has its outputs published folder by folder gets all of one build or all of another. */
class FolderPublicationTest {

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static CrashAgentJar agent;

    private Project project;

    @BeforeAll
    static void start() throws Exception {
        fleet = SshFleet.start(folder, 1);
        agent = CrashAgentJar.in(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    @BeforeEach
    void checkout(TestInfo test) throws Exception {
        project = fleet.project(test.getTestMethod().orElseThrow().getName())
                .file(".gitignore", "dist/\n")
                .file("offload.toml", """
                        version = 1
                        [commands.site]
                        argv = ["sh", "-c", "sh build"]
                        outputs = ["dist/**"]
                        publication = "publish-directory"
                        """)
                .commit();
    }

    private void earlierBuild() throws Exception {
        building("mkdir -p dist/old; echo one >dist/kept; echo one >dist/old/gone");
        assertThat(command("run", "site").exit()).isZero();
        project.file("dist/local", "mine\n");
    }

    /** Say what the next build does; it begins without what the last one left in its workspace. */
    private void building(String script) throws Exception {
        project.file("build", "rm -rf dist; " + script + "\n");
    }

    private Outcome command(String... words) throws Exception {
        return fleet.product().begin(project.root(), words).await();
    }

    private Map<String, String> dist() throws Exception {
        Map<String, String> dist = new TreeMap<>();
        try (var files = Files.walk(project.path("dist"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                dist.put(project.path("dist").relativize(file).toString(), Files.readString(file));
            }
        }
        return dist;
    }

    @Test
    @Tag("B42")
    @Tag("B44")
    @DisplayName(
            "B42 B44 a declared folder is replaced as a whole: what an earlier build put there goes, what people put there stays, and"
                    + " what they edited blocks all of it")
    void aFolderIsReplacedAsAWholeOrNotAtAll() throws Exception {
        earlierBuild();
        building("mkdir -p dist; echo two >dist/kept; echo two >dist/new");

        Outcome outcome = command("run", "site");

        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(dist()).isEqualTo(Map.of("kept", "two\n", "new", "two\n", "local", "mine\n"));
        assertThat(project.path("dist/old")).doesNotExist();

        building("mkdir -p dist; echo three >dist/kept; echo by hand >" + project.path("dist/kept"));
        Outcome edited = command("run", "site");

        assertThat(edited.exit()).as(edited.toString()).isEqualTo(73);
        assertThat(edited.err()).contains("dist/kept");
        assertThat(dist()).isEqualTo(Map.of("kept", "by hand\n", "new", "two\n", "local", "mine\n"));
    }

    @Test
    void whatTheStrategyCannotDoIsRefusedWithWhatToWriteInstead() throws Exception {
        Outcome single = command("run", "--publication", "publish-directory", "--output", "made", "--", "true");
        Outcome nested = command(
                "run", "--publication", "publish-directory", "--output", "a/**", "--output", "a/b/**", "--", "true");
        Outcome unknown = command("run", "--publication", "publish-nowhere", "--output", "made", "--", "true");

        assertThat(List.of(single.exit(), nested.exit(), unknown.exit())).containsOnly(77);
        assertThat(single.err()).contains("'made'", "FOLDER/**", "publish-files");
        assertThat(nested.err()).contains("a/b is inside a");
        assertThat(unknown.err()).contains("'publish-nowhere'", "publish-directory, publish-files");
    }

    @Test
    @Tag("B45")
    @DisplayName(
            "B45 the controller dies again and again while a folder is replaced: it is wholly old or wholly new at each moment, and new in the end")
    void aFolderIsWholeWhereverTheControllerDies() throws Exception {
        earlierBuild();
        building("mkdir -p dist; echo two >dist/kept; echo two >dist/new");
        Map<String, String> old = dist();
        Map<String, String> fresh = Map.of("kept", "two\n", "new", "two\n", "local", "mine\n");
        List<CrashPoint> points =
                List.of(CrashPoint.promoting("journal PLACING in place", 0), CrashPoint.promoting("placed 0", 1));
        agent.loadInto(
                fleet.product().running().orElseThrow().process().pid(),
                points.getFirst().trail());

        ProductCommand build = fleet.product().begin(project.root(), "run", "site");
        awaitDeath(points.getFirst());
        assertThat(dist()).isEqualTo(old);
        for (CrashPoint point : points.subList(1, points.size())) {
            fleet.product().upToDie(agent.option(point.trail()));
            awaitDeath(point);
            assertThat(dist()).as(point.name()).isEqualTo(point.least() == 0 ? old : fresh);
        }
        fleet.product().up();

        assertThat(build.await().exit()).isZero();
        assertThat(dist()).isEqualTo(fresh);
        assertThat(project.path("").toFile().list((_, name) -> name.startsWith(".offload-")))
                .isEmpty();
    }

    private static void awaitDeath(CrashPoint point) {
        Waits.until(
                "death when " + point + ", a point that was never reached",
                () -> fleet.product().running().isEmpty());
    }
}
