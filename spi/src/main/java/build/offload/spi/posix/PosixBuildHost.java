package build.offload.spi.posix;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.posix.RunnerLink.Question;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A build host that is any Linux machine with a POSIX shell, git, {@code setsid} and {@code sha256sum}; nothing of ours is
 * installed there by hand. Safe for many threads.
 *
 * <p>All work on the host is done by one shell script, the runner. It lies below the workspace root under a name made of its
 * own digest and is put in place by {@link #identify()}, or whenever it turns out to be missing. Below that root:
 *
 * <pre>
 * runner-DIGEST.sh
 * mirrors/MIRROR.git     objects of one checkout, kept from build to build; attributes and filters off
 * attempts/ATTEMPT/
 *   tree                 the tree that work/ was laid out from, and its mirror; written last, when everything is in place
 *   work/                the workspace
 *   keep                 what a keeping attempt leaves for the next one, as git's exclude patterns
 *   run/process          boot id, PID and start ticks of the command, then of its supervisor; made by link(2), once
 *   run/members.PID      where the kernel lists the processes of the attempt's unit, if it has one
 *   run/secrets.PID      a file for each secret, while the command runs
 *   stdout  stderr  exit
 *   cancelled            shuts out a start that is still on its way
 * warm/MIRROR/           the workspace of the last build of one checkout, as its tree has it; the next attempt takes it by a rename
 * kept/MIRROR/           the same of the last keeping build, with what it left; `attempt` says which one, and how many bytes
 * </pre>
 *
 * The command runs in a session of its own with {@code OFFLOAD_RUN=ATTEMPT} in its environment; by that mark cancelling finds
 * what has left the session. A process that has also thrown its environment away is found only where the host's systemd holds
 * the attempt as a unit.
 */
public final class PosixBuildHost implements BuildHost {

    /** Takes the root as its argument, which may hold what is not ours; folders that builds made unwritable are ours, too. */
    private static final String PURGE = """
            cd "$1" || exit
            find attempts warm kept -type d ! -perm -700 -exec chmod u+rwx {} + 2>/dev/null
            rm -rf -- attempts warm kept mirrors pruned pruning runner-*.sh .runner.* || exit
            cd / && rmdir -- "$1" 2>/dev/null
            true
            """;

    private static final Duration SHORT = Duration.ofSeconds(60);
    private static final Duration LONG = Duration.ofHours(2);

    private final PosixTransport transport;
    private final RunnerLink link;

    /** Create a way to the host; does no work. The transport is closed with it. */
    public PosixBuildHost(PosixTransport transport, HostTarget target, ExecutorContext context) {
        this.transport = transport;
        this.link = new RunnerLink(transport, target, context);
    }

    @Override
    public HostIdentity identify() throws ExecutorException {
        return link.identify();
    }

    @Override
    public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
        return Preparation.of(link, request, LONG);
    }

    @Override
    public StartReport start(StartRequest request) throws ExecutorException {
        return link.ask(Launch.question(request, SHORT));
    }

    @Override
    public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
        return link.ask(new Following(request, sink).question());
    }

    @Override
    public CollectReport collect(CollectRequest request) throws ExecutorException {
        long begun = System.nanoTime();
        try (OutputTransfer transfer = new OutputTransfer(request)) {
            CollectReport report = collect(transfer, begun);
            Duration duration = Duration.ofNanos(System.nanoTime() - begun);
            return new CollectReport(report.tree(), report.files(), report.unmatched(), report.refused(), duration);
        }
    }

    /**
     * A connection that breaks over it costs what it brought nothing of; one that brings nothing is the caller's affair. The limit
     * is one for all of them, and nobody asks again after it: the answer that was late may still be read then.
     */
    private CollectReport collect(OutputTransfer transfer, long begun) throws ExecutorException {
        while (true) {
            long before = transfer.arrived();
            try {
                return link.ask(transfer.question(LONG.minusNanos(System.nanoTime() - begun)));
            } catch (ExecutorException broken) {
                boolean over = Thread.currentThread().isInterrupted() || System.nanoTime() - begun >= LONG.toNanos();
                if (broken.kind() != Kind.CONNECTION_LOST || transfer.arrived() == before || over) {
                    throw broken;
                }
            }
        }
    }

    @Override
    public CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException {
        List<String> tokens = List.of(attempt.toString(), Long.toString(Math.max(0, grace.toMillis() / 10)));
        return link.ask(new Question<>("cancel", tokens, _ -> {}, PosixBuildHost::cancelled, SHORT.plus(grace)));
    }

    private static CancelReport cancelled(Answer answer) throws IOException, ExecutorException {
        String[] words = answer.words();
        if (words.length != 2) {
            throw Answer.nonsense("to a cancel", String.join(" ", words));
        }
        String evidence = answer.text(words[1]);
        answer.end();
        return switch (words[0]) {
            case "gone" -> new CancelReport.Gone();
            case "still" -> new CancelReport.StillRunning(evidence);
            default -> throw Answer.nonsense("to a cancel", words[0]);
        };
    }

    @Override
    public SweepReport sweep(AttemptId attempt) throws ExecutorException {
        return link.ask(new Question<>("sweep", List.of(attempt.toString()), _ -> {}, PosixBuildHost::swept, LONG));
    }

    private static SweepReport swept(Answer answer) throws IOException, ExecutorException {
        String[] words = answer.words();
        answer.end();
        if (words.length == 1 && words[0].equals("swept")) {
            return new SweepReport.Removed();
        }
        if (words.length == 2 && words[0].equals("kept") && words[1].matches("[0-9]{1,18}")) {
            return new SweepReport.Kept(Long.parseLong(words[1]));
        }
        throw Answer.nonsense("to a sweep", String.join(" ", words));
    }

    @Override
    public void discardWorkspace(MirrorId mirror) throws ExecutorException {
        link.ask(new Question<>(
                "discard",
                List.of(mirror.value()),
                _ -> {},
                answer -> {
                    answer.words("discarded", 1);
                    answer.end();
                    return true;
                },
                LONG));
    }

    @Override
    public void purge() throws ExecutorException {
        List<String> argv = List.of("sh", "-c", PURGE, "sh", identify().workspaceRoot());
        ShellResult result = run(new ShellRequest(argv, "", LONG));
        if (result.exitCode() != 0) {
            throw new ExecutorException(
                    ExecutorException.Kind.PROTOCOL,
                    "what is below " + argv.getLast() + " could not be removed: "
                            + result.stderr().strip());
        }
    }

    @Override
    public ShellResult run(ShellRequest request) throws ExecutorException {
        return link.ask(new ShortCommand(request).question());
    }

    @Override
    public void close() {
        transport.close();
    }
}
