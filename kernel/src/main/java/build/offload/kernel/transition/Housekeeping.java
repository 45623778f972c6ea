package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CommitResult;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.ResumePoint;
import build.offload.kernel.store.StoreUnavailableException;
import build.offload.kernel.store.WriteTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the writer writes beside transitions: resume points, notes about keys that came again, heartbeats, and the forgetting
 * of old answers. None of it changes what an operator could decide on, so it is not journaled, and it may fail: a note is lost
 * then, the rest is done later.
 */
final class Housekeeping {

    private static final System.Logger LOG = System.getLogger(Housekeeping.class.getName());

    /** Notes beyond this are dropped: a client that floods us with one key must not fill the memory as well. */
    private static final int NOTES_LIMIT = 1000;

    private final Context context;
    private final Answers answers;
    private final List<NewEvent> notes = new ArrayList<>();
    private final Map<String, ResumePoint> points = new HashMap<>();
    private final AtomicBoolean beating = new AtomicBoolean();
    private final AtomicBoolean trying = new AtomicBoolean();
    private Optional<Instant> pruning = Optional.empty();

    Housekeeping(Context context, Answers answers) {
        this.context = context;
        this.answers = answers;
    }

    /** Have an event appended soon. */
    synchronized void note(NewEvent event) {
        if (notes.size() < NOTES_LIMIT) {
            notes.add(event);
        }
    }

    /** Have a resume point written soon. */
    synchronized void save(String projection, ResumePoint point) {
        points.put(projection, point);
    }

    /** Have old answers forgotten soon. */
    synchronized void prune(Instant now) {
        pruning = Optional.of(now);
    }

    /** Have a heartbeat written soon. */
    void beat() {
        beating.set(true);
    }

    /** Write a heartbeat when one is due and somebody is there to look for it; return whether it was due. */
    boolean writeHeartbeat() {
        boolean due = beating.getAndSet(false);
        if (due && isShared()) {
            Registration own = context.registration();
            committed(tx -> tx.controllers().heartbeat(own.controllerId(), own.epoch(), context.now()));
        }
        return due;
    }

    private boolean isShared() {
        try {
            return context.writer().read(tx -> tx.controllers().all().size() > 1);
        } catch (StoreUnavailableException unreadable) {
            return failed(String.valueOf(unreadable.getMessage()));
        }
    }

    /** Have it tried out soon whether anything can be written. */
    void tryOut() {
        trying.set(true);
    }

    /** Write an intent and take it back, and make durable what nobody decides on, when that is due; return whether that went. */
    boolean triedOut() {
        return trying.getAndSet(false) && committed(this::tryOut);
    }

    private void tryOut(WriteTransaction tx) {
        Instant now = context.now();
        Registration own = context.registration();
        context.writer().savepoint();
        tx.intents()
                .insert(
                        tx.intents().lastId() + 1,
                        Intent.open(
                                Optional.empty(),
                                "journal-trial",
                                own.controllerId(),
                                Map.of(),
                                context.origin(OptionalLong.empty(), now)));
        context.writer().rollbackTo();
        context.writer().release();
        tx.controllers().heartbeat(own.controllerId(), own.epoch(), now);
    }

    /** Append the notes there are, and return whether that committed any. */
    boolean writeNotes() {
        List<NewEvent> due = takeNotes();
        return !due.isEmpty()
                && committed(tx -> {
                    Facts facts =
                            context.facts(context.now(), context.registration().controllerId());
                    long revision = tx.cluster().revision();
                    due.forEach(event -> context.append(tx, event, revision, facts));
                });
    }

    /** Write the resume points there are, and return whether that committed any. */
    boolean writePoints() {
        Map<String, ResumePoint> due = takePoints();
        boolean written = !due.isEmpty() && committed(tx -> due.forEach(tx.projections()::put));
        if (!written) {
            putBack(due);
        }
        return written;
    }

    /** Forget a portion of old answers when that is due, and return whether it was; after a full portion it is due again. */
    boolean forgetOldAnswers() {
        Optional<Instant> due = takePruning();
        due.ifPresent(moment -> {
            if (forgotPortion(answers.forgottenUpTo(moment))) {
                prune(moment);
            }
            context.writer().trim();
        });
        return due.isPresent();
    }

    /** Return whether a full portion was forgotten, so that more may be left. */
    private boolean forgotPortion(Instant upTo) {
        int limit = context.settings().pruneLimit();
        AtomicInteger forgotten = new AtomicInteger();
        return committed(tx -> forgotten.set(tx.replays().prune(upTo, limit))) && forgotten.get() == limit;
    }

    private synchronized List<NewEvent> takeNotes() {
        List<NewEvent> taken = List.copyOf(notes);
        notes.clear();
        return taken;
    }

    private synchronized Map<String, ResumePoint> takePoints() {
        Map<String, ResumePoint> taken = Map.copyOf(points);
        points.clear();
        return taken;
    }

    private synchronized void putBack(Map<String, ResumePoint> due) {
        due.forEach(points::putIfAbsent);
    }

    private synchronized Optional<Instant> takePruning() {
        Optional<Instant> taken = pruning;
        pruning = Optional.empty();
        return taken;
    }

    private boolean committed(Work work) {
        try {
            work.run(context.begin());
            return switch (context.writer().commit()) {
                case CommitResult.Committed _ -> true;
                case CommitResult.NotCommitted(String reason) -> failed(reason);
                case CommitResult.Unknown(String reason) -> failed(reason);
            };
        } catch (RuntimeException failed) {
            context.writer().rollback();
            return failed(String.valueOf(failed.getMessage()));
        }
    }

    private static boolean failed(String reason) {
        LOG.log(System.Logger.Level.WARNING, "housekeeping is put off: {0}", reason);
        return false;
    }

    /** What goes into one transaction. */
    private interface Work {
        void run(WriteTransaction tx);
    }
}
