package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.SpillStep;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.SpillJob;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.util.Optional;

/** Has the laptop take the oldest job that it may, under a lease as it should be, however idle the fleet is. */
record CarelessSpillStep(DispatchPolicy policy, Step real) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return spill(tx, facts).isPresent() ? Optional.empty() : real.guard(tx, facts);
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        return spill(tx, facts).map(step -> step.apply(tx, facts)).orElseGet(() -> real.apply(tx, facts));
    }

    private Optional<SpillStep> spill(ReadTransaction tx, Facts facts) {
        Optional<HostRow> laptop = tx.fleet().hosts().stream()
                .filter(host -> host.role() == HostRole.WORKSTATION
                        && host.state() == HostState.AVAILABLE
                        && tx.queue().slotsTaken(host.name()) == 0)
                .findFirst()
                .filter(host -> tx.leases()
                        .of(host.name())
                        .filter(lease -> facts.now().isBefore(lease.expiresAt()))
                        .isEmpty());
        return laptop.flatMap(host -> tx.queue().tickets().stream()
                .map(TicketRow::job)
                .filter(id -> mayBeLocal(tx.jobs().job(id).orElseThrow()))
                .findFirst()
                .map(id -> new SpillStep(new SpillJob(id, host.name()), policy)));
    }

    private static boolean mayBeLocal(JobRow job) {
        return !job.submitted().build().placement().neverLocal();
    }
}
