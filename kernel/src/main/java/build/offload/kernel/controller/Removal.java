package build.offload.kernel.controller;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Transition;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.OperatorCall.RemoveHost;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Lets hosts go, on request with everything of ours on them. That is removed first, while the host is still known; so the host
 * must be draining and have nothing left to do, or a build could get there meanwhile. A workspace whose outputs wait for a decision
 * is never removed before somebody decided.
 */
final class Removal {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Store store;
    private final Gate gate;
    private final PluginGuard guard;
    private final Connections connections;

    Removal(Store store, Gate gate, PluginGuard guard, Connections connections) {
        this.store = store;
        this.gate = gate;
        this.guard = guard;
        this.connections = connections;
    }

    Answer remove(Gate.Envelope envelope, RemoveHost call) {
        Transition removal = new Transition.RemoveHost(call.host());
        Optional<HostRow> host = call.purge() ? store.read(tx -> tx.fleet().host(call.host())) : Optional.empty();
        if (host.isEmpty()) {
            return gate.ask(envelope, removal);
        }
        Optional<Answer> kept = gate.replay(envelope.idempotencyKey());
        boolean stale = envelope.expectedRevision().orElse(-1)
                != store.read(tx -> tx.cluster().revision());
        if (kept.isPresent() || stale) {
            return kept.orElseGet(() -> gate.ask(envelope, removal));
        }
        return notPurged(host.get())
                .map(refusal -> gate.refuse(envelope, removal.kind(), refusal))
                .orElseGet(() -> gate.ask(envelope, removal));
    }

    private Optional<Refusal> notPurged(HostRow host) {
        if (!store.read(tx -> isDrained(tx, host.name()))) {
            return Optional.of(Refusal.of(
                    "not-drained",
                    "'" + host.name() + "' must be drained before what is on it is removed: offload drain "
                            + host.name() + ", and wait until nothing runs there"));
        }
        List<JobId> undecided = store.read(tx -> tx.jobs().undecidedOn(host.name()));
        if (!undecided.isEmpty()) {
            String first = undecided.getFirst().brief();
            return Optional.of(Refusal.of(
                    "outputs-undecided",
                    "'" + host.name() + "' has the workspaces of " + undecided.size()
                            + " job(s) whose outputs wait for a decision, among them " + first + ": 'offload publish "
                            + first
                            + "' or 'offload discard " + first + "', then remove the host again"));
        }
        try {
            Reached reached = connections.to(host);
            return switch (guard.call(reached.executor(), "purge", LIMIT, () -> purged(reached))) {
                case CallResult.Returned<Boolean> _ -> Optional.empty();
                case CallResult.Threw<Boolean> threw -> Optional.of(failed(host.name(), threw.message()));
                case CallResult.Late<Boolean> late ->
                    Optional.of(failed(host.name(), "it took longer than " + late.limit()));
            };
        } catch (IllegalArgumentException unknown) {
            return Optional.of(failed(host.name(), String.valueOf(unknown.getMessage())));
        }
    }

    private static boolean purged(Reached reached) throws Exception {
        reached.host().purge();
        return true;
    }

    private static boolean isDrained(ReadTransaction tx, HostName host) {
        return tx.fleet().control(host).mode() == HostMode.DRAINING
                && tx.jobs().activeAttempts(host).isEmpty()
                && tx.queue().slotsTaken(host) == 0;
    }

    private static Refusal failed(HostName host, String reason) {
        return Refusal.of(
                "host-not-purged",
                "what is on '" + host + "' could not be removed: " + reason
                        + "; it is still enrolled, try again, or remove it without --purge");
    }
}
