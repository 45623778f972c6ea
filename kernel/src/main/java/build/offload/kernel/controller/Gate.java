package build.offload.kernel.controller;

import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.Replay;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Pipeline;
import build.offload.kernel.transition.Request;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Wish;
import build.offload.kernel.world.WallClock;
import build.offload.spi.frontend.AccessGuard.Caller;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Hands callers' wishes to the pipeline and its outcomes back as a frontend's answers. */
final class Gate {

    private final Store store;
    private final Pipeline pipeline;
    private final WallClock clock;
    private final Duration replayRetention;
    private final Redactor redactor;

    Gate(Store store, Pipeline pipeline, WallClock clock, Duration replayRetention, Redactor redactor) {
        this.store = store;
        this.pipeline = pipeline;
        this.clock = clock;
        this.replayRetention = replayRetention;
        this.redactor = redactor;
    }

    /** Who asks, under which key, on what revision. */
    record Envelope(Caller caller, String idempotencyKey, OptionalLong expectedRevision) {
        /** Return the same wish under another key. */
        Envelope under(String key) {
            return new Envelope(caller, key, expectedRevision);
        }
    }

    /** Return the answer that was committed under a key, for wishes whose arguments cost something to gather. */
    Optional<Answer> replay(String idempotencyKey) {
        return store.read(tx -> tx.replays().find(idempotencyKey, clock.now().minus(replayRetention)))
                .map(Gate::kept);
    }

    private static Answer kept(Replay replay) {
        return new Answer.Committed(replay.body(), true);
    }

    Answer ask(Envelope envelope, Transition transition) {
        return ask(envelope, new Wish.Change(transition));
    }

    /** A wish that could not even be gathered is refused in its turn, after replay and revision. */
    Answer refuse(Envelope envelope, String kind, Refusal refusal) {
        return ask(envelope, new Wish.Malformed(kind, refusal));
    }

    Answer ask(Envelope envelope, Wish wish) {
        Request request = new Request(
                wish,
                Optional.of(envelope.idempotencyKey()),
                envelope.expectedRevision(),
                envelope.caller().name());
        return answer(pipeline.submit(request).join());
    }

    private Answer answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed committed -> new Answer.Committed(committed.body(), committed.replayed());
            case Outcome.Stale(long current) -> new Answer.Stale(current);
            case Outcome.Refused(Refusal refusal) -> new Answer.Refused(safe(refusal));
            case Outcome.AuditUnavailable(String reason) -> new Answer.AuditUnavailable(reason);
            case Outcome.Busy(Duration retryAfter) -> new Answer.Busy(retryAfter);
            case Outcome.OutcomeUnknown _ -> new Answer.OutcomeUnknown();
        };
    }

    /** A refusal repeats what was asked for, and ends up in the logs of whoever asked. */
    private Refusal safe(Refusal refusal) {
        return new Refusal(
                refusal.code(),
                redactor.redact(refusal.message()),
                redactor.redact(refusal.details()),
                refusal.field());
    }
}
