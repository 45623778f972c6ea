package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CommitResult;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.Replay;
import build.offload.kernel.store.StoreUnavailableException;
import build.offload.kernel.store.WriteTransaction;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The third and fourth part of a batch: one transaction, a savepoint for each caller, everything checked again under the
 * writer lock, one commit, and then the answers. What ends the whole transaction is nobody's refusal: it is run again from
 * its reads.
 */
final class GroupCommit {

    private static final System.Logger LOG = System.getLogger(GroupCommit.class.getName());
    private static final int TRIES = 3;

    private final Context context;
    private final Answers answers;

    GroupCommit(Context context, Answers answers) {
        this.context = context;
        this.answers = answers;
    }

    /** Decide a batch whose intents are durable and answer everybody; return whether it committed. */
    boolean decide(List<Journal.Entry> entries) {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            List<Outcome> outcomes = new ArrayList<>();
            switch (attempt(entries, outcomes)) {
                case CommitResult.Committed _ -> {
                    answer(entries, outcomes);
                    return true;
                }
                case CommitResult.Unknown(String reason) -> {
                    LOG.log(System.Logger.Level.ERROR, "a commit was not acknowledged: {0}", reason);
                    answerAll(entries, new Outcome.OutcomeUnknown());
                    return false;
                }
                case CommitResult.NotCommitted(String reason) ->
                    LOG.log(System.Logger.Level.WARNING, "a batch was not committed, and is run again: {0}", reason);
            }
        }
        answerAll(entries, new Outcome.Busy(context.settings().retryAfter()));
        return false;
    }

    private CommitResult attempt(List<Journal.Entry> entries, List<Outcome> outcomes) {
        try {
            WriteTransaction tx = context.begin();
            Instant now = context.now();
            for (Journal.Entry entry : entries) {
                outcomes.add(decideOne(tx, entry, now));
            }
            return context.writer().commit();
        } catch (StoreUnavailableException | SupersededException failed) {
            context.writer().rollback();
            return new CommitResult.NotCommitted(String.valueOf(failed.getMessage()));
        }
    }

    private Outcome decideOne(WriteTransaction tx, Journal.Entry entry, Instant now) {
        context.writer().savepoint();
        Decision decision = guarded(tx, entry.pending(), now);
        boolean wasOpen = tx.intents().close(entry.intent(), decision.state(), decision.code(), now);
        if (!wasOpen) {
            // Somebody took this controller for dead and closed its intent, so its effect must not count either.
            context.writer().rollbackTo();
        }
        context.writer().release();
        return wasOpen
                ? decision.outcome()
                : new Outcome.Busy(context.settings().retryAfter());
    }

    /** Decide one; whatever goes wrong with it is taken back and stays its own. */
    private Decision guarded(WriteTransaction tx, Pending pending, Instant now) {
        try {
            return decision(tx, pending, now);
        } catch (RefusedException refused) {
            context.writer().rollbackTo();
            return Decision.refused(refused.refusal());
        } catch (StoreUnavailableException wholeTransaction) {
            throw wholeTransaction;
        } catch (RuntimeException | StackOverflowError defect) {
            context.writer().rollbackTo();
            LOG.log(System.Logger.Level.ERROR, pending.request().wish().kind() + " failed and was taken back", defect);
            return new Decision(
                    Intent.State.FAILED,
                    defect.getClass().getSimpleName(),
                    new Outcome.Refused(Answers.defect(pending)));
        }
    }

    private Decision decision(WriteTransaction tx, Pending pending, Instant now) {
        Facts facts = context.facts(now, pending.request().actor());
        long revision = tx.cluster().revision();
        Optional<Replay> kept = answers.kept(tx, pending, now);
        if (kept.isPresent()) {
            Answers.reuse(kept.get(), pending).ifPresent(event -> context.append(tx, event, revision, facts));
            return new Decision(Intent.State.REPLAYED, "replayed", Answers.again(kept.get()));
        }
        if (pending.request().expectedRevision().orElse(revision) != revision) {
            return new Decision(Intent.State.REFUSED, "stale-revision", new Outcome.Stale(revision));
        }
        return switch (pending.request().wish()) {
            case Wish.Malformed malformed -> Decision.refused(malformed.refusal());
            case Wish.Change(Transition transition) -> {
                Step step = context.steps().of(transition);
                Optional<Refusal> refusal = step.guard(tx, facts);
                yield refusal.isPresent()
                        ? Decision.refused(refusal.get())
                        : apply(tx, pending, step, new Before(revision, facts));
            }
        };
    }

    /** What a step begins with. */
    private record Before(long revision, Facts facts) {}

    private Decision apply(WriteTransaction tx, Pending pending, Step step, Before before) {
        Facts facts = before.facts();
        Effect effect = step.apply(tx, facts);
        long after = effect.movesRevision()
                ? tx.cluster().moveRevision()
                : tx.cluster().revision();
        if (after != before.revision() + (effect.movesRevision() ? 1 : 0)) {
            throw new IllegalStateException(
                    "a step moved the revision by itself, from " + before.revision() + " to " + after);
        }
        for (NewEvent event : effect.events()) {
            context.append(tx, event, after, facts);
        }
        Outcome.Committed answer = Answers.first(after, effect.result());
        pending.request()
                .idempotencyKey()
                .ifPresent(key -> tx.replays().put(replay(key, pending, answer, facts.now())));
        return new Decision(Intent.State.APPLIED, "committed", answer);
    }

    private static Replay replay(String key, Pending pending, Outcome.Committed answer, Instant now) {
        return new Replay(
                key, pending.request().wish().kind(), pending.fingerprint(), answer.body(), answer.revision(), now);
    }

    private static void answer(List<Journal.Entry> entries, List<Outcome> outcomes) {
        for (int i = 0; i < entries.size(); i++) {
            entries.get(i).pending().answer().complete(outcomes.get(i));
        }
    }

    private static void answerAll(List<Journal.Entry> entries, Outcome outcome) {
        entries.forEach(entry -> entry.pending().answer().complete(outcome));
    }

    /** What one caller gets, and what the journal says of it. */
    private record Decision(Intent.State state, String code, Outcome outcome) {
        static Decision refused(Refusal refusal) {
            return new Decision(Intent.State.REFUSED, refusal.code(), new Outcome.Refused(refusal));
        }
    }
}
