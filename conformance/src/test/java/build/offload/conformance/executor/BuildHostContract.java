package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.conformance.executor.Bench.Seen;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of {@link BuildHost}, for any executor that reaches this very machine; subclasses say how it is reached. */
abstract class BuildHostContract {

    @TempDir
    Path folder;

    Bench bench;

    /** Return this machine as a host, with the folder that it is to use. */
    abstract Bench open() throws Exception;

    @BeforeEach
    void setUp() throws Exception {
        bench = open();
    }

    /** Return what an executor is given, with a state folder below the given one. */
    static ExecutorContext context(Path folder) throws IOException {
        Path state = Files.createDirectories(folder.resolve("state"));
        return new ExecutorContext(state, "0123456789abcdef", Duration.ofSeconds(10), Duration.ofSeconds(15));
    }

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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 126, 127, 130, 137, 255})
    @DisplayName("E-3 the command's own exit code comes back, whatever number it is")
    void exitCodesComeBack(int code) throws Exception {
        assertThat(bench.run(1, "sh", "-c", "exit " + code).report).isEqualTo(new RunReport.Exited(code));
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
    void outputIsExactToTheByte() throws Exception {
        // given five megabytes of noise
        byte[] noise = new byte[5_000_000];
        new Random(7).nextBytes(noise);
        Files.write(bench.checkout.resolve("noise"), noise);

        // when it is printed, and a text without a last newline on the other stream
        Seen seen = bench.run(1, "sh", "-c", "cat noise; printf 'no newline' >&2");

        // then not a byte is missing or added
        assertThat(seen.report).isEqualTo(new RunReport.Exited(0));
        assertThat(seen.outBytes()).isEqualTo(noise);
        assertThat(seen.err()).isEqualTo("no newline");
    }

    @Test
    void outputIsReadOnFromAnyOffset() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sh", "-c", "printf 0123456789; printf abc >&2");
        bench.followToEnd(1, started);

        Seen rest = bench.follow(1, started.handle(), 7, 3, Duration.ZERO);

        assertThat(rest.out()).isEqualTo("789");
        assertThat(rest.err()).isEmpty();
        assertThat(rest.report).isEqualTo(new RunReport.Exited(0));
    }

    @Test
    void aBuildThatOpensItsOutputAgainLosesNone() throws Exception {
        Seen seen = bench.run(1, "sh", "-c", "echo one; echo two >/dev/stdout; echo three; echo oops >/dev/stderr");

        assertThat(seen.out()).isEqualTo("one\ntwo\nthree\n");
        assertThat(seen.err()).isEqualTo("oops\n");
    }

    @Test
    void whatABuildLeavesRunningDoesNotHoldUpItsEnd() throws Exception {
        long begun = System.nanoTime();

        Seen seen = bench.run(1, "sh", "-c", "sleep 30 & echo done");

        assertThat(seen.report).isEqualTo(new RunReport.Exited(0));
        assertThat(seen.out()).isEqualTo("done\n");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
        assertThat(bench.host.cancel(bench.attempt(1), Duration.ZERO)).isEqualTo(new CancelReport.Gone());
        assertThat(Processes.marked(bench.attempt(1))).isEmpty();
    }

    @Test
    @DisplayName("E-1 starting the same attempt twice runs it once")
    void aSecondStartAttaches() throws Exception {
        bench.prepare(1);

        StartReport first = bench.start(1, "sh", "-c", "echo run >>runs; sleep 0.2; exit 5");
        StartReport second = bench.start(1, "sh", "-c", "echo run >>runs; sleep 0.2; exit 5");
        Seen seen = bench.followToEnd(1, second);
        StartReport third = bench.start(1, "sh", "-c", "echo run >>runs");

        assertThat(first.attached()).isFalse();
        assertThat(second).isEqualTo(new StartReport(first.handle(), true));
        assertThat(third).isEqualTo(second);
        assertThat(seen.report).isEqualTo(new RunReport.Exited(5));
        assertThat(bench.workspace(1).resolve("runs")).hasContent("run\n");
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
    @DisplayName("B38 a command that answers TERM with success is cancelled all the same")
    void aCancelledCommandNeverLooksLikeSuccess() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sh", "-c", "trap 'exit 0' TERM; echo up; while :; do sleep 0.02; done");
        bench.awaitOutput(1, started, "up");

        CancelReport report = bench.host.cancel(bench.attempt(1), Duration.ofSeconds(10));

        assertThat(report).isEqualTo(new CancelReport.Gone());
        assertThat(bench.followToEnd(1, started).report).isInstanceOf(RunReport.Vanished.class);
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
    void whatIsSaidToBeNeverStartedIsShutOut() throws Exception {
        bench.prepare(1);

        Seen seen = bench.follow(1, "", 0, 0, Duration.ZERO);

        assertThat(seen.report).isInstanceOf(RunReport.NeverStarted.class);
        assertThatThrownBy(() -> bench.start(1, "true")).isInstanceOf(ExecutorException.class);
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

    @ParameterizedTest
    @ValueSource(strings = {"a b", "it's", "$HOME", "~x", "-rf", "line\nbreak", "日本", "back\\slash", "`x`", "end\n"})
    @DisplayName("B40 any name of a folder is just a name")
    void oddFolderNamesAreJustNames(String name) throws Exception {
        // given a project in a folder of that name
        Files.createDirectories(bench.checkout.resolve(name));
        Files.writeString(bench.checkout.resolve(name).resolve(name), "same bytes");
        bench.prepare(1);

        // when it is built there, with the name as an argument too
        Seen seen = bench.followToEnd(
                1, bench.startIn(name, 1, "sh", "-c", "cp -- \"$1\" out; printf %s \"$1\"", "sh", name));
        var report = bench.collect(1, escaped(name) + "/*");

        // then the same bytes come back, and nothing else is there
        assertThat(seen.report).isEqualTo(new RunReport.Exited(0));
        assertThat(seen.out()).isEqualTo(name);
        assertThat(report.files()).hasSize(2);
        assertThat(bench.staging(1).resolve(name).resolve("out")).hasContent("same bytes");
        try (var inside = Files.list(bench.workspace(1))) {
            assertThat(inside).containsExactly(bench.workspace(1).resolve(name));
        }
    }

    private static String escaped(String name) {
        return name.replace("[", "[[]");
    }

    @Test
    @DisplayName("B49 the workspace is the snapshot: dot-files, links, empty folders, executable bits, odd names")
    void theWorkspaceIsTheSnapshot() throws Exception {
        Checkouts.full(bench.checkout);

        var report = bench.prepare(1);

        assertThat(report.tree()).isEqualTo(bench.snapshot().tree());
        assertThat(Checkouts.manifest(bench.workspace(1))).isEqualTo(Checkouts.manifest(bench.checkout));
    }

    @Test
    @DisplayName("E-1 a prepared attempt is found prepared, and only what is new travels")
    void onlyWhatIsNewTravels() throws Exception {
        // given a checkout with a large file, prepared once
        byte[] large = new byte[300_000];
        new Random(3).nextBytes(large);
        Files.write(bench.checkout.resolve("large"), large);
        Files.writeString(bench.checkout.resolve("small"), "one");
        long first = bench.prepare(1).sentBytes();

        // when it is prepared again, then for another attempt, then with a small change
        long again = bench.prepare(1).sentBytes();
        long same = bench.prepare(2).sentBytes();
        Files.writeString(bench.checkout.resolve("small"), "two");
        long changed = bench.prepare(3).sentBytes();

        // then
        assertThat(first).isGreaterThan(300_000);
        assertThat(again).isZero();
        assertThat(same).isZero();
        assertThat(changed).isBetween(1L, 10_000L);
        assertThat(bench.workspace(3).resolve("small")).hasContent("two");
        assertThat(bench.workspace(3).resolve("large")).hasBinaryContent(large);
    }

    @Test
    void halfAPreparationIsMadeAgain() throws Exception {
        Files.writeString(bench.checkout.resolve("file"), "right");
        bench.prepare(1);
        Files.delete(bench.place(1).resolve("tree"));
        Files.writeString(bench.workspace(1).resolve("file"), "wrong");
        Files.writeString(bench.workspace(1).resolve("stray"), "stray");

        bench.prepare(1);

        assertThat(Checkouts.manifest(bench.workspace(1))).isEqualTo(Checkouts.manifest(bench.checkout));
    }

    @Test
    void aBrokenMirrorIsMadeAnew() throws Exception {
        Files.writeString(bench.checkout.resolve("file"), "content");
        bench.prepare(1);
        Path mirror = bench.root.resolve("mirrors/" + bench.mirror + ".git/objects");
        try (var all = Files.walk(mirror)) {
            all.filter(Files::isRegularFile)
                    .toList()
                    .forEach(file -> file.toFile().delete());
        }

        bench.prepare(2);

        assertThat(bench.workspace(2).resolve("file")).hasContent("content");
    }

    @Test
    @DisplayName("E-5 regular files that are declared come back; links, pipes and what lies behind links do not")
    void onlyDeclaredRegularFilesComeBack() throws Exception {
        // given outputs of every kind
        Files.writeString(folder.resolve("secret"), "not a build's");
        bench.prepare(1);
        String script = "mkdir -p out/.hidden/deep other real; echo a >out/a.txt; echo h >out/.hidden/deep/.h.txt; "
                + "printf '#!/bin/sh\\n' >out/tool; chmod +x out/tool; : >out/empty; echo no >other/b.txt; "
                + "ln -s " + folder.resolve("secret") + " out/link.txt; ln -s ../real out/dir; echo r >real/r.txt; "
                + "mkfifo out/pipe.txt; ln -s real behind; echo n >'out/new\nline.txt'; mkdir -p out/.git; echo g >out/.git/x.txt";
        bench.followToEnd(1, bench.start(1, "sh", "-c", script));

        // when
        var report = bench.collect(1, "out/**", "behind/r.txt", "no/such/*.jar");

        // then
        assertThat(report.files())
                .extracting(file -> file.path().value())
                .containsExactlyInAnyOrder(
                        "out/a.txt", "out/.hidden/deep/.h.txt", "out/tool", "out/empty", "out/new\nline.txt");
        assertThat(report.files().stream().filter(BuildHost.OutputFile::executable))
                .extracting(file -> file.path().value())
                .containsExactly("out/tool");
        assertThat(report.refused())
                .hasSize(4)
                .anyMatch(line -> line.startsWith("out/link.txt: "))
                .anyMatch(line -> line.startsWith("out/dir: "))
                .anyMatch(line -> line.startsWith("out/pipe.txt: "))
                .anyMatch(line -> line.startsWith("behind: "));
        assertThat(report.unmatched()).extracting(Object::toString).containsExactly("no/such/*.jar");
        assertThat(report.tree()).isEqualTo(bench.snapshot().tree());
        assertThat(Checkouts.manifest(bench.staging(1)))
                .containsEntry("out/a.txt", "file a\n")
                .hasSize(9);
        assertThat(Files.isExecutable(bench.staging(1).resolve("out/tool"))).isTrue();
    }

    @Test
    @DisplayName("B42 a build that deletes its workspace leaves every declaration without a match")
    void aDeletedWorkspaceHasNoOutputs() throws Exception {
        Files.writeString(bench.checkout.resolve("file"), "content");
        bench.prepare(1);
        bench.followToEnd(1, bench.start(1, "sh", "-c", "rm -rf \"$PWD\""));

        var report = bench.collect(1, "file", "**");

        assertThat(report.files()).isEmpty();
        assertThat(report.unmatched()).hasSize(2);
        assertThat(report.tree()).isEqualTo(bench.snapshot().tree());
    }

    @Test
    void outputsOverTheLimitAreNotTaken() throws Exception {
        bench.prepare(1);
        bench.followToEnd(1, bench.start(1, "sh", "-c", "echo 12345 >a; echo 12345 >b"));
        var request =
                new BuildHost.CollectRequest(bench.attempt(1), List.of(new OutputPattern("*")), bench.staging(1), 11);

        assertThatThrownBy(() -> bench.host.collect(request))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("11 bytes");
        assertThat(Checkouts.manifest(bench.staging(1))).hasSize(1);
    }

    @Test
    void theWorkspaceIsSweptOnceItsProcessIsGone() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sh", "-c", "mkdir -p a/b; chmod 0 a/b a; echo up; exec sleep 60");
        bench.awaitOutput(1, started, "up");

        assertThatThrownBy(() -> bench.host.sweep(bench.attempt(1))).hasMessageContaining("still lives");
        bench.host.cancel(bench.attempt(1), Duration.ofSeconds(5));
        bench.host.sweep(bench.attempt(1));
        bench.host.sweep(bench.attempt(1));

        assertThat(bench.place(1)).doesNotExist();
        assertThat(bench.follow(1, started.handle(), 0, 0, Duration.ZERO).report)
                .isInstanceOf(RunReport.Vanished.class);
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
                        List.of("sh", "-c", "setsid sleep 59.125 & sleep 59.125"), "", Duration.ofMillis(300))))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("300 ms");
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains("59.125")))
                .isEmpty();
    }

    @Test
    void anInterruptedCallerIsLetGoAtOnce() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sleep", "60");
        var caller = new FutureTask<>(() -> bench.followToEnd(1, started));
        Thread thread = Thread.ofPlatform().start(caller);
        bench.follow(1, started.handle(), 0, 0, Duration.ofMillis(100));

        thread.interrupt();

        assertThatThrownBy(() -> caller.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(ExecutorException.class);
        assertThat(bench.host.cancel(bench.attempt(1), Duration.ofSeconds(5))).isEqualTo(new CancelReport.Gone());
    }
}
