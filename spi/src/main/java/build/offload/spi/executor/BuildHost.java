package build.offload.spi.executor;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.TreeId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One host, and the life of an attempt on it: prepare, start, follow, collect, and at any time cancel; at last sweep.
 *
 * @implSpec
 * <ul>
 *   <li><b>E-1.</b> Every step may be repeated under the same attempt: one that was done is found done, never done twice.
 *       {@link #start} under an id that was started before attaches to it.
 *   <li><b>E-2.</b> A started command outlives this object, the connection and the controller.
 *   <li><b>E-3.</b> The exit code is written on the host atomically beside the output; without it there is no exit code,
 *       whatever the transport's own status says.
 *   <li><b>E-4.</b> Steps of different attempts run side by side; steps of one attempt come one after the other, but
 *       {@link #cancel} may come at any time.
 *   <li><b>E-5.</b> Only declared outputs leave the host, and nothing outside the staging folder is written here.
 *   <li><b>E-6.</b> A command gets its arguments and variables exactly as they are, whatever is in them, with an empty
 *       standard input; no shell reads them.
 *   <li><b>E-7.</b> Output is handed on byte for byte, each stream from the offset that was asked for and without a gap.
 *   <li><b>E-8.</b> A command has ended when its own process has; what it left running does not hold up its end.
 *   <li><b>E-9.</b> An attempt that was cancelled never begins to run, and never looks as if it had succeeded.
 *   <li><b>E-10.</b> No workspace is shared by two attempts, and nothing a build left is found by one that does not ask for it.
 *   <li><b>E-11.</b> A secret is a file of its name that the host's user alone can read, in the folder named by the command's
 *       {@code OFFLOAD_SECRETS}. Its value is in no argument and no variable of any process, and gone when the command ended.
 *   <li><b>E-12.</b> A keeping attempt finds what the last keeping one of its checkout left, as far as its own patterns cover it:
 *       nothing else that is not of the snapshot, and nothing its declared outputs cover.
 * </ul>
 */
public interface BuildHost extends HostShell, AutoCloseable {

    /** Return what the host says of itself, putting the runner in place first if it is not. */
    HostIdentity identify() throws ExecutorException;

    /** Lay out the snapshot in a workspace of the attempt's own; the host records under the attempt the tree it laid out. */
    PrepareReport prepare(PrepareRequest request) throws ExecutorException;

    /** Start the command detached under the attempt's id, or attach to it if that id was started before. */
    StartReport start(StartRequest request) throws ExecutorException;

    /**
     * Hand on output from the given offsets until the command has ended or the budget is spent, whichever is first.
     * With a zero budget this is one look.
     */
    RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException;

    /** Bring the declared outputs into the staging folder, which exists and is empty. */
    CollectReport collect(CollectRequest request) throws ExecutorException;

    /** Stop the attempt's whole process tree and see that it is gone: TERM, after the grace KILL, then a sweep. */
    CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException;

    /**
     * Remove everything the attempt left on the host, but for the workspace of a keeping one whose command ended by itself. Never
     * called while its process may live; a sweep that is repeated reports the same again.
     */
    SweepReport sweep(AttemptId attempt) throws ExecutorException;

    /** Remove the kept workspace of a checkout, if there is one. Never called while an attempt is prepared from it. */
    void discardWorkspace(MirrorId mirror) throws ExecutorException;

    /**
     * Remove everything of ours from the host, and nothing else. Never called while an attempt's process may live; the host is
     * made ready again when it is next asked for something.
     */
    void purge() throws ExecutorException;

    /** Give up connections. Running attempts go on. */
    @Override
    void close();

    /**
     * What to lay out, for which attempt.
     *
     * @param mirror names the checkout, so that objects sent before are found again
     * @param meter is told how far the sending has come
     */
    record PrepareRequest(AttemptId attempt, MirrorId mirror, SnapshotSource snapshot, Keep keep, TransferMeter meter) {

        /** Create a request that nobody watches. */
        public PrepareRequest(AttemptId attempt, MirrorId mirror, SnapshotSource snapshot, Keep keep) {
            this(attempt, mirror, snapshot, keep, TransferMeter.NONE);
        }

        /** Create a request of a workspace that holds the snapshot and nothing else. */
        public PrepareRequest(AttemptId attempt, MirrorId mirror, SnapshotSource snapshot) {
            this(attempt, mirror, snapshot, Keep.NOTHING);
        }
    }

    /**
     * What an attempt takes over from the last keeping one of its checkout, and leaves for the next.
     *
     * @param patterns what is kept; with none the attempt takes no part in it
     * @param outputs the declared outputs, of which nothing is taken over, so that nothing stale is ever collected
     */
    record Keep(List<KeepPattern> patterns, List<OutputPattern> outputs) {
        /** Of an attempt that finds nothing and leaves nothing. */
        public static final Keep NOTHING = new Keep(List.of(), List.of());

        public Keep {
            patterns = List.copyOf(patterns);
            outputs = List.copyOf(outputs);
        }
    }

    /** What was laid out: the tree as the host computed it, and how many bytes travelled. */
    record PrepareReport(TreeId tree, long sentBytes) {}

    /**
     * What to run.
     *
     * @param folder the sub-folder of the checkout the command was given in, relative, empty for its top
     * @param argv the program and its arguments
     * @param environment what is set beside the host user's own environment
     * @param limits what the host sees to by itself
     * @param secrets what the command finds in files; with a withheld one among them a start attaches to a command that was
     *     started, and starts none
     */
    record StartRequest(
            AttemptId attempt,
            String folder,
            List<String> argv,
            Map<String, String> environment,
            Limits limits,
            List<Secret> secrets) {

        public StartRequest {
            secrets = List.copyOf(secrets);
        }

        /** Create a request of a command that needs no secrets. */
        public StartRequest(
                AttemptId attempt, String folder, List<String> argv, Map<String, String> environment, Limits limits) {
            this(attempt, folder, argv, environment, limits, List.of());
        }

        /**
         * How far a command may go, also when nobody looks after it.
         *
         * @param logBytes how much of each of its two outputs is kept, to the next 512 bytes; what comes after that is read and
         *     dropped, which standard error says in a line of its own, and does not hold up or fail the command
         * @param time for how long it may run, in whole seconds, at least one; then it is told to end, is ended some seconds later,
         *     and exits with {@value #OVERDUE}
         */
        public record Limits(long logBytes, Duration time) {

            /** The exit code of a command that ran for longer than it may; that of {@code timeout}. */
            public static final int OVERDUE = 124;
        }
    }

    /** What was started: a text by which the same process is recognised later, and whether it had been started before. */
    record StartReport(String handle, boolean attached) {}

    /** From where to read on, and for how long to stay. */
    record FollowRequest(AttemptId attempt, String handle, long stdoutOffset, long stderrOffset, Duration budget) {}

    /** How the command stands. */
    sealed interface RunReport {
        /** It runs. */
        record Running() implements RunReport {}

        /** It ended, and all its output has been handed on. */
        record Exited(int code) implements RunReport {}

        /** The host shows that it was never started, and never will be under this attempt. */
        record NeverStarted(String evidence) implements RunReport {}

        /** It was started, is no more, and left no exit code: killed from outside, or the host was booted. */
        record Vanished(String evidence) implements RunReport {}
    }

    /**
     * What to bring back, and where to.
     *
     * @param limitBytes what may come back at most, all files together; more is refused before any of it travels
     * @param limitFiles how many files may come back at most; bounds, too, what is kept here of a host's listing
     * @param meter is told how far the contents have come
     */
    record CollectRequest(
            AttemptId attempt,
            List<OutputPattern> outputs,
            Path staging,
            long limitBytes,
            int limitFiles,
            TransferMeter meter) {

        /** Create a request that nobody watches. */
        public CollectRequest(
                AttemptId attempt, List<OutputPattern> outputs, Path staging, long limitBytes, int limitFiles) {
            this(attempt, outputs, staging, limitBytes, limitFiles, TransferMeter.NONE);
        }
    }

    /**
     * What came back.
     *
     * @param tree the tree the workspace was laid out from, as the host recorded it at preparation
     * @param files every file that is now in staging; the kernel verifies each again
     * @param unmatched the declarations for which the workspace has nothing
     * @param refused what a declaration covers but cannot travel (links, sockets, odd names), each with its reason
     */
    record CollectReport(
            TreeId tree,
            List<OutputFile> files,
            List<OutputPattern> unmatched,
            List<String> refused,
            Duration duration) {}

    /** One output file as the host saw it. */
    record OutputFile(OutputPath path, boolean executable, long size, String sha256) {}

    /** What a sweep left on the host. */
    sealed interface SweepReport {
        /** The workspace, for the next keeping attempt of the checkout; {@code bytes} is what it takes of the disk. */
        record Kept(long bytes) implements SweepReport {}

        /** Nothing. */
        record Removed() implements SweepReport {}
    }

    /** How a cancel went. */
    sealed interface CancelReport {
        /** Nothing of the attempt runs any more, and the host was looked at after that. */
        record Gone() implements CancelReport {}

        /** Something still runs. */
        record StillRunning(String evidence) implements CancelReport {}
    }
}
