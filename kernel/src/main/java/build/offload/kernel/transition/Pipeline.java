package build.offload.kernel.transition;

import build.offload.kernel.event.ResumePoints;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.StoreUnavailableException;
import build.offload.kernel.world.World;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The transition pipeline. Callers queue; one writer takes all that wait and, for the whole batch,
 *
 * <ol>
 *   <li>answers from one read those whose replay, revision or guard is already decided,
 *   <li>writes the intents of the rest in one durable commit,
 *   <li>checks everything again under the writer lock and applies, each caller under a savepoint of its own,
 *   <li>commits once, and answers.
 * </ol>
 *
 * <p>{@link #submit} is for any thread and never waits. {@link #run} is the loop of the writer's own platform thread; a test
 * calls {@link #step} instead. Both may be used at once; batches never overlap.
 */
public final class Pipeline {

    private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());

    private final Context context;
    private final Intake intake;
    private final EarlyAnswers early;
    private final Journal journal;
    private final GroupCommit group;
    private final Housekeeping housekeeping;
    private final List<Runnable> commitListeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock stepping = new ReentrantLock();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean running;

    /** Create the pipeline of a registered controller. */
    public Pipeline(Registration registration, Steps steps, World world, Redactor redactor, PipelineSettings settings) {
        context = new Context(registration, steps, world, redactor, settings);
        Answers answers = new Answers(settings.replayRetention());
        intake = new Intake(settings.queueCapacity());
        housekeeping = new Housekeeping(context, answers);
        early = new EarlyAnswers(context, answers, housekeeping::note);
        journal = new Journal(context);
        group = new GroupCommit(context, answers);
    }

    /**
     * Ask for a transition. The answer comes when the batch it falls into is decided; it is {@link Outcome.Busy} at once when
     * too much waits or the pipeline has stopped. What is chained to the answer must be short or asynchronous: it may run on
     * the writer's thread.
     */
    public CompletableFuture<Outcome> submit(Request request) {
        Pending pending = Pending.of(request, context.redactor());
        if (!intake.offer(pending)) {
            pending.answer().complete(new Outcome.Busy(context.settings().retryAfter()));
        }
        return pending.answer();
    }

    /** Process what waits, at most one batch, and what the writer has to do beside; return whether anything was done. */
    public boolean step() {
        stepping.lock();
        try {
            List<Pending> batch = intake.take(context.settings().batchLimit());
            boolean committed = !batch.isEmpty() && process(batch);
            boolean noted = housekeeping.writeNotes();
            if (committed || noted) {
                context.writer().trim();
                commitListeners.forEach(Pipeline::call);
            }
            boolean tried = housekeeping.triedOut();
            if (tried) {
                journal.recovered();
            }
            boolean saved = housekeeping.writePoints();
            boolean beat = housekeeping.writeHeartbeat();
            boolean forgot = housekeeping.forgetOldAnswers();
            if (forgot) {
                // There may be more; that has the next turn, behind those who wait.
                intake.wake();
            }
            return !batch.isEmpty() || noted || tried || saved || beat || forgot;
        } finally {
            stepping.unlock();
        }
    }

    /** Return whether something was committed. Whatever happens, everybody is answered. */
    private boolean process(List<Pending> batch) {
        try {
            List<Pending> rest = undecided(batch);
            List<Journal.Entry> entries = rest.isEmpty() ? List.of() : journal.announce(rest);
            return !entries.isEmpty() && group.decide(entries);
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "a batch ended by a mistake in the pipeline", defect);
            return false;
        } finally {
            context.writer().rollback();
            batch.forEach(pending -> pending.answer().complete(new Outcome.OutcomeUnknown()));
        }
    }

    private List<Pending> undecided(List<Pending> batch) {
        try {
            return early.answer(batch);
        } catch (StoreUnavailableException unreadable) {
            journal.refused(batch, String.valueOf(unreadable.getMessage()));
            return List.of();
        }
    }

    private static void call(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "a listener failed after a commit", defect);
        }
    }

    /**
     * Process batches as they come, until {@link #stop}; for the writer's own platform thread. Should that thread die of an
     * error, nothing more is taken in, {@link #journalFault} says so, and the error goes on to the thread's handler.
     */
    public void run() {
        running = true;
        try {
            while (intake.awaitWork()) {
                step();
            }
        } catch (Error fatal) {
            die(fatal);
            throw fatal;
        } finally {
            ended.countDown();
        }
    }

    private void die(Error fatal) {
        intake.close();
        List<Pending> left = intake.take(Integer.MAX_VALUE);
        journal.refused(left, "the writer died of " + fatal + "; restart the controller");
    }

    /** Take nothing more in, finish what was admitted, and return when that is done. */
    public void stop() throws InterruptedException {
        intake.close();
        if (running) {
            ended.await();
        }
        while (step()) {
            // What was admitted while nobody ran the loop.
        }
    }

    /** Have a listener called after each batch that committed; it must be short and must not wait for the pipeline. */
    public void onCommit(Runnable listener) {
        commitListeners.add(listener);
    }

    /** Return why the audit journal cannot be written, and since when; empty while it can. */
    public Optional<Fault> journalFault() {
        return journal.fault();
    }

    /**
     * Have it tried out whether the journal can be written again, when it could not: a controller that nobody asks for anything
     * would go on saying that it cannot. For a tick.
     */
    public void tryJournal() {
        if (journal.fault().isPresent()) {
            housekeeping.tryOut();
            intake.wake();
        }
    }

    /**
     * Have answers forgotten whose time is over, in bounded portions between batches, and the database's log cut back. For a tick;
     * the work is done by the writer, after the requests that wait.
     */
    public void prune(Instant now) {
        housekeeping.prune(now);
        intake.wake();
    }

    /** Have other controllers of this store told, soon, that this one lives. For a tick. */
    public void beat() {
        housekeeping.beat();
        intake.wake();
    }

    /** Return where projections have their resume points written. */
    public ResumePoints resumePoints() {
        return (projection, point) -> {
            housekeeping.save(projection, point);
            intake.wake();
        };
    }
}
