package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Replay;
import build.offload.kernel.store.StoreUnavailableException;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The first part of a batch: one read answers those that are decided already, by replay, revision or guard. It needs no
 * journal, so that these answers come also while the journal is broken.
 */
final class EarlyAnswers {

    private static final System.Logger LOG = System.getLogger(EarlyAnswers.class.getName());

    private final Context context;
    private final Answers answers;
    private final Consumer<NewEvent> notes;

    EarlyAnswers(Context context, Answers answers, Consumer<NewEvent> notes) {
        this.context = context;
        this.answers = answers;
        this.notes = notes;
    }

    /**
     * Answer what is decided and return the rest, in order.
     *
     * @throws StoreUnavailableException when the store cannot be read; nobody is answered then
     */
    List<Pending> answer(List<Pending> batch) {
        Instant now = context.now();
        List<Optional<Outcome>> decided = context.writer().read(tx -> decide(tx, batch, now));
        List<Pending> rest = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            Pending pending = batch.get(i);
            decided.get(i).ifPresentOrElse(pending.answer()::complete, () -> rest.add(pending));
        }
        return rest;
    }

    private List<Optional<Outcome>> decide(ReadTransaction tx, List<Pending> batch, Instant now) {
        long revision = tx.cluster().revision();
        return batch.stream().map(pending -> decide(tx, pending, revision, now)).toList();
    }

    private Optional<Outcome> decide(ReadTransaction tx, Pending pending, long revision, Instant now) {
        Optional<Replay> kept = answers.kept(tx, pending, now);
        if (kept.isPresent()) {
            Answers.reuse(kept.get(), pending).ifPresent(notes);
            return kept.map(Answers::again);
        }
        if (pending.request().expectedRevision().orElse(revision) != revision) {
            return Optional.of(new Outcome.Stale(revision));
        }
        return refusal(tx, pending, now).map(Outcome.Refused::new);
    }

    private Optional<Refusal> refusal(ReadTransaction tx, Pending pending, Instant now) {
        return switch (pending.request().wish()) {
            case Wish.Malformed malformed -> Optional.of(malformed.refusal());
            case Wish.Change(Transition transition) -> guard(tx, pending, transition, now);
        };
    }

    private Optional<Refusal> guard(ReadTransaction tx, Pending pending, Transition transition, Instant now) {
        try {
            return context.steps()
                    .of(transition)
                    .guard(tx, context.facts(now, pending.request().actor()));
        } catch (RefusedException refused) {
            return Optional.of(refused.refusal());
        } catch (StoreUnavailableException unreadable) {
            throw unreadable;
        } catch (RuntimeException | StackOverflowError defect) {
            LOG.log(System.Logger.Level.ERROR, "the guard of " + transition.kind() + " failed", defect);
            return Optional.of(Answers.defect(pending));
        }
    }
}
