package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.plugin.executor.ssh.SshExecutor;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.HostName;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract over a real SSH server, and what only a connection can do to an attempt. */
class SshBuildHostTest extends BuildHostContract {

    @TempDir
    static Path serverFolder;

    private static LoopbackSshd sshd;
    private static BuildHost shared;

    @BeforeAll
    static void startServer() throws Exception {
        LoopbackSshd.assumeInstalled();
        sshd = LoopbackSshd.start(serverFolder.resolve("sshd"));
        HostTarget target =
                target(serverFolder.resolve("root"), sshd, Optional.of(sshd.hostKey()), sshd.identityFile());
        shared = new SshExecutor().open(target, context(serverFolder));
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (sshd != null) {
            shared.close();
            sshd.close();
        }
    }

    @Override
    VisibleBench open() throws Exception {
        return new VisibleBench(folder, serverFolder.resolve("root"), shared);
    }

    /** Return a bench whose host is this machine by way of a server, with a root of its own in the folder. */
    static VisibleBench bench(LoopbackSshd server, Path folder) throws Exception {
        Path root = folder.resolve("root");
        HostTarget target = target(root, server, Optional.of(server.hostKey()), server.identityFile());
        return new VisibleBench(folder, root, new SshExecutor().open(target, context(folder)));
    }

    static HostTarget target(Path root, LoopbackSshd server, Optional<HostKey> key, Path identity) {
        return new HostTarget(
                new HostName("builder"),
                Optional.of(server.address()),
                key,
                Optional.of(identity.toString()),
                Optional.of(root.toString()));
    }

    private static Executor executor() {
        return new SshExecutor();
    }

    @Test
    void theKeysOfferedAreTheServers() throws Exception {
        List<HostKey> offered = executor().offeredKeys(sshd.address(), Duration.ofSeconds(5));

        assertThat(offered).containsExactly(sshd.hostKey());
    }

    @Test
    void noKeysFromWhereNothingAnswers() throws Exception {
        try (LoopbackSshd other = LoopbackSshd.start(folder.resolve("other"))) {
            other.stop();

            assertKind(Kind.UNREACHABLE, () -> executor().offeredKeys(other.address(), Duration.ofSeconds(2)));
        }
    }

    @Test
    void anotherHostKeyIsAMismatchAndAMissingOneToo() throws Exception {
        HostKey wrong =
                new HostKey("ssh-ed25519", "AAAAC3NzaC1lZDI1NTE5AAAAIJ7J1iXJ0p2mV0v0GqLkKqYw1mJxq9Hn0q1z2b3c4d5e");

        assertRefused(Kind.HOST_KEY_MISMATCH, Optional.of(wrong), sshd.identityFile());
        assertRefused(Kind.HOST_KEY_MISMATCH, Optional.empty(), sshd.identityFile());
    }

    /** A new way to a host is tried while the loops still go the old one. */
    @Test
    void aWayWithAnotherKeyDoesNotTakeTheKeyOfAWayThatIsInUse() throws Exception {
        ExecutorContext context = context("both");
        HostTarget right = target(folder.resolve("both-root"), sshd, Optional.of(sshd.hostKey()), sshd.identityFile());
        HostTarget wrong = target(folder.resolve("both-root"), sshd, Optional.empty(), sshd.identityFile());
        try (BuildHost one = executor().open(right, context);
                BuildHost other = executor().open(wrong, context)) {
            one.identify();
            List<Path> before = files(context, "known-");
            assertKind(Kind.HOST_KEY_MISMATCH, other::identify);

            assertThat(before).hasSize(1);
            assertThat(before.getFirst()).content().contains(sshd.hostKey().toString());
        }
    }

    @Test
    void anUnknownClientKeyIsRefused() throws Exception {
        try (LoopbackSshd other = LoopbackSshd.start(folder.resolve("other"))) {
            assertRefused(Kind.LOGIN_REFUSED, Optional.of(sshd.hostKey()), other.identityFile());
        }
    }

    private void assertRefused(Kind kind, Optional<HostKey> key, Path identity) throws Exception {
        try (BuildHost host =
                executor().open(target(folder.resolve("never"), sshd, key, identity), context("refused"))) {
            assertKind(kind, host::identify);
        }
        assertThat(folder.resolve("never")).doesNotExist();
    }

    private ExecutorContext context(String name) throws Exception {
        Path state = Files.createDirectories(folder.resolve("state-" + name));
        return new ExecutorContext(state, "0123456789abcdef", Duration.ofSeconds(5), Duration.ofSeconds(6));
    }

