package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build may ask its host to keep what it left, and begins where the last one of its checkout ended. */
class KeptWorkspaceTest {

    private static final String MAKEFILE = """
            build/app: build/a.o build/b.o
            \tcat $^ >$@
            build/%.o: src/%
            \t@echo making $*
            \t@mkdir -p build && cp $< $@
            """;

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static Gate gate;

    @BeforeAll
    static void start() throws Exception {
        gate = new Gate(Files.createDirectory(folder.resolve("gate")));
        fleet = SshFleet.start(folder, 2);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
        if (gate != null) {
            gate.close();
        }
    }

    private static String workspaces() throws Exception {
        return fleet.product().offload("workspace", "ls").out();
    }

    @Test
    void makeMakesOnlyWhatChangedAndABuildBesideItBeginsFromNothing() throws Exception {
        // given a checkout that was built once
        Project project = fleet.project("kept")
                .file("Makefile", MAKEFILE)
                .file("src/a", "a\n")
                .file("src/b", "b\n")
                .file(".gitignore", "build/\n")
                .file("offload.toml", """
                        version = 1
                        [commands.app]
                        argv = ["make", "-s"]
                        outputs = ["build/app"]
                        keep = ["build/"]
                        """)
                .commit();
        Outcome first = fleet.product().offload(project.root(), "run", "app");
        assertThat(first.exit()).as(first.toString()).isZero();
        assertThat(first.out()).isEqualTo("making a\nmaking b\n");

        // when it is built again after a change, and beside that build once more
        project.file("src/a", "another\n");
        ProductCommand again = fleet.product()
                .begin(
                        project.root(),
                        "run",
                        "--keep",
                        "build/",
                        "--output",
                        "build/app",
                        "--",
                        "sh",
                        "-c",
                        "make -s; " + gate.passage());
        gate.awaitArrivals(1);
        Outcome beside = fleet.product().offload(project.root(), "run", "--keep", "build/", "--", "make", "-s");
        gate.letOnePass();
        Outcome second = again.await();

        // then the one made what changed, and the other one everything
        assertThat(second.exit()).as(second.toString()).isZero();
        assertThat(second.out()).isEqualTo("making a\n");
        assertThat(Files.readString(project.path("build/app"))).isEqualTo("another\nb\n");
        assertThat(beside.exit()).as(beside.toString()).isZero();
        assertThat(beside.out()).isEqualTo("making a\nmaking b\n");

        // and what is kept is listed until it is removed
        Waits.until("the workspace at rest", () -> workspaces().contains("idle"));
        Outcome removed = fleet.product().offload(project.root(), "workspace", "rm", SshFleet.HOST, "kept");
        assertThat(removed.exit()).as(removed.toString()).isZero();
        Waits.until("the workspace gone", () -> workspaces().startsWith("no host keeps"));
        assertThat(fleet.product().hostRoot(SshFleet.HOST).resolve("kept")).isEmptyDirectory();
    }
}
