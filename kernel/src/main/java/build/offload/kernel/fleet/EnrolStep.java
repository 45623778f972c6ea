package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.EnrolHost;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Takes a host into the fleet; it takes jobs after its first green look. */
public record EnrolStep(EnrolHost operation) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return nameTaken(tx).or(() -> primaryTaken(tx)).or(() -> folderTaken(tx));
    }

    private Optional<Refusal> nameTaken(ReadTransaction tx) {
        return tx.fleet()
                .host(name())
                .map(host -> Refusal.of(
                        "host-exists",
                        "there is a host '" + name() + "' already; remove it first, or choose another name"));
    }

    private Optional<Refusal> primaryTaken(ReadTransaction tx) {
        return tx.fleet().hosts().stream()
                .filter(host -> operation.options().primary() && host.primary())
                .findFirst()
                .map(EnrolStep::primaryExists);
    }

    static Refusal primaryExists(HostRow host) {
        return Refusal.of(
                "primary-exists",
                "'" + host.name() + "' is the primary host already; 'offload hosts edit " + host.name()
                        + " --no-primary' makes room");
    }

    /** Two hosts that are one machine are fine while they keep apart there. */
    private Optional<Refusal> folderTaken(ReadTransaction tx) {
        return tx.fleet().hosts().stream()
                .filter(host -> host.role() == HostRole.BUILDER
                        && host.identity()
                                .machineId()
                                .equals(operation.identity().machineId()))
                .filter(host -> host.identity()
                        .workspaceRoot()
                        .equals(operation.identity().workspaceRoot()))
                .findFirst()
                .map(host -> Refusal.of(
                        "same-machine",
                        "'" + host.name()
                                + "' is the same machine with the same workspace root; give another --workspace-root"));
    }

    private HostName name() {
        return operation.target().name();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        tx.fleet().insert(row(), facts.now(), facts.controllerId(), facts.controllerEpoch());
        List<NewEvent> events = new ArrayList<>();
        events.add(NewEvent.of("host-enrolled", "host", "enrol").host(name().value()));
        reopened(tx, facts).ifPresent(events::add);
        Map<String, Object> result = Map.of(
                "changed", true, "host", name().value(), "state", HostState.RESTORING, "pending", RestoreStep.GATES);
        return new Effect(result, true, events);
    }

    /** A name that was drained when its last host was removed is not drained for the one that gets it now. */
    private Optional<NewEvent> reopened(WriteTransaction tx, Facts facts) {
        ControlRow control = tx.fleet().control(name());
        if (control.mode() == HostMode.ACTIVE) {
            return Optional.empty();
        }
        ControlChange change = ControlChange.of(
                control.readable()
                        ? HostControl.restore(control, OptionalLong.of(control.version()), facts.now())
                        : new HostControl.Decision.Changed(
                                new ControlRow(HostMode.ACTIVE, 1, OptionalLong.empty(), Optional.of(facts.now()))));
        change.write(tx, name(), facts);
        return Optional.of(change.event("enrol", name(), HostState.RESTORING));
    }

    private HostRow row() {
        HostTarget target = operation.target();
        return new HostRow(
                new HostTarget(
                        target.name(),
                        target.address(),
                        target.key(),
                        target.identityFile(),
                        Optional.of(operation.identity().workspaceRoot())),
                HostRole.BUILDER,
                HostState.RESTORING,
                Optional.of("waits for its first look"),
                operation.executor(),
                operation.identity(),
                operation.options().slots(),
                operation.options().primary(),
                true,
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                operation.options().labels());
    }
}
