package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.WorkstationSeen;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Enters the laptop as the workstation, once for each machine. Where its name is a builder's, it gets a suffix. */
public record WorkstationStep(WorkstationSeen seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        boolean known = tx.fleet().hosts().stream()
                .filter(host -> host.role() == HostRole.WORKSTATION)
                .anyMatch(host ->
                        host.identity().machineId().equals(seen.identity().machineId()));
        return known
                ? Optional.of(Refusal.of("known-workstation", "this machine is entered already"))
                : Optional.empty();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostName name =
                tx.fleet().host(seen.name()).isEmpty() ? seen.name() : new HostName(seen.name() + "-workstation");
        HostTarget target =
                new HostTarget(name, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        HostRow row = new HostRow(
                target,
                HostRole.WORKSTATION,
                HostState.AVAILABLE,
                Optional.empty(),
                "local",
                seen.identity(),
                1,
                false,
                false,
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                HostLabels.NONE);
        tx.fleet().insert(row, facts.now(), facts.controllerId(), facts.controllerEpoch());
        return new Effect(
                Map.of("changed", true, "host", name.value()),
                true,
                List.of(NewEvent.of("workstation-entered", "host", "controller").host(name.value())));
    }
}
