package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Lets a host go; not while it holds work. */
public record RemoveStep(RemoveHost operation) implements Step {

    private static final int NAMED = 8;
    private static final int SHORT_ID = 12;

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.builder(tx, operation.host()).or(() -> holdsWork(tx));
    }

    private Optional<Refusal> holdsWork(ReadTransaction tx) {
        List<String> attempts = tx.jobs().activeAttempts(operation.host()).stream()
                .map(attempt -> attempt.id().toString())
                .toList();
        return attempts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        "host-holds-work",
                        "'" + operation.host() + "' still holds " + named(attempts)
                                + "; drain it and wait, or cancel them",
                        Map.of("attempts", attempts),
                        Optional.empty()));
    }

    /** Return attempts by the beginnings of their jobs' ids, by which commands know them; all are in the details. */
    private static String named(List<String> attempts) {
        String first = attempts.stream()
                .limit(NAMED)
                .map(attempt -> "job " + attempt.substring(0, SHORT_ID))
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
