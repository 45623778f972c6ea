package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a host runs commands, for any executor that reaches this very machine. */
abstract class BuildHostContract extends HostHere {

    private static final List<String> ODD_NAMES =
            List.of("a b", "it's", "$HOME", "~x", "-rf", "line\nbreak", "日本", "back\\slash", "`x`", "end\n");

    @Test
    void theHostSaysWhichMachineAndBootItIs() throws Exception {
        HostIdentity identity = bench.host.identify();

        assertThat(identity.bootId())
                .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                        .strip());
        assertThat(identity.workspaceRoot()).isEqualTo(bench.root.toString());
        assertThat(identity.runner()).hasSize(64);
        assertThat(bench.root.resolve("runner-" + identity.runner().substring(0, 12) + ".sh"))
                .isRegularFile();
        assertThat(bench.host.identify()).isEqualTo(identity);
    }

    @Test
    @DisplayName("B40 any name of a folder is just a name")
    void oddNamesAreJustNames() throws Exception {
        // given a project in a folder of such names, with files of the same names
        String place = String.join("/", ODD_NAMES);
        Files.createDirectories(bench.checkout.resolve(place));
        for (String name : ODD_NAMES) {
            Files.writeString(bench.checkout.resolve(place).resolve(name), "same bytes");
        }
        bench.prepare(1);

        // when it is built there, with the names as arguments too
        List<String> command = new ArrayList<>(
                List.of("sh", "-c", "for one; do cp -- \"$one\" \"./$one.out\"; done; printf %s \"$@\"", "sh"));
        command.addAll(ODD_NAMES);
        Seen seen = bench.followToEnd(1, bench.startIn(place, 1, command.toArray(String[]::new)));
        var report = bench.collect(1, place + "/*.out");

        // then the same bytes come back, and nothing else is there
        assertThat(seen.report).isEqualTo(new RunReport.Exited(0));
        assertThat(seen.out()).isEqualTo(String.join("", ODD_NAMES));
        assertThat(report.files()).hasSameSizeAs(ODD_NAMES);
        for (String name : ODD_NAMES) {
            assertThat(bench.staging(1).resolve(place).resolve(name + ".out")).hasContent("same bytes");
        }
        try (Stream<Path> inside = Files.list(bench.workspace(1))) {
            assertThat(inside).containsExactly(bench.workspace(1).resolve(ODD_NAMES.getFirst()));
        }
    }

    @Test
    @DisplayName("E-3 a missing program is 127, one that cannot be executed 126, a signal 128 and its number")
    void failuresToRunHaveTheirCustomaryCodes() throws Exception {
        Files.writeString(bench.checkout.resolve("text"), "no program");

        assertThat(bench.run(1, "no-such-program").report).isEqualTo(new RunReport.Exited(127));
        assertThat(bench.run(2, "./text").report).isEqualTo(new RunReport.Exited(126));
        assertThat(bench.run(3, "-rf").report).isEqualTo(new RunReport.Exited(127));
        assertThat(bench.run(4, "sh", "-c", "kill -INT $$").report).isEqualTo(new RunReport.Exited(130));
        assertThat(bench.run(5, "sh", "-c", "kill -KILL 0").report).isEqualTo(new RunReport.Exited(137));
    }

    @Test
    void aBuildThatOpensItsOutputAgainLosesNone() throws Exception {
        Seen seen = bench.run(1, "sh", "-c", "echo one; echo two >/dev/stdout; echo three; echo oops >/dev/stderr");

        assertThat(seen.out()).isEqualTo("one\ntwo\nthree\n");
        assertThat(seen.err()).isEqualTo("oops\n");
    }

    @Test
    @DisplayName("B38 cancelling ends what ignores TERM and what left the session, and sees it gone")
    void cancellingEndsTheWholeTree() throws Exception {
        // given a command with a grandchild that ignores TERM, and a child in a session of its own that does too
        bench.prepare(1);
        String script = "sh -c '(trap \"\" TERM; : >one; while :; do sleep 0.05; done) & wait' & "
                + "setsid sh -c 'trap \"\" TERM; : >two; while :; do sleep 0.05; done' & "
                + "until [ -e one ] && [ -e two ]; do sleep 0.01; done; echo up; exec sleep 60";
        StartReport started = bench.start(1, "sh", "-c", script);
        bench.awaitOutput(1, started, "up");

        // when
        CancelReport report = bench.host.cancel(bench.attempt(1), Duration.ofMillis(100));

        // then
        assertThat(report).isEqualTo(new CancelReport.Gone());
        assertThat(Processes.marked(bench.attempt(1))).isEmpty();
        assertThat(bench.followToEnd(1, started).report).isInstanceOf(RunReport.Vanished.class);
        assertThatThrownBy(() -> bench.host.prepare(
                        new BuildHost.PrepareRequest(bench.attempt(1), bench.mirror, bench.snapshot())))
                .hasMessageContaining("cancelled");
    }

    @Test
    void anAttemptCancelledBeforeItsStartCanNeverStart() throws Exception {
        bench.prepare(1);

        CancelReport report = bench.host.cancel(bench.attempt(1), Duration.ofSeconds(10));

        assertThat(report).isEqualTo(new CancelReport.Gone());
        assertThatThrownBy(() -> bench.start(1, "true")).hasMessageContaining("cancelled");
        assertThatThrownBy(() -> bench.prepare(1)).hasMessageContaining("cancelled");
        assertThat(bench.follow(1, "", 0, 0, Duration.ZERO).report).isInstanceOf(RunReport.NeverStarted.class);
    }

    @Test
    @DisplayName("a start that left no process is waited for, and past a bound it is none")
    void aStartThatLeftNoProcessIsLostPastABound() throws Exception {
        bench.prepare(1);
        Path begun = Files.createDirectory(bench.place(1).resolve("run"));

        RunReport soon = bench.follow(1, "", 0, 0, Duration.ZERO).report;
        Files.setLastModifiedTime(begun, FileTime.from(Instant.now().minusSeconds(11)));
        RunReport later = bench.follow(1, "", 0, 0, Duration.ZERO).report;

        assertThat(soon).isEqualTo(new RunReport.Running());
        assertThat(later).isInstanceOf(RunReport.NeverStarted.class);
        assertThatThrownBy(() -> bench.start(1, "true")).hasMessageContaining("cancelled");
    }

    @Test
    void aCommandOfAnEarlierBootHasVanished() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sh", "-c", "echo up; exec sleep 60");
        bench.awaitOutput(1, started, "up");
        Path record = bench.place(1).resolve("run/process");
        String now = Files.readString(record);
        Files.writeString(record, "00000000-0000-0000-0000-000000000000" + now.substring(36));

        Seen seen = bench.follow(1, "", 0, 0, Duration.ofSeconds(30));

        assertThat(seen.report)
                .isInstanceOfSatisfying(
                        RunReport.Vanished.class,
                        gone -> assertThat(gone.evidence()).contains("booted"));
        assertThat(bench.host.cancel(bench.attempt(1), Duration.ZERO)).isEqualTo(new CancelReport.Gone());
    }

    @Test
    void aCommandKilledFromOutsideHasVanished() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sh", "-c", "echo up; exec sleep 60");
        bench.awaitOutput(1, started, "up");

        Processes.marked(bench.attempt(1))
                .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        Seen seen = bench.followToEnd(1, started);

        assertThat(seen.report).isInstanceOf(RunReport.Vanished.class);
        assertThat(seen.out()).isEqualTo("up\n");
    }

    @Test
    @DisplayName("a process that has the recorded PID and is another one is left alone")
    void aStrangerUnderTheRecordedPidIsNotSignalled() throws Exception {
        // given an attempt whose record names a process of somebody else's, born at another time
        bench.run(1, "true");
        Process stranger = new ProcessBuilder("sleep", "60").start();
        Path record = bench.place(1).resolve("run/process");
        String[] words = Files.readString(record).split(" ");
        words[1] = Long.toString(stranger.pid());
        words[3] = words[1];
        Files.writeString(record, String.join(" ", words));

        // when it is cancelled
        CancelReport report = bench.host.cancel(bench.attempt(1), Duration.ZERO);

        // then the stranger lives
        assertThat(report).isEqualTo(new CancelReport.Gone());
        assertThat(stranger.isAlive()).isTrue();
        stranger.destroyForcibly();
    }

    @Test
    @DisplayName("E-4 attempts of one checkout go side by side")
    void attemptsGoSideBySide() throws Exception {
        Checkouts.full(bench.checkout);
        var snapshot = bench.snapshot();
        try (var threads = Executors.newFixedThreadPool(4)) {
            var runs = IntStream.rangeClosed(1, 12)
                    .mapToObj(number -> threads.submit(() -> {
                        bench.host.prepare(new BuildHost.PrepareRequest(bench.attempt(number), bench.mirror, snapshot));
                        return bench.followToEnd(
                                number, bench.start(number, "sh", "-c", "echo " + number + "; sleep 0.3"));
                    }))
                    .toList();
            for (int number = 1; number <= 12; number++) {
                Seen seen = runs.get(number - 1).get();
                assertThat(seen.report).isEqualTo(new RunReport.Exited(0));
                assertThat(seen.out()).isEqualTo(number + "\n");
            }
        }
    }

    @Test
    void shortCommandsAreBoundedInTimeAndOutput() throws Exception {
        // The same test of another executor may run at this moment.
        String sleep = "sleep 59." + ProcessHandle.current().pid();
        ShellResult result = bench.host.run(new ShellRequest(
                List.of("sh", "-c", "cat; head -c 100000 /dev/zero | tr '\\000' x >&2; exit 9"),
                "given",
                Duration.ofSeconds(20)));
        ShellResult missing = bench.host.run(new ShellRequest(List.of("no-such-program"), "", Duration.ofSeconds(20)));

        assertThat(result.exitCode()).isEqualTo(9);
        assertThat(result.stdout()).isEqualTo("given");
        assertThat(result.stderr()).isEqualTo("x".repeat(65536));
        assertThat(missing.exitCode()).isEqualTo(127);
        assertThatThrownBy(() -> bench.host.run(new ShellRequest(
                        List.of("sh", "-c", "setsid " + sleep + " & " + sleep), "", Duration.ofMillis(300))))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("300 ms");
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains(sleep)))
                .isEmpty();
    }
}
