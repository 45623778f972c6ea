package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds sent to a host over SSH: what goes there, what comes back, and what a build can do that must not reach the checkout. */
class OffloadedBuildTest {

    private static final Path SAMPLE = Path.of("../docs/examples/sample-maven-project");
    private static final Path C_PROJECT = Path.of("src/test/resources/product/c-project");
    private static final int MODE = 07777;

    /** Lists every entry with its kind and link target, then what is executable, then the digests of all files. */
    private static final String MANIFEST = """
            find . -name .git -prune -o -mindepth 1 -printf '%y %p %l\\n' | LC_ALL=C sort
            find . -name .git -prune -o -type f -perm -100 -print | LC_ALL=C sort
            find . -name .git -prune -o -type f -print | LC_ALL=C sort | xargs -d '\\n' sha256sum
            """;

    @TempDir
    private static Path folder;

    private static SshFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        fleet = SshFleet.start(folder, 8, "[limits]", "workspaces = \"1h\"");
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    private static Outcome offload(Project project, String... arguments) throws Exception {
        return fleet.product().offload(project.root(), arguments);
    }

    private static Outcome sh(Project project, String script, String... options) throws Exception {
        return offload(project, runLine(script, options));
    }

    private static String[] runLine(String script, String... options) {
        List<String> line = new ArrayList<>(List.of("run"));
        line.addAll(List.of(options));
        line.addAll(List.of("--", "sh", "-c", script));
        return line.toArray(String[]::new);
    }

    /** Each promoted file is, byte for byte, the one that lies in the host's workspace. */
    private static void assertPromotedAsBuilt(Project project, Json report, String... expected) throws Exception {
        assertThat(report.texts("promoted")).containsExactlyInAnyOrder(expected);
        Path workspace = fleet.workspace(report.text("job", ""));
        for (String path : expected) {
            assertThat(project.path(path)).hasSameBinaryContentAs(workspace.resolve(path));
        }
    }