    private static void assertKind(Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ExecutorException.class,
                        failed -> assertThat(failed.kind())
                                .as(failed.getMessage())
                                .isEqualTo(kind));
    }

    @Test
    void aHostThatIsDownIsUnreachableAndComesBack() throws Exception {
        try (LoopbackSshd other = LoopbackSshd.start(folder.resolve("other"));
                BuildHost host = executor()
                        .open(
                                target(
                                        folder.resolve("down"),
                                        other,
                                        Optional.of(other.hostKey()),
                                        other.identityFile()),
                                context("down"))) {
            host.identify();
            other.stop();
            // What shared the connection may notice its end only with the next command.
            assertThatThrownBy(host::identify).isInstanceOf(ExecutorException.class);
            assertKind(Kind.UNREACHABLE, host::identify);

            other.startAgain();

            assertThat(host.identify().workspaceRoot()).endsWith("down");
        }
    }

    @Test
    @DisplayName("E-2 a command outlives its connection, and its output is read on without a gap")
    void aLostConnectionLosesNoOutput() throws Exception {
        // given a command that prints for a while
        bench.prepare(1);
        StartReport started = bench.start(
                1, "sh", "-c", "i=0; while [ $i -lt 400 ]; do echo line $i; i=$((i+1)); sleep 0.005; done; exit 3");
        Seen first = new Seen(0, 0);
        FutureTask<RunReport> following = new FutureTask<>(() -> bench.host.follow(
                new BuildHost.FollowRequest(bench.attempt(1), started.handle(), 0, 0, Duration.ofSeconds(60)), first));
        Thread.ofPlatform().start(following);
        bench.awaitOutput(1, started, "line 20\n");

        // when every connection breaks
        sshd.dropConnections();

        // then that is what the caller is told, and reading on gives what is missing
        assertThatThrownBy(() -> following.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ExecutorException.class, lost -> assertThat(lost.kind()).isEqualTo(Kind.CONNECTION_LOST));
        Seen rest = bench.follow(
                1, started.handle(), first.outBytes().length, first.errBytes().length, Duration.ofSeconds(60));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first.outBytes());
        all.writeBytes(rest.outBytes());
        assertThat(rest.report).isEqualTo(new RunReport.Exited(3));
        assertThat(all)
                .hasToString(IntStream.range(0, 400)
                        .mapToObj(i -> "line " + i + "\n")
                        .reduce("", String::concat));
    }

    @Test
    void moreCommandsThanOneConnectionCarriesAreFollowed() throws Exception {
        bench.prepare(1);
        StartReport started = bench.start(1, "sh", "-c", "echo up; until [ -e go ]; do sleep 0.02; done; echo end");
        Callable<String> follow = () -> bench.followToEnd(1, started).out();
        try (var threads = Executors.newFixedThreadPool(16)) {
            var followers =
                    IntStream.range(0, 16).mapToObj(_ -> threads.submit(follow)).toList();
            bench.awaitOutput(1, started, "up");
            Files.createFile(bench.workspace(1).resolve("go"));

            for (var follower : followers) {
                assertThat(follower.get()).isEqualTo("up\nend\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash", "dash", "fish", "zsh"})
    @DisplayName("B40 a log-in shell of another kind that greets everybody changes nothing")
    void logInShellsMayGreetAndBeOfAnyKind(String shell) throws Exception {
        Path program = Path.of("/usr/bin", shell);
        Assumptions.assumeTrue(
                Files.isExecutable(program), "there is no " + program + " here; install " + shell + " to try it");
        assertWorksBehind(program);
    }

    private void assertWorksBehind(Path shell) throws Exception {
        String greeting = "ForceCommand printf 'Welcome!\\noffload-answer 2 x\\nno newline'; exec " + shell
                + " -c \"$SSH_ORIGINAL_COMMAND\"";
        try (LoopbackSshd greeter = LoopbackSshd.start(folder.resolve("greeter-" + shell.getFileName()), greeting)) {
            HostTarget target = target(
                    folder.resolve("root-" + shell.getFileName()),
                    greeter,
                    Optional.of(greeter.hostKey()),
                    greeter.identityFile());
            try (BuildHost host =
                    executor().open(target, context(shell.getFileName().toString()))) {
                VisibleBench greeted = new VisibleBench(folder, folder.resolve("root-" + shell.getFileName()), host);
                Seen seen = greeted.run(1, "sh", "-c", "printf %s \"$1\"; exit 4", "sh", "it's $HOME\n");

                assertThat(seen.report).as(shell.toString()).isEqualTo(new RunReport.Exited(4));
                assertThat(seen.out()).isEqualTo("it's $HOME\n");
            }
        }
    }

    @Test
    void withoutARootTheHostsHomeIsUsed() throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        try (LoopbackSshd other = LoopbackSshd.start(folder.resolve("other"), Map.of("HOME", home.toString()))) {
            HostTarget target = new HostTarget(
                    new HostName("builder"),
                    Optional.of(other.address()),
                    Optional.of(other.hostKey()),
                    Optional.of(other.identityFile().toString()),
                    Optional.empty());
            try (BuildHost host = executor().open(target, context("home"))) {
                assertThat(host.identify().workspaceRoot()).isEqualTo(home + "/.offload/0123456789ab/builder");
            }
        }
    }

    @Test
    void anAddressIsNeverReadAsAnOption() throws Exception {
        HostTarget target = new HostTarget(
                new HostName("builder"),
                Optional.of(HostAddress.parse("user@[::1]:1")),
                Optional.of(sshd.hostKey()),
                Optional.empty(),
                Optional.empty());
        try (BuildHost host = executor().open(target, context("six"))) {
            assertKind(Kind.UNREACHABLE, host::identify);
        }
    }

    @Test
    void closingEndsTheSharedConnection() throws Exception {
        try (LoopbackSshd other = LoopbackSshd.start(folder.resolve("other"))) {
            ExecutorContext context = context("closing");
            BuildHost host = executor()
                    .open(
                            target(folder.resolve("closed"), other, Optional.of(other.hostKey()), other.identityFile()),
                            context);
            host.identify();
            assertThat(files(context, "c-")).hasSize(1);

            host.close();

            assertThat(files(context, "c-")).isEmpty();
        }
    }

    private static List<Path> files(ExecutorContext context, String prefix) throws Exception {
        try (var files = Files.list(context.stateDirectory())) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        }
    }
}
