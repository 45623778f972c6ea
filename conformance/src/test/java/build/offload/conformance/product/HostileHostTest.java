package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a host says of a build, the checkout stays as it was, and the job says which lie it was. */
@Tag("campaign") // Two minutes; what a lie comes to is tested message by message in each build, by LyingHostTest of
// the SPI.
class HostileHostTest {

    private static final int LOG_LIMIT = 1024 * 1024;

    /** Of {@code hello}. */
    private static final String SUM = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static Path liar;

    @BeforeAll
    static void start() throws Exception {
        LoopbackSshd.assumeInstalled();
        liar = Files.createDirectories(folder.resolve("liar"));
        Path script = Files.writeString(liar.resolve("liar.sh"), script());
        LoopbackSshd sshd = LoopbackSshd.start(folder.resolve("sshd"), "ForceCommand sh " + script);
        fleet = SshFleet.start(
                folder,
                sshd,
                4,
                "[limits]",
                "lost-after = \"2s\"",
                "output-files = 1000",
                "log = \"" + LOG_LIMIT + "\"");
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    /** What answers the verb that a file names with a lie, and everything else as asked. */
    private static String script() {
        return """
                cd %s
                case $SSH_ORIGINAL_COMMAND in
                    *" $(cat verb 2>/dev/null) "*) ;;
                    *) cd / && eval "$SSH_ORIGINAL_COMMAND"; exit ;;
                esac
                set -- $SSH_ORIGINAL_COMMAND
                read -r tree <"${3%%/*}/attempts/$5/tree"
                printf '\\noffload-answer 1 %%s\\n' "$4"
                . ./lie.sh
                """.formatted(liar);
    }

    /**
     * Something a host may say.
     *
     * @param verb what it says it to
     * @param answer the script that says it
     * @param stage how the job ends
     * @param words what the job says of it
     */
    record Lie(String name, String verb, String answer, String stage, String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Lie> lies() {
        return List.of(
                manifest("of a size", "out/a", "3 644", SUM, "instead of"),
                manifest("of a size above the limit", "out/a", "99999999999 644", SUM, "99999999999"),
                manifest("of a digest", "out/a", "5 644", "0".repeat(64), "'out/a' arrived with the digest"),
                manifest("of a mode", "out/a", "5 rwx", SUM, "mode and digest of 'out/a'"),
                manifest("that leads up", "../evil", "5 644", SUM, "../evil"),
                manifest("that leads up on the way", "out/../../evil", "5 644", SUM, "out/../../evil"),
                listing("an absolute path", "printf '/evil\\000\\000\\000\\000'", "/evil"),
                listing("a million outputs", "seq -f ./out/%.0f 1000000 | tr '\\n' '\\000'", "more than 1000 files"),
                listing("a million other files", "seq -f ./x/%.0f 1000000 | tr '\\n' '\\000'", "more than 20000 files"),
                listing("a name without end", "yes | tr -d '\\n'", "more than 8192 bytes"),
                new Lie(
                        "another job's snapshot",
                        "collect",
                        "printf 'tree %040d\\nlisting\\n\\000\\000\\000manifest\\nsums\\ncontents\\n\\nend\\n' 0",
                        "blocked",
                        "the host built tree 0000"),
                new Lie(
                        "a log without end",
                        "follow",
                        "at=$7; while printf 'out %s 65536\\n' $at && head -c 65536 /dev/zero; do at=$((at + 65536)); done",
                        "lost",
                        "the host goes on after"));
    }

    private static Lie listing(String name, String names, String words) {
        return new Lie(name, "collect", "printf 'tree %s\\nlisting\\n' $tree; " + names, "lost", words);
    }

    /** A listing of one file, and what is said of that. */
    private static Lie manifest(String name, String path, String stat, String sum, String words) {
        String said = "printf './" + path + "\\000\\000\\000\\000manifest\\n" + stat + "\\nsums\\n" + sum
                + "  x\\ncontents\\nhello\\nend\\n'";
        return listing("a manifest " + name, said, words);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lies")
    void aLieIsToldByNameAndChangesNothing(Lie lie) throws Exception {
        Project project = fleet.project(lie.name().replace(' ', '-').replace("'", ""))
                .file("out/a", "as it was\n")
                .commit();
        Map<String, String> before = project.content();
        Files.writeString(liar.resolve("lie.sh"), lie.answer());
        Files.writeString(liar.resolve("verb"), lie.verb());

        Outcome outcome = build(project, "echo mine >out/a");
        Files.delete(liar.resolve("verb"));

        Json report = outcome.json();
        assertThat(report.text("stage")).as(outcome.toString()).contains(lie.stage());
        assertThat(report.text("reasonMessage", "")).contains(lie.words());
        assertThat(lie.stage().equals("blocked") ? "blocked" : report.text("infraFailure", ""))
                .isIn("blocked", "outputs-lost", "executor-lost");
        assertThat(project.content()).isEqualTo(before);
        assertThat(written("evil")).isEmpty();
        assertThat(largestLog()).isLessThanOrEqualTo(LOG_LIMIT + 4096L);
    }

    private static Outcome build(Project project, String script) throws Exception {
        return fleet.product()
                .offload(
                        project.root(),
                        "run",
                        "--json",
                        "--output",
                        "out/*",
                        "--",
                        "sh",
                        "-c",
                        "mkdir -p out; " + script);
    }

    private static List<Path> written(String name) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.endsWith(name)).toList();
        }
    }

    private static long largestLog() throws IOException {
        try (Stream<Path> all = Files.walk(fleet.product().state().resolve("logs"))) {
            return all.mapToLong(path -> path.toFile().length()).max().orElse(0);
        }
    }

    @Test
    void aBuildThatPrintsMoreThanItsLogHoldsEndsAsItWould() throws Exception {
        Project project = fleet.project("chatty").file("readme", "").commit();

        Outcome outcome = fleet.product()
                .offload(project.root(), "run", "--", "sh", "-c", "head -c 8388608 /dev/zero; echo end >&2; exit 7");

        assertThat(outcome.exit()).isEqualTo(7);
        assertThat(outcome.stdout()).hasSize(LOG_LIMIT);
        assertThat(outcome.err()).contains("end\n").contains("was not kept (limits.log)");
    }

    @Test
    void anOutputThatIsSwappedForALinkAgainAndAgainNeverBecomesOneHere() throws Exception {
        Project project = fleet.project("swapped")
                .file("out/a", "as it was\n")
                .file(".gitignore", "out/\n")
                .commit();

        Outcome outcome = build(
                project,
                "(n=0; while [ $n -lt 400 ]; do n=$((n+1)); ln -s /etc out/b; mv -T out/b out/a; "
                        + "mkfifo out/b; mv -T out/b out/a; echo mine >out/c; mv out/c out/a; done) & sleep 0.2");

        assertThat(outcome.exit()).as(outcome.toString()).isIn(0, 73, 75);
        assertThat(Files.isRegularFile(project.path("out/a"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        assertThat(Files.readString(project.path("out/a"))).isIn("as it was\n", "mine\n");
    }
}
