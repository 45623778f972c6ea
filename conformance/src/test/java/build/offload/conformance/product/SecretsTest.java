package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build is given secrets by name: it reads them, and they are nowhere else, neither here nor on the host. */
@Tag("B101")
class SecretsTest {

    /** Put together at run time, so that no file of this source holds it. */
    private static final String VALUE = "it's $HOME `x` " + UUID.randomUUID();

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static Path store;
    private static Gate gate;

    @BeforeAll
    static void start() throws Exception {
        gate = new Gate(Files.createDirectory(folder.resolve("gate")));
        fleet = SshFleet.start(
                folder,
                4,
                "[secrets]",
                "file = '" + folder.resolve("secrets.toml") + "'",
                "[limits]",
                "workspaces = \"1h\"");
        store = folder.resolve("secrets.toml");
        keep("DEPLOY_TOKEN = \"" + VALUE + "\"\n");
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

    private static void keep(String text) throws Exception {
        Files.writeString(store, text);
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
    }

    private static Outcome sh(Project project, String script, String... options) throws Exception {
        List<String> line = new ArrayList<>(List.of("run"));
        line.addAll(List.of(options));
        line.addAll(List.of("--", "sh", "-c", script));
        return fleet.product().offload(project.root(), line.toArray(String[]::new));
    }

    /** Return the files below a folder that hold the value. */
    private static List<Path> holding(Path below, String value) throws Exception {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> read(file).contains(value))
                    .toList();
        }
    }

    /** The value has no letters beyond ASCII, so its bytes are found in any file that is read so. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    /** Return what of every process shows the value: arguments and variables. */
    private static List<String> showing(String value) {
        return ProcessHandle.allProcesses()
                .flatMap(process -> Stream.of("cmdline", "environ").map(name -> "/proc/" + process.pid() + "/" + name))
                .filter(file -> read(Path.of(file)).contains(value))
                .toList();
    }

    private static String sha256(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("value"), text);
        String digest = Trees.sha256(file);
        Files.delete(file);
        return digest;
    }

    @Test
    @DisplayName(
            "B101 a build reads its secret from a file, and neither host, controller nor any process shows it to anybody else")
    void aSecretIsReadByTheBuildAndBySomebodyElseNowhere() throws Exception {
        // given a command of the project that asks for it, and waits to be looked at
        Project project = fleet.project("reads")
                .file("offload.toml", """
                        version = 1
                        [commands.deploy]
                        argv = ["sh", "deploy"]
                        outputs = ["digest"]
                        secrets = ["DEPLOY_TOKEN"]
                        """)
                .file("deploy", "sha256sum <\"$OFFLOAD_SECRETS/DEPLOY_TOKEN\" >digest\n" + gate.passage())
                .commit();

        // when it runs
        ProductCommand build = fleet.product().begin(project.root(), "run", "deploy", "--json");
        gate.awaitArrivals(1);

        // then the value is in one file of the host's, and no process shows it
        assertThat(showing(VALUE)).isEmpty();
        assertThat(holding(fleet.product().state(), VALUE)).isEmpty();
        assertThat(holding(fleet.product().hostRoot(SshFleet.HOST), VALUE))
                .singleElement()
                .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------"));

        // and after its end, while the workspace is still there, in none
        gate.letOnePass();
        Outcome outcome = build.await();
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(Files.readString(project.path("digest"))).startsWith(sha256(VALUE));
        assertThat(fleet.workspace(outcome.json().text("job", ""))).isDirectory();
        assertThat(holding(fleet.product().hostRoot(SshFleet.HOST), VALUE)).isEmpty();
        assertThat(holding(fleet.product().state(), VALUE)).isEmpty();
    }

    @Test
    @DisplayName("B101 a secret that the build prints is covered in what is shown and in what is kept here")
    void aSecretThatIsPrintedIsCovered() throws Exception {
        Project project = fleet.project("prints").file("a", "").commit();
        String script = "s=$OFFLOAD_SECRETS/DEPLOY_TOKEN; printf 'before '; cat \"$s\"; echo ' after';"
                + " head -c 9 \"$s\"; sleep 0.3; tail -c +10 \"$s\"; echo; head -c 20 \"$s\" >&2";

        Outcome outcome = sh(project, script, "--secret", "DEPLOY_TOKEN");

        String covered = "*".repeat(VALUE.length());
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).isEqualTo("before " + covered + " after\n" + covered + "\n");
        assertThat(outcome.err()).isEqualTo("*".repeat(20));
        assertThat(holding(fleet.product().state(), VALUE)).isEmpty();
    }

    @Test
    void aSecretThatIsNotThereRefusesTheBuildWithWhatToDo() throws Exception {
        Project project = fleet.project("unknown").file("a", "").commit();

        Outcome unknown = sh(project, "true", "--secret", "NO_SUCH");
        Outcome impossible = sh(project, "true", "--secret", "../x");
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-r--r--"));
        Outcome open = sh(project, "true", "--secret", "DEPLOY_TOKEN");
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));

        assertThat(List.of(unknown.exit(), impossible.exit(), open.exit())).containsOnly(77);
        assertThat(unknown.err()).contains("there is no secret 'NO_SUCH' in " + store, "add a line there");
        assertThat(open.err()).contains("chmod 600 " + store);
    }

    @Test
    void ofTheCallersEnvironmentOnlyWhatIsNamedReachesTheHost() throws Exception {
        Project project = fleet.project("environment").file("offload.toml", """
                        version = 1
                        [commands.show]
                        argv = ["env"]
                        environment = ["NAMED_IN_FILE", "NAMED_AND_UNSET"]
                        """).commit();
        Map<String, String> callers = fleet.product().environment();
        callers.putAll(Map.of("NAMED_IN_FILE", "one $x", "NAMED_ON_LINE", "two", "UNNAMED_TOKEN", VALUE));

        Outcome outcome = fleet.product().offload(project.root(), "run", "show", "--env", "NAMED_ON_LINE");

        callers.keySet().removeAll(List.of("NAMED_IN_FILE", "NAMED_ON_LINE", "UNNAMED_TOKEN"));
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out().lines()).contains("NAMED_IN_FILE=one $x", "NAMED_ON_LINE=two");
        assertThat(outcome.out()).doesNotContain("UNNAMED", "NAMED_AND_UNSET", "XDG_STATE_HOME", "OFFLOAD_JAVA");
        assertThat(holding(fleet.product().state(), VALUE)).isEmpty();
    }

    @Test
    void aStoreThatFailsAtTheStartFailsTheJobThatHasNotRun() throws Exception {
        // given a build that waits while the host is drained
        Project project = fleet.project("late").file("a", "").commit();
        int before = fleet.product().events("job-submitted").size();
        fleet.product().offload("drain", SshFleet.HOST);
        ProductCommand build = fleet.product()
                .begin(project.root(), "run", "--wait", "--secret", "DEPLOY_TOKEN", "--", "touch", "ran");
        Waits.until("the job", () -> fleet.product().events("job-submitted").size() > before);

        // when its secret is gone by the time it starts
        Files.delete(store);
        fleet.product().offload("restore", SshFleet.HOST);
        Outcome outcome = build.await();
        keep("DEPLOY_TOKEN = \"" + VALUE + "\"\n");

        // then it says so
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(75);
        assertThat(outcome.err())
                .contains("the secrets file " + store, "is not there", "nothing of it has run")
                .doesNotContain("offload retry");
        assertThat(fleet.product().events("job-failed")).hasSize(1);
    }
}
