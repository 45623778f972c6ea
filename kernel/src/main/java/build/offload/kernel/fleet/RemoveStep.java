package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.AttemptId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Lets a host go; not while it holds work. What it was lost with may still run on one that answers, and is seen gone there before
 * long; one that does not answer is let go by who knows that it never will.
 */
public record RemoveStep(RemoveHost operation) implements Step {

    private static final int NAMED = 8;

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.builder(tx, operation.host()).or(() -> holdsWork(tx));
    }

    private List<AttemptId> held(ReadTransaction tx) {
        boolean answers = tx.fleet()
                .host(operation.host())
                .filter(host -> host.silentSince().isEmpty())
                .isPresent();
        return answers
                ? tx.queue().holders(operation.host())
                : tx.jobs().activeAttempts(operation.host()).stream()
                        .map(AttemptRow::id)
                        .toList();
    }

    private Optional<Refusal> holdsWork(ReadTransaction tx) {
        List<AttemptId> attempts = held(tx);
        return attempts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        "host-holds-work",
                        "'" + operation.host() + "' still holds " + named(attempts)
                                + "; drain it and wait, or cancel them",
                        Map.of(
                                "attempts",
                                attempts.stream().map(AttemptId::toString).toList()),
                        Optional.empty()));
    }

    /** Return attempts by the beginnings of their jobs' ids, by which commands know them; all are in the details. */
    private static String named(List<AttemptId> attempts) {
        String first = attempts.stream()
                .limit(NAMED)
                .map(attempt -> "job " + attempt.job().brief())
                .collect(Collectors.joining(", "));
        return attempts.size() <= NAMED ? first : first + " and " + (attempts.size() - NAMED) + " more";
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        List<NewEvent> events = new ArrayList<>();
        events.add(NewEvent.of("host-removed", "host", "remove")
                .host(operation.host().value()));
        events.addAll(ToolDrift.over(tx, operation.host(), "removed", facts.now()));
        tx.fleet().delete(operation.host());
        return new Effect(
                Map.of("changed", true, "host", operation.host().value(), "pending", List.of()), true, events);
    }
}
