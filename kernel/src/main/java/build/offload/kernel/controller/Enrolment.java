package build.offload.kernel.controller;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.EditHost.Reach;
import build.offload.kernel.transition.Transition;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.OperatorCall;
import build.offload.spi.frontend.OperatorCall.EnrolHost;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.InvalidValueException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Gathers what an enrolment rests on: the key the host offers, which must be the one the operator confirmed, and who it says
 * it is once that key is pinned. A host that is this very machine is refused unless the operator says so.
 */
final class Enrolment {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Store store;
    private final Gate gate;
    private final PluginGuard guard;
    private final Connections connections;
    private final String ownMachineId;

    Enrolment(Store store, Gate gate, PluginGuard guard, Connections connections, String ownMachineId) {
        this.store = store;
        this.gate = gate;
        this.guard = guard;
        this.connections = connections;
        this.ownMachineId = ownMachineId;
    }

    /** Why an enrolment cannot go on. */
    private static final class EnrolmentException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Refusal refusal;

        EnrolmentException(String code, String message) {
            super(message);
            this.refusal = Refusal.of(code, message);
        }
    }

    Answer enrol(Gate.Envelope envelope, EnrolHost call) {
        return gate.replay(envelope.idempotencyKey()).orElseGet(() -> gather(envelope, call));
    }

    private Answer gather(Gate.Envelope envelope, EnrolHost call) {
        try {
            Executor executor = executor(call.executor());
            HostTarget target = pinned(executor, call.target(), call.fingerprint());
            HostIdentity identity = identity(executor, target);
            if (identity.machineId().equals(ownMachineId) && !call.options().allowThisMachine()) {
                throw new EnrolmentException(
                        "this-machine",
                        "'" + target.name() + "' is this very machine; --allow-this-machine enrols it all the same");
            }
            return gate.ask(envelope, new Transition.EnrolHost(target, call.executor(), call.options(), identity));
        } catch (EnrolmentException cannot) {
            return gate.refuse(envelope, "host-enrol", cannot.refusal);
        }
    }

    /** Try the new way before it is taken: the pinned key is to be offered there, and the enrolled machine to answer. */
    Answer edit(Gate.Envelope envelope, OperatorCall.EditHost call) {
        return gate.replay(envelope.idempotencyKey()).orElseGet(() -> gatherEdit(envelope, call));
    }

    private Answer gatherEdit(Gate.Envelope envelope, OperatorCall.EditHost call) {
        HostEdit edit = call.edit();
        Optional<HostRow> host =
                edit.reachesOtherwise() ? store.read(tx -> tx.fleet().host(call.host())) : Optional.empty();
        if (host.isEmpty()) {
            return gate.ask(envelope, new EditHost(call.host(), edit, Optional.empty()));
        }
        try {
            Reach reach = reach(host.get(), edit);
            return gate.ask(envelope, new EditHost(call.host(), edit, Optional.of(reach)));
        } catch (EnrolmentException cannot) {
            return gate.refuse(envelope, "host-edit", cannot.refusal);
        }
    }

    private Reach reach(HostRow host, HostEdit edit) throws EnrolmentException {
        Executor executor = executor(host.executor());
        HostTarget wanted = new HostTarget(
                host.name(),
                edit.address().or(() -> host.target().address()),
                host.target().key(),
                edit.identityFile().or(() -> host.target().identityFile()),
                host.target().workspaceRoot());
        Optional<String> confirmed =
                edit.fingerprint().or(() -> host.target().key().map(HostKey::fingerprint));
        HostTarget target = pinned(executor, wanted, confirmed);
        return new Reach(target, identity(executor, target));
    }

    private Executor executor(String name) throws EnrolmentException {
        try {
            return connections.executor(name);
        } catch (IllegalArgumentException unknown) {
            throw new EnrolmentException("unknown-executor", String.valueOf(unknown.getMessage()));
        }
    }

    private HostTarget pinned(Executor executor, HostTarget target, Optional<String> fingerprint)
            throws EnrolmentException {
        List<HostKey> offered = target.address().isPresent()
                ? offered(executor, target.address().get())
                : List.of();
        if (offered.isEmpty()) {
            return target;
        }
        String confirmed = fingerprint.orElseThrow(() -> new EnrolmentException(
                "host-key-unconfirmed", "the host offers " + fingerprints(offered) + "; confirm one with --host-key"));
        HostKey key = offered.stream()
                .filter(candidate -> candidate.fingerprint().equals(confirmed))
                .findFirst()
                .orElseThrow(() -> new EnrolmentException(
                        "host-key-mismatch", "the host offers " + fingerprints(offered) + ", not " + confirmed));
        return new HostTarget(
                target.name(), target.address(), Optional.of(key), target.identityFile(), target.workspaceRoot());
    }

    private static String fingerprints(List<HostKey> keys) {
        return String.join(
                ", ",
                keys.stream()
                        .map(key -> key.fingerprint() + " (" + key.type() + ")")
                        .toList());
    }

    private List<HostKey> offered(Executor executor, HostAddress address) throws EnrolmentException {
        return value(
                guard.call(executor, "host keys of " + address, LIMIT, () -> executor.offeredKeys(address, LIMIT)));
    }

    private HostIdentity identity(Executor executor, HostTarget target) throws EnrolmentException {
        try (BuildHost host = connections.open(executor.name(), target)) {
            return value(guard.call(executor, "identify " + target.name(), LIMIT, host::identify));
        }
    }

    private static <T> T value(CallResult<T> result) throws EnrolmentException {
        return switch (result) {
            case CallResult.Returned<T>(T value) -> value;
            case CallResult.Threw<T> threw -> throw new EnrolmentException("host-unusable", threw.message());
            case CallResult.Late<T> late ->
                throw new EnrolmentException(
                        "host-unusable",
                        "nothing answered within " + late.limit().toSeconds() + " s");
        };
    }

    /** Return the keys offered at an address; empty when it offers none. */
    List<HostKey> offeredKeys(String executor, HostAddress address) {
        try {
            return offered(executor(executor), address);
        } catch (EnrolmentException cannot) {
            throw new InvalidValueException("address", "cannot be asked: " + cannot.getMessage());
        }
    }
}
