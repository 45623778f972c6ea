package build.offload.conformance.executor;

import build.offload.conformance.wire.check.Expect;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.AttemptId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One examination: a bench whose host may be anywhere, with a folder there that no attempt owns. What was done is taken back
 * at the end, as far as the executor under examination can.
 */
final class Trial extends Bench implements AutoCloseable {

    private static final Duration SHORT = Duration.ofSeconds(30);

    final Subject subject;
    private final ExecutorContext context;
    private Optional<String> marks = Optional.empty();

    private Trial(Path folder, Subject subject, ExecutorContext context, BuildHost host) throws IOException {
        super(folder, host);
        this.subject = subject;
        this.context = context;
    }

    static Trial in(Path folder, Subject subject) throws IOException {
        ExecutorContext context = new ExecutorContext(
                Files.createDirectories(folder.resolve("state")),
                "0123456789abcdef",
                Duration.ofSeconds(10),
                Duration.ofSeconds(15));
        return new Trial(folder, subject, context, subject.executor().open(subject.target(), context));
    }

    /** Return another way to the same host, as a controller that was started anew opens it. */
    BuildHost another() {
        return to(subject.target());
    }

    /** Return a way to some host. */
    BuildHost to(HostTarget target) {
        return subject.executor().open(target, context);
    }

    /** Return a folder on the host that commands may leave marks in. */
    String marks() throws ExecutorException {
        if (marks.isEmpty()) {
            ShellResult made = shell("mktemp -d");
            Expect.that(made.exitCode() == 0, "expected mktemp -d on the host to work, but it said " + made);
            marks = Optional.of(made.stdout().strip());
        }
        return marks.get();
    }

    /** Return what a mark holds; empty when nobody left it. */
    String mark(String name) throws ExecutorException {
        return shell("cat \"$1/$2\" 2>/dev/null", marks(), name).stdout();
    }

    /** Return whether the process whose number a mark holds still runs; one that only waits to be reaped does not. */
    boolean lives(String mark) throws ExecutorException {
        return shell(
                                "grep -q '^State:[[:space:]]*[^[:space:]ZX]' \"/proc/$(cat \"$1/$2\")/status\" 2>/dev/null",
                                marks(),
                                mark)
                        .exitCode()
                == 0;
    }

    /** Run a script on the host, beside all attempts. */
    ShellResult shell(String script, String... arguments) throws ExecutorException {
        return host.run(new ShellRequest(shellArgv(script, arguments), "", SHORT));
    }

    private static List<String> shellArgv(String script, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        argv.addAll(List.of(arguments));
        return argv;
    }

    @Override
    public void close() {
        for (AttemptId attempt : used()) {
            takeBack(attempt);
        }
        try {
            host.discardWorkspace(mirror);
            if (marks.isPresent()) {
                shell("rm -rf \"$1\"", marks.get());
            }
        } catch (ExecutorException unreachable) {
            return;
        } finally {
            host.close();
        }
    }

    /** What cannot be taken back is in nobody's way: another examination uses other attempts. */
    private void takeBack(AttemptId attempt) {
        try {
            host.cancel(attempt, Duration.ZERO);
            host.sweep(attempt);
        } catch (ExecutorException unswept) {
            return;
        }
    }
}
