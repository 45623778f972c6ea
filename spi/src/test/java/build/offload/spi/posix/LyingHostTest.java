package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.posix.HostUnderTest.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a host says, nothing undeclared is written, and nothing unclear counts as success. */
class LyingHostTest {

    private static final String HELLO_SUM = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    private static final int FILES = 1_000;
    private static final String TREE = "tree " + "a".repeat(40) + "\nlisting\n";

    @TempDir
    Path folder;

    private Path staging;

    @BeforeEach
    void setUp() throws IOException {
        staging = Files.createDirectory(folder.resolve("staging"));
    }

    @Test
    void anHonestAnswerIsTaken() throws Exception {
        CollectReport report = collect("out/*", files("./out/a") + manifest("5 755", HELLO_SUM, "hello"));

        assertThat(report.files()).singleElement().satisfies(file -> {
            assertThat(file.path().value()).isEqualTo("out/a");
            assertThat(file.executable()).isTrue();
        });
        assertThat(staging.resolve("out/a")).hasContent("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "./../evil", "/etc/passwd", "./out/../../evil", "./out//evil", "./out/./evil"})
    void pathsThatLeaveTheWorkspaceAreLies(String path) {
        assertLie("out/*", files(path) + manifest("5 644", HELLO_SUM, "hello"), path);
    }

    @Test
    void whatIsNotDeclaredIsNotTaken() throws Exception {
        CollectReport report = collect("out/*", files("./other", "./out/.git/config", "./offload.toml") + manifest());

        assertThat(report.files()).isEmpty();
        assertThat(report.unmatched()).hasSize(1);
        assertThat(staging).isEmptyDirectory();
    }

    @Test
    @DisplayName("a listing of a million names is refused by their number, and read no further than that")
    void aListingWithoutEndIsRefused() {
        assertLie("out/*", TREE + many("./out/", 1_000_000), "more than 1000 files");
        assertLie("out/*", TREE + many("./other/", 1_000_000), "more than 20000 files");
        assertLie("out/*", TREE + "\0" + many("l./out/", 1_000_000), "more than 1000 files");
        assertLie("**", TREE + many("./" + "long/".repeat(300), 1_000), "longer together than 512000 bytes");
        assertLie("out/*", TREE + "./out/" + "x".repeat(10_000), "more than 8192 bytes");
    }

    private static String many(String name, int count) {
        StringBuilder listing = new StringBuilder();
        for (int i = 0; i < count; i++) {
            listing.append(name).append(i).append('\0');
        }
        return listing.append("\0\0\0").toString();
    }

    @Test
    void aPathNamedTwiceIsTakenOnce() throws Exception {
        CollectReport report = collect("out/*", files("./out/a", "./out/a") + manifest("5 644", HELLO_SUM, "hello"));

        assertThat(report.files()).hasSize(1);
    }

    @Test
    void aNameThatIsNoTextIsRefused() throws Exception {
        HostUnderTest there = Shells.host(Path.of("/bin/dash"), folder);
        there.run(1, "sh", "-c", "mkdir out; : >\"out/$(printf 'odd\\377')\"");

        CollectReport report = there.collect(1, "out/*");

        assertThat(report.files()).isEmpty();
        assertThat(report.refused()).singleElement().asString().contains("not UTF-8");
        assertThat(report.unmatched()).isEmpty();
    }

    @Test
    @DisplayName("B46 a file that is not what was announced is no output")
    void contentsThatDifferAreRefused() {
        assertLie("out/*", files("./out/a") + manifest("5 644", HELLO_SUM, "hallo"), "out/a");
        assertLie("out/*", files("./out/a") + manifest("5 644", "0".repeat(63), "hello"), "out/a");
        assertLie("out/*", files("./out/a") + manifest("-1 644", HELLO_SUM, ""), "-1");
        assertLie("out/*", files("./out/a") + manifest("99999999999999999999 644", HELLO_SUM, ""), "number");
    }

    @Test
    @DisplayName("B46 an announced file whose bytes do not come is a lost connection")
    void aShortAnswerIsALostConnection() {
        assertKind(
                Kind.CONNECTION_LOST,
                () -> collect("out/*", files("./out/a") + "manifest\n5 644\nsums\n" + HELLO_SUM + "  x\ncontents\n"));
    }

    @Test
    void aFileThatIsAlsoAFolderIsALie() {
        assertLie(
                "out/**",
                files("./out/a", "./out/a/b") + "manifest\n5 644\n5 644\nsums\n" + HELLO_SUM + "  x\n" + HELLO_SUM
                        + "  x\ncontents\nhellohello\nend\n",
                "out/a");
    }

    @Test
    @DisplayName("E-3 a broken answer is neither success nor an exit code")
    void aBrokenAnswerIsNoExitCode() {
        for (String answer : List.of("", "out 0 3\nab", "out 0 3\nabcexited", "exited 3\n00")) {
            assertKind(Kind.CONNECTION_LOST, () -> follow("\noffload-answer 1 follow\n" + answer));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exited 1\n0\nend\n", "exited 0\n\nend\n", "exited 3\n999\nend\n", "exited 2\n-1\nend\n"})
    @DisplayName("E-3 an exit file that holds no exit code is none")
    void anUnreadableExitCodeIsNone(String answer) throws Exception {
        Seen seen = follow("\noffload-answer 1 follow\n" + answer);

        assertThat(seen.report()).isInstanceOf(RunReport.Vanished.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"out 7 3\nabc", "out 0 -3\n", "out 0 99999999\n", "out 0\n", "whatever 0\n\nend\n", "exited x\n"
            })
    void anAnswerThatCannotBeIsAProtocolError(String answer) {
        assertKind(Kind.PROTOCOL, () -> follow("\noffload-answer 1 follow\n" + answer));
    }

    @Test
    void noiseBeforeAnAnswerIsSkippedAndNoiseAloneIsNone() throws Exception {
        Seen seen = follow("Welcome!\noffload-answer 1 start\nno newline\noffload-answer 1 follow\nrunning 0\n\nend\n");

        assertThat(seen.report()).isEqualTo(new RunReport.Running());
        assertKind(
                Kind.PROTOCOL,
                () -> host(Optional.empty(), "Welcome!\n", "Welcome!\n").identify());
    }

    @Test
    void aRunnerOfAnotherVersionIsRefusedWithBothVersions() {
        assertThatThrownBy(() -> follow("\noffload-answer 2 follow\nexited 3\n000\nend\n"))
                .isInstanceOfSatisfying(
                        ExecutorException.class,
                        skewed -> assertThat(skewed.kind()).isEqualTo(Kind.PROTOCOL))
                .hasMessageContaining("speaks version 2 of the protocol, and this controller version 1");
    }

    @Test
    void failuresOfTheTransportAreItsOwnKind() {
        for (Kind kind : Kind.values()) {
            assertKind(kind, () -> host(Optional.of(kind), "").identify());
        }
    }

    @Test
    void aFullDiskAndAMissingProgramAreTold() {
        String full = "\noffload-answer 1 identify\nfailed disk-full 4\nfull\nend\n";
        String missing = "\noffload-answer 1 identify\nfailed capability-missing 3\ngit\nend\n";

        assertKind(Kind.DISK_FULL, () -> host(Optional.empty(), full).identify());
        assertKind(
                Kind.CAPABILITY_MISSING, () -> host(Optional.empty(), missing).identify());
    }

    private static String files(String... paths) {
        return TREE + String.join("\0", paths) + "\0\0\0\0";
    }

    private static String manifest() {
        return "manifest\nsums\ncontents\n\nend\n";
    }

    private static String manifest(String stat, String sum, String contents) {
        return "manifest\n" + stat + "\nsums\n" + sum + "  ./x\ncontents\n" + contents + "\nend\n";
    }

    private void assertLie(String pattern, String answer, String named) {
        assertThatThrownBy(() -> collect(pattern, answer))
                .isInstanceOfSatisfying(
                        ExecutorException.class, lie -> assertThat(lie.kind()).isEqualTo(Kind.PROTOCOL))
                .hasMessageContaining(named);
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    private static void assertKind(Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ExecutorException.class,
                        failed -> assertThat(failed.kind()).isEqualTo(kind));
    }

    private CollectReport collect(String pattern, String answer) throws IOException, ExecutorException {
        HostUnderTest there = new HostUnderTest(
                folder, new ScriptedTransport(Optional.empty(), "\noffload-answer 1 collect\n" + answer));
        return there.host.collect(
                new CollectRequest(there.attempt(1), List.of(new OutputPattern(pattern)), staging, 1_000_000, FILES));
    }

    private Seen follow(String answer) throws IOException, ExecutorException {
        HostUnderTest there = new HostUnderTest(folder, new ScriptedTransport(Optional.empty(), answer));
        return there.follow(1, "", 0, 0, Duration.ZERO);
    }

    private PosixBuildHost host(Optional<Kind> failure, String... answers) throws IOException {
        return new HostUnderTest(folder, new ScriptedTransport(failure, answers)).host;
    }
}