    @Test
    void theSampleMavenProjectComesBackAsTheHostBuiltIt() throws Exception {
        // given
        Project project = fleet.projectFrom(SAMPLE, "sample");

        // when
        Outcome outcome = offload(project, "run", "package", "--json");

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.json().text("ranOn")).contains(SshFleet.HOST);
        assertPromotedAsBuilt(project, outcome.json(), "target/hello.jar");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertThat(Shell.run(java, "-jar", project.path("target/hello.jar").toString()))
                .startsWith("Hello from a jar");
        assertThat(project.path("target/classes")).doesNotExist();
    }

    @Test
    void aProjectOfMakeAndGccComesBackAsTheHostBuiltIt() throws Exception {
        // given
        Project project = fleet.projectFrom(C_PROJECT, "c-project");

        // when
        Outcome outcome = offload(project, "run", "build", "--json");

        // then the program comes back executable, and object files that nobody declared stay on the host
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertPromotedAsBuilt(project, outcome.json(), "out/greet", "out/libgreeting.a");
        assertThat(Shell.run(project.path("out/greet").toString(), "reader")).isEqualTo("Hello, reader.\n");
        assertThat(project.path("out/main.o")).doesNotExist();
    }

    @Test
    @Tag("B37")
    @Tag("B46")
    @DisplayName("B37 B46 a build's own exit code is the command's, and what a failed build wrote is not promoted")
    void aFailedBuildIsToldByItsOwnExitCodeAndPromotesNothing() throws Exception {
        // given a class of its own for each code, so that no circuit opens
        Project project = fleet.project("exit-codes");
        StringBuilder commands = new StringBuilder("version = 1\n");
        List<Integer> codes = List.of(1, 2, 126, 127, 130, 137, 255);
        for (int code : codes) {
            commands.append(
                    "[commands.exit%1$d]%nargv = [\"sh\", \"-c\", \"echo made >made%1$d; exit %1$d\"]%noutputs = [\"made*\"]%n"
                            .formatted(code));
        }
        project.file("offload.toml", commands.toString()).commit();
        Map<String, String> before = project.content();

        // when
        Map<Integer, ProductCommand> running = new LinkedHashMap<>();
        for (int code : codes) {
            running.put(code, fleet.product().begin(project.root(), "run", "exit" + code));
        }

        // then
        for (int code : codes) {
            Outcome outcome = running.get(code).await();
            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(code);
            assertThat(outcome.out() + outcome.err()).isEmpty();
        }
        assertThat(project.content()).isEqualTo(before);
    }

    @Test
    @Tag("B34")
    @Tag("B46")
    @DisplayName("B34 both streams arrive byte for byte, without a word of ours")
    void bothStreamsArriveByteForByte() throws Exception {
        // given three megabytes of noise for one stream, and every byte there is for the other; no newline at either's
        // end
        byte[] noise = new byte[3_000_000];
        new Random(7).nextBytes(noise);
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        Project project = fleet.project("streams")
                .file("noise", noise)
                .file("every", every)
                .commit();

        // when
        Outcome good = sh(project, "cat noise; cat every >&2");
        Outcome bad = sh(project, "printf x >&2; exit 3");

        // then
        assertThat(good.exit()).isZero();
        assertThat(good.stdout()).isEqualTo(noise);
        assertThat(good.stderr()).isEqualTo(every);
        assertThat(bad.exit()).isEqualTo(3);
        assertThat(bad.out()).isEmpty();
        assertThat(bad.err()).isEqualTo("x");
    }

    @Test
    void theHostGetsExactlyTheFilesThatGitLists() throws Exception {
        // given what git add in a bare copy would decide otherwise
        Project project = fleet.project("listing")
                .file(".gitignore", "*.log\nbuild/\n")
                .file("kept.log", "tracked although ignored\n")
                .file("dropped.log", "ignored\n")
                .file("build/ignored", "ignored\n")
                .file(".gitattributes", "*.txt text eol=crlf\n*.c ident\n")
                .file("windows.txt", "one\r\ntwo\r\n")
                .file("id.c", "/* $Id$ */\n")
                .file("git~1", "a name that git for Windows would refuse\n")
                .file("deleted", "tracked, and gone from the work tree\n");
        project.git("-c", "core.protectNTFS=false", "add", "-A");
        project.git("add", "-f", "kept.log");
        project.git("commit", "-q", "-m", "a state");
        Files.delete(project.path("deleted"));
        project.file(".env", "SECRET=1\n").file("untracked", "neither tracked nor ignored\n");
        project.file(".git/info/exclude", ".env\n");
        Project nested = Project.in(project.path("nested"), fleet.product())
                .file(".gitignore", "hidden\n")
                .file("hidden", "ignored in there\n")
                .file("inner", "a repository inside\n")
                .commit()
                .file("new", "untracked in there\n");

        // when
        Outcome outcome = sh(project, "find . -type f -print0 | sort -z | xargs -0 sha256sum");

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        Map<String, String> expected = listed(project, "");
        expected.remove("nested/");
        expected.putAll(listed(nested, "nested/"));
        assertThat(expected)
                .containsKeys("kept.log", "git~1", "windows.txt", "untracked", "nested/inner", "nested/new");
        assertThat(sums(outcome.out())).isEqualTo(expected);
    }

    /** What git calls tracked, or untracked and not ignored, with the digest of each as it lies in the work tree. */
    private static Map<String, String> listed(Project project, String prefix) throws Exception {
        Map<String, String> listed = new TreeMap<>();
        for (String path :
                project.git("ls-files", "-z", "-c", "-o", "--exclude-standard").split("\0")) {
            if (Files.isRegularFile(project.path(path), LinkOption.NOFOLLOW_LINKS)) {
                listed.put(prefix + path, Trees.sha256(project.path(path)));
            }
        }
        return listed;
    }

    private static Map<String, String> sums(String output) {
        Map<String, String> sums = new TreeMap<>();
        output.lines().forEach(line -> sums.put(line.substring(66).replaceFirst("^\\./", ""), line.substring(0, 64)));
        return sums;
    }

    @Test
    @Tag("B49")
    @DisplayName("B49 hidden files, links of every kind, empty folders and executable bits reach the host")
    void everyKindOfEntryReachesTheHostAsItIs() throws Exception {
        // given
        Project project = fleet.project("manifest")
                .file(".cargo/config", "[build]\n")
                .file("src/deep/file", "text\n")
                .link("src/relative", "deep/file")
                .link("folder-link", "src/deep")
                .link("dangling", "no/such/file")
                .link("outside", "../../../../../etc/hostname")
                .executable("tool", "#!/bin/sh\n")
                .executable("manifest.sh", MANIFEST)
                .commit();
        Files.createDirectories(project.path("empty/within"));

        // when
        Outcome outcome = offload(project, "run", "--", "sh", "manifest.sh");

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        String here = Shell.runIn(project.root(), Map.of(), "sh", "manifest.sh");
        assertThat(here).contains("d ./empty/within", "l ./outside ../../../../../etc/hostname", "./tool\n");
        assertThat(outcome.out()).isEqualTo(here);
        // JUnit warns of every link out of a folder it removes.
        Files.delete(project.path("outside"));
    }

    @Test
    void theExecutableBitComesBackAndTheSetuidBitDoesNot() throws Exception {
        Project project = fleet.project("modes").file("readme", "").commit();

        Outcome outcome = sh(
                project,
                "echo x >tool; echo x >plain; chmod 6755 tool; chmod 0666 plain",
                "--output",
                "tool",
                "--output",
                "plain");

        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat((int) Files.getAttribute(project.path("tool"), "unix:mode") & MODE & ~022)
                .isEqualTo(0755);
        assertThat((int) Files.getAttribute(project.path("plain"), "unix:mode") & 07111)
                .isZero();
    }

    @Test
    @Tag("B42")
    @DisplayName("B42 a build that deletes its whole workspace costs the checkout not a byte")
    void aBuildThatDeletesItsWorkspaceLeavesTheCheckoutAsItIs() throws Exception {
        // given an output that is there already, and one that is not
        Project project = fleet.project("deleted")
                .file("src/a", "a\n")
                .file("old-output", "from an earlier build\n")
                .commit()
                .file("notes", "never committed\n");
        Map<String, String> before = project.content();

        // when
        Outcome outcome = sh(
                project,
                "here=$PWD; cd /; rm -rf \"$here\"; exit 0",
                "--output",
                "old-output",
                "--output",
                "new-output");

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(73);
        assertThat(outcome.err()).contains("old-output", "new-output");
        assertThat(project.content()).isEqualTo(before);
    }

    @Test
    @Tag("B46")
    void aDeclaredOutputThatIsNotThereIsNoSuccess() throws Exception {
        Project project = fleet.project("half").file("readme", "").commit();

        Outcome outcome = sh(project, "echo x >one", "--output", "one", "--output", "two");

        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(73);
        assertThat(outcome.err()).contains("two");
        assertThat(project.path("one")).doesNotExist();
    }

    @Test
    void aBuildRunsInTheSubFolderItWasGivenIn() throws Exception {
        Project project =
                fleet.project("sub-folder").file("module/deep/source", "text").commit();

        Outcome outcome = fleet.product()
                .offload(
                        project.path("module/deep"),
                        "run",
                        "--output",
                        "made",
                        "--",
                        "sh",
                        "-c",
                        "cp source made; pwd");

        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).endsWith("/work/module/deep\n");
        assertThat(project.path("module/deep/made")).hasContent("text");
        assertThat(project.path("made")).doesNotExist();
    }

    @Test
    void argumentsReachTheBuildAsTheyAre() throws Exception {
        Project project = fleet.project("arguments").file("readme", "").commit();
        List<String> arguments = List.of(
                "it's", "a \"b\"", "line\nbreak\n", "", "$HOME", "`id`", "*", "-rf", "~", "\\n", " ", "日本", "--");
        List<String> line = new ArrayList<>(List.of("run", "--", "printf", "%s\\0"));
        line.addAll(arguments);

        Outcome outcome = offload(project, line.toArray(String[]::new));

        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).isEqualTo(String.join("\0", arguments) + "\0");
    }

    @Test
    void onlyVariablesThatAreLetThroughReachTheBuild() throws Exception {
        Project project = fleet.project("variables").file("readme", "").commit();
        fleet.product().environment().put("PRODUCT_TEST_SHOWN", "a 'b'\n\"c\"");
        fleet.product().environment().put("PRODUCT_TEST_HIDDEN", "secret");

        Outcome outcome = sh(
                project,
                "printf '%s|%s' \"$PRODUCT_TEST_SHOWN\" \"$PRODUCT_TEST_HIDDEN\"",
                "--env",
                "PRODUCT_TEST_SHOWN");

        assertThat(outcome.out()).as(outcome.toString()).isEqualTo("a 'b'\n\"c\"|");
    }

    @Test
    void aHostIsTrustedByNothingButTheKeySomebodyConfirmed() throws Exception {
        // given the address of a host that has one key
        String address = fleet.sshd().address().toString();
        String fingerprint = fleet.sshd().hostKey().fingerprint();
        String another = "SHA256:" + "A".repeat(43);

        // when it is to be pinned to another one, and when there is nobody to confirm its own
        Outcome wrong = fleet.product().offload("enroll", "other", "--address", address, "--host-key", another);
        Outcome unconfirmed = fleet.product().offload("enroll", "other", "--address", address);

        // then
        for (Outcome refused : List.of(wrong, unconfirmed)) {
            assertThat(refused.exit()).as(refused.toString()).isEqualTo(77);
            assertThat(refused.err()).contains(fingerprint);
        }
        assertThat(fleet.product().read("hosts").list("hosts").stream().map(host -> host.text("name", "")))
                .contains(SshFleet.HOST)
                .doesNotContain("other");
    }

    @Test
    void aDetachedBuildGoesOnAndItsOutputCanBeFollowed() throws Exception {
        // given a build that nobody waits for
        Project project = fleet.project("detached").file("readme", "").commit();
        try (Gate gate = new Gate(Files.createDirectories(folder.resolve("detached-gate")))) {
            Outcome submitted = sh(
                    project,
                    "echo begun; " + gate.passage() + "echo done; echo x >made",
                    "--detach",
                    "--output",
                    "made");
            String job = submitted.out().strip();
            gate.awaitArrivals(1);

            // when its output is followed until after its end
            ProductCommand logs = fleet.product().begin(project.root(), "logs", "--follow", job.substring(0, 12));
            logs.awaitOutput("begun");
            boolean stillFollowed = logs.alive();
            gate.letOnePass();
            Outcome followed = logs.await();

            // then
            assertThat(submitted.exit()).as(submitted.toString()).isZero();
            assertThat(job).matches("[0-9a-f]{64}");
            assertThat(stillFollowed).isTrue();
            assertThat(followed.exit()).as(followed.toString()).isZero();
            assertThat(followed.out()).isEqualTo("begun\ndone\n");
            Waits.until("the promotion", () -> Files.exists(project.path("made")));
            assertThat(Files.readString(project.path("made"), StandardCharsets.UTF_8))
                    .isEqualTo("x\n");
        }
    }
}
