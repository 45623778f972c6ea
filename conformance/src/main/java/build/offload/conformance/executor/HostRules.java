package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Page;
import build.offload.conformance.wire.check.Violation;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a host says of itself, and the short commands it runs. */
final class HostRules {

    private static final HostKey STRANGER =
            new HostKey("ssh-ed25519", "AAAAC3NzaC1lZDI1NTE5AAAAIJ7J1iXJ0p2mV0v0GqLkKqYw1mJxq9Hn0q1z2b3c4d5e");

    private HostRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-HOST-01", "A host says the same of itself by whichever way it is asked")
                        .serves("Return what the host says of itself")
                        .lookAt("Look at where machine and boot id come from: the host itself, not the connection.")
                        .by(HostRules::identity),
                rule("E-HOST-02", "A key other than the pinned one ends everything before it begins")
                        .serves(Page.EXECUTOR, "Return the keys a host offers at an address")
                        .lookAt("Look at whether the pinned key is compared at each connection.")
                        .by(HostRules::pinnedKey),
                rule("E-HOST-03", "An address where nothing answers fails the first call, as unreachable")
                        .serves(
                                Page.EXECUTOR,
                                "Opening does no work on the host and never fails; the first call does and may.")
                        .lookAt("Look at how a refused connection becomes an ExecutorException.")
                        .by(HostRules::unreachable),
                rule("E-HOST-04", "A purge takes what is ours and leaves the rest, and the host is ready again")
                        .serves("Remove everything of ours from the host, and nothing else.")
                        .lookAt("Compare what lies below the workspace root before and after.")
                        .by(HostRules::purge),
                rule("E-SHELL-01", "A short command reads its input and gives exit code and both outputs apart")
                        .serves(Page.HOST_SHELL, "Run a command and wait for its end")
                        .lookAt("Look at how the two outputs are told apart on the way.")
                        .by(HostRules::shortCommand),
                rule("E-SHELL-02", "A command that the host does not have ends with 127")
                        .serves(Page.HOST_SHELL, "the exit code, 127 when the host has no such command")
                        .lookAt("Look at who says so: a shell does by itself, exec fails.")
                        .by(HostRules::missingCommand),
                rule("E-SHELL-03", "A short command over its limit is killed, and that is a failure")
                        .serves(
                                Page.HOST_SHELL,
                                "how long it may take; past it the command is killed and {@link ExecutorException} thrown")
                        .lookAt("Look at what ends the command on the host when nobody waits for it any more.")
                        .by(HostRules::limit),
                rule("E-SHELL-04", "Each output of a short command is cut at 64 KiB")
                        .serves(Page.HOST_SHELL, "each stream is cut at 64 KiB")
                        .lookAt("Look at what a command costs that prints without end.")
                        .by(HostRules::cutOutput));
    }

    private static void identity(Trial trial) throws ExecutorException {
        HostIdentity first = trial.host.identify();
        try (BuildHost again = trial.another()) {
            HostIdentity second = again.identify();
            that(first.equals(second), "it said " + first + " and then " + second);
        }
        that(
                !first.machineId().isBlank() && !first.bootId().isBlank(),
                "machine and boot must be named, but it said " + first);
        that(HostTarget.fitsAsRoot(first.workspaceRoot()), "its root is no absolute path: " + first);
    }

    private static void pinnedKey(Trial trial) throws IOException {
        HostTarget target = trial.subject.target();
        if (target.key().isEmpty()) {
            throw new NotApplicable("hosts of this executor have no keys");
        }
        expectFailure(
                trial,
                new HostTarget(
                        target.name(),
                        target.address(),
                        Optional.of(STRANGER),
                        target.identityFile(),
                        target.workspaceRoot()),
                Kind.HOST_KEY_MISMATCH);
    }

    private static void unreachable(Trial trial) throws IOException {
        HostTarget target = trial.subject.target();
        if (target.address().isEmpty()) {
            throw new NotApplicable("hosts of this executor have no address");
        }
        HostAddress nowhere = new HostAddress(
                target.address().get().user(), target.address().get().host(), freePort());
        expectFailure(
                trial,
                new HostTarget(
                        target.name(),
                        Optional.of(nowhere),
                        target.key(),
                        target.identityFile(),
                        target.workspaceRoot()),
                Kind.UNREACHABLE);
    }

    /** Returns a port that nothing on this machine listens at; on another machine it very likely is none either. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void expectFailure(Trial trial, HostTarget target, Kind expected) {
        try (BuildHost host = trial.to(target)) {
            HostIdentity answered = host.identify();
            throw new Violation("expected " + expected + ", but it answered " + answered);
        } catch (ExecutorException failed) {
            that(
                    failed.kind() == expected,
                    "expected " + expected + ", but it is " + failed.kind() + ": " + failed.getMessage());
        }
    }

    private static void purge(Trial trial) throws IOException, ExecutorException {
        trial.run(1, "true");
        String root = trial.host.identify().workspaceRoot();
        String foreign = "not-ours-" + trial.attempt(1).job();
        trial.shell("touch \"$1/$2\"", root, foreign);
        try {
            trial.host.purge();
            String left = trial.shell("cd \"$1\" && find . -type f ! -name 'runner-*'", root)
                    .stdout();
            that(
                    left.equals("./" + foreign + "\n"),
                    "expected only what is not ours to be left, but there is: " + left);
            that(trial.run(2, "echo", "again").out().equals("again\n"), "the host builds nothing after a purge");
        } finally {
            trial.shell("rm -f \"$1/$2\"", root, foreign);
        }
    }

    private static void shortCommand(Trial trial) throws ExecutorException {
        List<String> argv = List.of("sh", "-c", "cat; printf aside >&2; exit 9");
        ShellResult result = trial.host.run(new ShellRequest(argv, "given", Duration.ofSeconds(20)));
        that(
                result.equals(new ShellResult(9, "given", "aside")),
                "expected 9, 'given' and 'aside', but it is " + result);
    }

    private static void missingCommand(Trial trial) throws ExecutorException {
        ShellResult result =
                trial.host.run(new ShellRequest(List.of("no-such-program-here"), "", Duration.ofSeconds(20)));
        that(result.exitCode() == 127, "expected 127, but it is " + result);
    }

    private static void limit(Trial trial) throws ExecutorException {
        String pid = trial.marks() + "/pid";
        List<String> argv = List.of("sh", "-c", "echo $$ >\"$1\"; exec sleep 5", "sh", pid);
        try {
            ShellResult ended = trial.host.run(new ShellRequest(argv, "", Duration.ofSeconds(1)));
            throw new Violation("a command over its limit gave " + ended);
        } catch (ExecutorException late) {
            that(!trial.lives("pid"), "the command lives on after its limit");
        }
    }

    private static void cutOutput(Trial trial) throws ExecutorException {
        ShellResult result = trial.shell("head -c 200000 /dev/zero | tr '\\000' x");
        that(
                result.stdout().length() == 64 * 1024,
                "expected 65536 bytes, but there are " + result.stdout().length());
    }
}
