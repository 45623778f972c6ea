package build.offload.kernel.controller;

import build.offload.kernel.controller.Settings.Policy;
import build.offload.kernel.controller.Settings.PolicySource;
import build.offload.kernel.dispatch.ConfigurationStep;
import build.offload.kernel.reconcile.Transitions;
import build.offload.kernel.transition.ConfigurationRead;
import build.offload.kernel.transition.Outcome;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.Optional;

/**
 * Takes up what the configuration says, at the start and whenever it says something else. What is broken stops dispatch at
 * once; what is in order counts from its commit on, and is tried again until there is one. One thread ticks.
 */
final class ConfigurationLoop {

    private static final System.Logger LOG = System.getLogger(ConfigurationLoop.class.getName());

    private final PolicySource source;
    private final Transitions transitions;
    private final LivePolicy live;
    private Optional<Policy> pending;

    ConfigurationLoop(PolicySource source, Transitions transitions, LivePolicy live) {
        this.source = source;
        this.transitions = transitions;
        this.live = live;
        this.pending = Optional.of(live.get());
    }

    void tick() {
        source.changed().ifPresent(this::noticed);
        pending.ifPresent(this::take);
    }

    private void noticed(Policy next) {
        tell(next);
        if (next.problem().isPresent()) {
            live.set(live.get().brokenBy(next));
        }
        pending = Optional.of(next);
    }

    private void take(Policy next) {
        Outcome outcome = transitions.apply(new ConfigurationRead(next.digest(), next.enabled(), next.problem()));
        if (settled(outcome)) {
            live.set(next.problem().isPresent() ? live.get().brokenBy(next) : next);
            pending = Optional.empty();
        }
    }

    /** One that is refused is in force already, by the store's own word. */
    private static boolean settled(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed _ -> true;
            case Outcome.Refused(Refusal refusal) -> refusal.code().equals(ConfigurationStep.KNOWN);
            case Outcome.Stale _, Outcome.AuditUnavailable _, Outcome.Busy _, Outcome.OutcomeUnknown _ -> false;
        };
    }

    private static void tell(Policy next) {
        if (next.problem().isPresent()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the configuration is broken, nothing is dispatched: {0}",
                    next.problem().get());
        } else {
            LOG.log(System.Logger.Level.INFO, "the configuration is read again");
        }
        if (!next.awaitingRestart().isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "of the configuration, {0} is taken up only by a restart",
                    String.join(", ", next.awaitingRestart()));
        }
    }
}
