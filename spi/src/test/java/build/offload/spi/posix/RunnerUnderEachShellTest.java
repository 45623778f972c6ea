package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.executor.Secret;
import build.offload.spi.model.SecretName;
import build.offload.spi.posix.HostUnderTest.Seen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An attempt's whole life under every shell that is here, since the runner must not depend on any one of them. */
class RunnerUnderEachShellTest {

    private static final String ODD = " a b'\"\\ $HOME `x` ~y -rf * \n日本\n";

    /** Of each run's own, since it is looked for all over the machine. */
    private static final String MARK = UUID.randomUUID().toString();

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void anAttemptRunsFromSnapshotToOutputs(Path shell) throws Exception {
        // given a checkout with a folder of an odd name
        HostUnderTest there = Shells.host(shell, folder);
        Files.createDirectories(there.checkout.resolve("it's $HOME/-rf"));
        Files.writeString(there.checkout.resolve("it's $HOME/in"), "given");

        // when a command is run in it, with odd arguments and an odd variable
        there.prepare(1);
        StartReport started = there.start(
                1,
                "it's $HOME",
                Map.of("ODD", ODD),
                "sh",
                "-c",
                "printf %s \"$ODD\"; printf %s \"$1\" >&2; cat in >out; pwd >where; exit 7",
                "-rf",
                ODD);
        Seen seen = there.followToEnd(1, started.handle());
        CollectReport report = there.collect(1, "it's $HOME/*", "**/nothing");

        // then every byte went there and came back
        assertThat(seen.report()).isEqualTo(new RunReport.Exited(7));
        assertThat(seen.out()).isEqualTo(ODD);
        assertThat(seen.err()).isEqualTo(ODD);
        assertThat(report.files())
                .extracting(file -> file.path().value())
                .containsExactly("it's $HOME/in", "it's $HOME/out", "it's $HOME/where");
        assertThat(folder.resolve("staging-1/it's $HOME/out")).hasContent("given");
        assertThat(report.unmatched()).extracting(Object::toString).containsExactly("**/nothing");
        assertThat(report.tree()).isEqualTo(there.snapshot().tree());
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void aSecondStartAttaches(Path shell) throws Exception {
        HostUnderTest there = Shells.host(shell, folder);
        there.prepare(1);

        StartReport first = there.start(1, "sh", "-c", "echo x >>count; sleep 0.2");
        StartReport second = there.start(1, "sh", "-c", "echo x >>count; sleep 0.2");
        Seen seen = there.followToEnd(1, second.handle());

        assertThat(first.attached()).isFalse();
        assertThat(second).isEqualTo(new StartReport(first.handle(), true));
        assertThat(seen.report()).isEqualTo(new RunReport.Exited(0));
        assertThat(there.place(1).resolve("work/count")).hasContent("x\n");
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void aSecretIsReadFromItsFileAndNowhereElse(Path shell) throws Exception {
        // given a host whose environment has variables of the names that the runner itself uses
        ShellTransport transport = new ShellTransport(shell, folder)
                .with("line", "theirs")
                .with("value", "theirs")
                .with("kind", "theirs");
        HostUnderTest there = new HostUnderTest(folder, transport);
        there.prepare(1);

        // when a command looks at its secret, and for it in what every process shows
        String script = "cat \"$OFFLOAD_SECRETS/TOKEN\"; stat -c %a \"$OFFLOAD_SECRETS\"/* >&2; "
                + "tail -n 1 \"$OFFLOAD_SECRETS/TOKEN\" | grep -alFf - /proc/[0-9]*/environ /proc/[0-9]*/cmdline >&2 2>/dev/null";
        StartReport started =
                there.startWith(new Secret(new SecretName("TOKEN"), ODD + MARK), 1, "sh", "-c", script, "-rf");
        Seen seen = there.followToEnd(1, started.handle());

        // then it is in the file alone, and that is gone
        assertThat(seen.out()).isEqualTo(ODD + MARK);
        assertThat(seen.err()).isEqualTo("600\n");
        assertThat(secrets(there)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void cancellingTakesTheSecretAway(Path shell) throws Exception {
        HostUnderTest there = Shells.host(shell, folder);
        there.prepare(1);
        StartReport started = there.startWith(
                new Secret(new SecretName("TOKEN"), "a value"), 1, "sh", "-c", "echo \"$OFFLOAD_SECRETS\"; sleep 60");
        awaitOutput(there, started, there.place(1) + "/run/secrets");
        assertThat(secrets(there)).hasSize(1);
        // The supervisor, too, so that nobody but the cancel is left to do it.
        Processes.marked(there.attempt(1))
                .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));

        there.host.cancel(there.attempt(1), Duration.ofMillis(200));

        assertThat(secrets(there)).isEmpty();
    }

    private static String[] secrets(HostUnderTest there) {
        return there.place(1).resolve("run").toFile().list((_, name) -> name.startsWith("secrets"));
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void outputBeyondItsLimitIsDroppedAndHoldsNothingUp(Path shell) throws Exception {
        HostUnderTest there = Shells.host(shell, folder);

        Seen seen = there.run(1, "sh", "-c", "head -c 8000000 /dev/zero; echo end >&2; echo done >done; exit 3");

        assertThat(seen.report()).isEqualTo(new RunReport.Exited(3));
        assertThat(seen.stdout()).hasSize(HostUnderTest.LOG_LIMIT);
        assertThat(seen.err())
                .contains("end\n")
                .contains("offload: what standard output held after its first 1048576 bytes was not kept");
        assertThat(there.place(1).resolve("work/done")).exists();
        assertThat(there.place(1).resolve("stdout")).hasSize(HostUnderTest.LOG_LIMIT);
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void outputThatJustFitsIsKeptAndNothingIsSaid(Path shell) throws Exception {
        HostUnderTest there = Shells.host(shell, folder);

        Seen seen = there.run(1, "sh", "-c", "head -c " + HostUnderTest.LOG_LIMIT + " /dev/zero");

        assertThat(seen.report()).isEqualTo(new RunReport.Exited(0));
        assertThat(seen.stdout()).hasSize(HostUnderTest.LOG_LIMIT);
        assertThat(seen.err()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void cancellingFindsWhatIgnoresTheSignalAndWhatLeftTheSession(Path shell) throws Exception {
        // given a command with a child that ignores TERM and another in a session of its own
        HostUnderTest there = Shells.host(shell, folder);
        there.prepare(1);
        String script =
                "(trap '' TERM; echo $$ >one; while :; do sleep 0.05; done) & setsid sh -c 'echo $$ >two; sleep 60' & "
                        + "until [ -s one ] && [ -s two ]; do sleep 0.01; done; echo up; sleep 60";
        StartReport started = there.start(1, "sh", "-c", script);
        awaitOutput(there, started, "up\n");

        // when it is cancelled
        CancelReport report = there.host.cancel(there.attempt(1), Duration.ofMillis(200));

        // then nothing of it is left, and it is no success
        assertThat(report).isEqualTo(new CancelReport.Gone());
        assertThat(Processes.marked(there.attempt(1))).isEmpty();
        assertThat(there.followToEnd(1, started.handle()).report()).isInstanceOf(RunReport.Vanished.class);
    }

    private static void awaitOutput(HostUnderTest there, StartReport started, String expected) throws Exception {
        Seen seen = there.follow(1, started.handle(), 0, 0, Duration.ZERO);
        while (!seen.out().startsWith(expected) && seen.report() instanceof RunReport.Running) {
            seen = there.follow(1, started.handle(), 0, 0, Duration.ofMillis(20));
        }
        assertThat(seen.out()).startsWith(expected);
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void shortCommandsGiveBothStreamsAndTheirCode(Path shell) throws Exception {
        HostUnderTest there = Shells.host(shell, folder);

        ShellResult result = there.host.run(new ShellRequest(
                List.of("sh", "-c", "cat; printf %s \"$1\" >&2; exit 3", "sh", ODD),
                "in\n" + ODD,
                Duration.ofSeconds(10)));

        assertThat(result).isEqualTo(new ShellResult(3, "in\n" + ODD, ODD));
    }

    @ParameterizedTest
    @MethodSource("build.offload.spi.posix.Shells#present")
    void theSnapshotIsLaidOutAsItWas(Path shell) throws Exception {
        HostUnderTest there = Shells.host(shell, folder);
        Checkouts.full(there.checkout);

        there.prepare(1);

        assertThat(Checkouts.manifest(there.place(1).resolve("work"))).isEqualTo(Checkouts.manifest(there.checkout));
    }
}
