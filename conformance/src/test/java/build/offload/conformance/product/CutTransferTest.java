package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.conformance.sshd.TcpRelay.Way;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wherever the connection to a host breaks, the build runs once, its output is whole and what it made arrives whole. */
class CutTransferTest {

    private static final int MEBIBYTE = 1024 * 1024;

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static Path cutter;

    @BeforeAll
    static void start() throws Exception {
        LoopbackSshd.assumeInstalled();
        cutter = Files.createDirectories(folder.resolve("cutter"));
        LoopbackSshd sshd = LoopbackSshd.start(
                folder.resolve("sshd"), "ForceCommand sh " + Files.writeString(cutter.resolve("cutter.sh"), script()));
        fleet = SshFleet.start(folder, sshd, 1);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    /** What breaks the connection around the next command of each verb that a file is named after: before it, or once it is done. */
    private static String script() {
        return """
                cd %s
                for cut in *.cut; do
                    case $SSH_ORIGINAL_COMMAND in
                        *" ${cut%%.cut} "*)
                            mv "$cut" "$cut.$$" || continue
                            [ "$(cat "$cut.$$")" = before ] || (eval "$SSH_ORIGINAL_COMMAND") >/dev/null
                            kill -s KILL $PPID
                            exit
                            ;;
                    esac
                done
                cd /
                eval "$SSH_ORIGINAL_COMMAND"
                """.formatted(cutter);
    }

    @ParameterizedTest
    @CsvSource({"before, prepare start follow collect cancel sweep", "after, prepare start follow cancel sweep"})
    void aConnectionThatBreaksAroundEveryCommandRunsNothingTwice(String when, String verbs) throws Exception {
        // given
        Path runs = folder.resolve("runs-" + when);
        Project project = fleet.project("cut-" + when).file("readme", "").commit();
        // The host has this tree already, so that it says nothing which the controller waits for before it can go on.
        fleet.product().offload(project.root(), "run", "--", "true");
        fleet.product().awaitFreeSlots(SshFleet.HOST);
        for (String verb : verbs.split(" ")) {
            Files.writeString(cutter.resolve(verb + ".cut"), when);
        }

        // when
        Outcome outcome = fleet.product()
                .offload(
                        project.root(),
                        "run",
                        "--output",
                        "made",
                        "--",
                        "sh",
                        "-c",
                        "echo run >>" + runs + "; echo first; echo second >&2; echo x >made");

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).isEqualTo("first\n");
        assertThat(outcome.err()).isEqualTo("second\n");
        assertThat(runs).hasContent("run\n");
        assertThat(project.path("made")).hasContent("x\n");
        Waits.until(
                "every cut",
                () -> Stream.of(verbs.split(" ")).noneMatch(verb -> Files.exists(cutter.resolve(verb + ".cut"))));
        fleet.product().awaitFreeSlots(SshFleet.HOST);
    }

    @Test
    void aSnapshotThatIsCutInTheMiddleIsSentOnFromThere() throws Exception {
        // given a checkout of some size, that no host has seen
        byte[] noise = new byte[6 * MEBIBYTE];
        new Random(5).nextBytes(noise);
        Project project = fleet.project("sending").file("noise", noise).commit();
        Path runs = folder.resolve("runs-sending");
        int cuts = fleet.network().cuts();

        // when
        fleet.network().cutAfter(Way.TO_SERVER, 4 * MEBIBYTE);
        Outcome outcome = fleet.product()
                .offload(
                        project.root(),
                        "run",
                        "--output",
                        "copy",
                        "--",
                        "sh",
                        "-c",
                        "echo run >>" + runs + "; cp noise copy");

        // then
        assertThat(fleet.network().cuts()).isEqualTo(cuts + 1);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(runs).hasContent("run\n");
        assertThat(Trees.sha256(project.path("copy"))).isEqualTo(Trees.sha256(project.path("noise")));
        assertThat(sentLast()).as("bytes of the pack that travelled again").isLessThan(6 * MEBIBYTE);
    }

    private static long sentLast() throws Exception {
        return fleet.product()
                .jobs()
                .getFirst()
                .at("transfer")
                .number("sentBytes")
                .orElseThrow();
    }

    @Test
    void outputThatIsCutAgainAndAgainIsReadToTheLastByte() throws Exception {
        // given a build that prints some mebibytes
        Project project = fleet.project("printing").file("readme", "").commit();
        Path runs = folder.resolve("runs-printing");
        ProductCommand build = fleet.product()
                .begin(
                        project.root(),
                        "run",
                        "--",
                        "sh",
                        "-c",
                        "echo run >>" + runs + "; for part in 1 2 3 4; do seq 200000; sleep 0.3; done; seq 9 >&2");

        // when
        for (int i = 0; i < 3; i++) {
            int cuts = fleet.network().cuts();
            fleet.network().cutAfter(Way.FROM_SERVER, MEBIBYTE);
            Waits.until("a cut", () -> fleet.network().cuts() > cuts);
        }

        // then
        Outcome outcome = build.await();
        assertThat(outcome.exit()).as(outcome.toString().substring(0, 80)).isZero();
        assertThat(outcome.out()).isEqualTo(Shell.run("seq", "200000").repeat(4));
        assertThat(outcome.err()).isEqualTo(Shell.run("seq", "9"));
        assertThat(runs).hasContent("run\n");
    }

    @Test
    void outputsThatAreCutInTheMiddleArriveWhole() throws Exception {
        assertOutputsArriveWhole(24);
    }

    @Test
    @Tag("campaign")
    void twoHundredMebibytesThatAreCutInTheMiddleArriveWhole() throws Exception {
        assertOutputsArriveWhole(200);
    }

    private static void assertOutputsArriveWhole(int mebibytes) throws Exception {
        // given
        Project project =
                fleet.project("collecting-" + mebibytes).file("readme", "").commit();
        Path sum = folder.resolve("sum-" + mebibytes);
        Path runs = folder.resolve("runs-collecting-" + mebibytes);
        int cuts = fleet.network().cuts();

        // when the connection breaks half way through what it brings back
        fleet.network().cutAfter(Way.FROM_SERVER, (long) mebibytes * MEBIBYTE / 2);
        Outcome outcome = fleet.product()
                .offload(
                        project.root(),
                        "run",
                        "--output",
                        "made",
                        "--",
                        "sh",
                        "-c",
                        "echo run >>" + runs + "; head -c " + mebibytes + "M /dev/urandom >made; sha256sum <made >"
                                + sum);

        // then
        assertThat(fleet.network().cuts()).isEqualTo(cuts + 1);
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(runs).hasContent("run\n");
        assertThat(Files.size(project.path("made"))).isEqualTo((long) mebibytes * MEBIBYTE);
        assertThat(Files.readString(sum)).startsWith(Trees.sha256(project.path("made")));
    }
}
