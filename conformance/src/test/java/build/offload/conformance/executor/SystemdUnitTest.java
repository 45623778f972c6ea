package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a host whose systemd can hold them: a real one, of the user that the executor connects as. */
class SystemdUnitTest {

    private static final String STATE = "umask; printf '%s\\n' \"$HOME\" \"$PATH\" \"${LC_ALL-none}\" \"$OFFLOAD_RUN\"";

    @TempDir
    private static Path serverFolder;

    private static LoopbackSshd sshd;

    @TempDir
    Path folder;

    private VisibleBench bench;

    @BeforeAll
    static void startServer() throws Exception {
        LoopbackSshd.assumeSystemd();
        sshd = LoopbackSshd.startWithSystemd(serverFolder);
    }

    @AfterAll
    static void stopServer() {
        if (sshd != null) {
            sshd.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        bench = bench(sshd, "unit");
    }

    @AfterEach
    void close() throws Exception {
        bench.host.close();
        Sweeps.awaitEnd(bench.root);
    }

    private VisibleBench bench(LoopbackSshd server, String name) throws Exception {
        return SshBuildHostTest.bench(server, Files.createDirectories(folder.resolve(name)));
    }

    @Test
    void commandIsInAUnitOfItsOwnAndEndsAsItWouldElsewhere() throws Exception {
        Seen seen = bench.run(1, "sh", "-c", "cat /proc/self/cgroup; echo oops >&2; exit 7");

        assertThat(seen.report).isEqualTo(new RunReport.Exited(7));
        assertThat(seen.out()).contains("/offload-" + bench.attempt(1) + "-");
        assertThat(seen.err()).isEqualTo("oops\n");
    }

    @Test
    void environmentAndModeOfNewFilesAreThoseOfTheSession() throws Exception {
        String here = bench.run(1, "sh", "-c", STATE).out();
        try (LoopbackSshd plain = LoopbackSshd.start(folder.resolve("plain-sshd"), Map.of("HOME", home()))) {
            VisibleBench other = bench(plain, "plain");
            String there = other.run(1, "sh", "-c", STATE).out();
            other.host.close();

            assertThat(here.replace(bench.attempt(1).toString(), "ID"))
                    .isEqualTo(there.replace(other.attempt(1).toString(), "ID"));
        }
    }

    private String home() {
        return serverFolder.resolve("home").toString();
    }

    @Test
    void startIsTakenOnceHoweverOftenItIsAsked() throws Exception {
        bench.prepare(1);
        StartReport first = bench.start(1, "sh", "-c", "echo ran; exec sleep 60");
        bench.awaitOutput(1, first, "ran");

        StartReport again = bench.start(1, "sh", "-c", "echo ran; exec sleep 60");

        assertThat(again).isEqualTo(new StartReport(first.handle(), true));
        assertThat(bench.host.cancel(bench.attempt(1), Duration.ofSeconds(5))).isEqualTo(new CancelReport.Gone());
    }

    @Test
    @DisplayName("B38 cancelling ends what left the session and put its whole environment off")
    void cancellingEndsWhatPutsTheMarkOff() throws Exception {
        bench.prepare(1);
        String script = "setsid env -i sh -c 'trap \"\" TERM; echo $$ >pid; while :; do sleep 0.05; done' & "
                + "until [ -s pid ]; do sleep 0.01; done; echo up; exec sleep 60";
        bench.awaitOutput(1, bench.start(1, "sh", "-c", script), "up");
        long escaped = Long.parseLong(
                Files.readString(bench.workspace(1).resolve("pid")).strip());

        CancelReport report = bench.host.cancel(bench.attempt(1), Duration.ofMillis(100));

        assertThat(report).isEqualTo(new CancelReport.Gone());
        assertThat(ProcessHandle.of(escaped)).isEmpty();
    }

    @Test
    void hostWhoseSystemdIsGoneRunsCommandsInSessionsOfTheirOwn() throws Exception {
        try (LoopbackSshd broken = LoopbackSshd.startWithSystemd(folder.resolve("broken-sshd"))) {
            VisibleBench other = bench(broken, "broken");
            broken.killSystemd();

            Seen seen = other.run(1, "sh", "-c", "cat /proc/self/cgroup");
            other.host.close();

            assertThat(seen.report).isEqualTo(new RunReport.Exited(0));
            assertThat(seen.out()).doesNotContain("offload-");
        }
    }
}
