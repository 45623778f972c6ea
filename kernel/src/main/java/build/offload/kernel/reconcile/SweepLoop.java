package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Transition.AttemptSwept;
import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.model.AttemptId;
import java.time.Instant;
import java.util.Optional;

/**
 * Removes from hosts what attempts left there. Before that it makes sure that nothing of the attempt runs any more, which is
 * also what lets a lost job be retried.
 */
final class SweepLoop {

    private static final int AT_ONCE = 32;

    private final Store store;
    private final Transitions transitions;
    private final Connections connections;
    private final Lanes lanes;
    private final PluginGuard guard;
    private final LoopSettings settings;
    private final Backoff backoff = new Backoff();

    SweepLoop(
            Store store,
            Transitions transitions,
            Connections connections,
            Lanes lanes,
            PluginGuard guard,
            LoopSettings settings) {
        this.store = store;
        this.transitions = transitions;
        this.connections = connections;
        this.lanes = lanes;
        this.guard = guard;
        this.settings = settings;
    }

    void tick(Instant now) {
        Instant endedBefore = now.minus(settings.workspaceRetention());
        for (AttemptRow attempt : store.read(tx -> tx.jobs().unsweptAttempts(endedBefore, AT_ONCE))) {
            String key = "sweep/" + attempt.id();
            if (backoff.ready(key, now)) {
                lanes.run(key, () -> sweep(key, attempt, now));
            }
        }
    }

    private void sweep(String key, AttemptRow attempt, Instant now) {
        Optional<HostRow> host = store.read(tx -> tx.fleet().host(attempt.host()));
        if (host.isEmpty() || gone(attempt.id(), connections.to(host.get()))) {
            backoff.succeeded(key);
            transitions.apply(new AttemptSwept(attempt.id()));
        } else {
            backoff.failed(key, now);
        }
    }

    private boolean gone(AttemptId id, Reached reached) {
        boolean stopped = CancelPhase.cancel(guard, reached, id, settings)
                instanceof CallResult.Returned<CancelReport>(CancelReport.Gone _);
        return stopped
                && guard.call(reached.executor(), "sweep", settings.callLimit(), () -> {
                    reached.host().sweep(id);
                    return id;
                })
                        instanceof CallResult.Returned<AttemptId>;
    }
}
