package build.offload.kernel.simulation;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.Cutoffs;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.transition.DecideOutputs;
import build.offload.kernel.transition.DecideOutputs.Decision;
import build.offload.kernel.transition.DiscardWorkspace;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.ForgetOld;
import build.offload.kernel.transition.Transition;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Somebody who drains, restores, edits, cancels, retries and decides, mostly without a plan. */
final class Operator {

    private static final List<HostState> MODES =
            List.of(HostState.AVAILABLE, HostState.AVAILABLE, HostState.DRAINING, HostState.MAINTENANCE);

    /** The workstation. */
    static final String LAPTOP = "laptop";

    private static final int FORGOTTEN_AT_ONCE = 5;

    private final Chance chance;
    private final Workload workload;

    Operator(Chance chance, Workload workload) {
        this.chance = chance;
        this.workload = workload;
    }

    /** Return something to ask for. */
    Transition wish(Rig rig, List<SimulatedHost> hosts) {
        HostName host = Answered.host(chance.of(hosts).name());
        String program = chance.of(Workload.PROGRAMS);
        return switch (chance.below(21)) {
            case 0, 1 -> new Transition.BoxDrain(host, version(rig, host));
            case 2, 3 -> new Transition.BoxRestore(host, version(rig, host));
            case 4 -> new Transition.HostQuarantine(host, program);
            case 5 -> new Transition.HostUnquarantine(host, program);
            case 6 -> new Transition.AdmissionReconcile(Optional.empty());
            case 7 -> new Transition.SetDesiredMode(chance.of(MODES));
            case 8, 16 -> new Transition.RecallSpill(Optional.empty());
            case 11, 12, 17 -> slots(rig, hosts);
            case 13, 14 -> decision(rig).orElse(new Transition.RecallSpill(Optional.of(Answered.host(LAPTOP))));
            case 18 -> discarding(rig).orElse(new Transition.AdmissionReconcile(Optional.of("nothing kept")));
            case 15 -> forget(rig.clock().now().minus(chance.seconds(0, 300)));
            case 9, 10 ->
                job().<Transition>map(Transition.JobRetry::new).orElse(new Transition.CiReconcile(Optional.empty()));
            default ->
                job().<Transition>map(id -> new Transition.CancelJob(id, Transition.CancelJob.REQUESTED))
                        .orElse(new Transition.AdmissionReconcile(Optional.of("no job")));
        };
    }

    /** Ask for about as many slots as builds hold on the host that holds the most. */
    private Transition slots(Rig rig, List<SimulatedHost> hosts) {
        String busiest = hosts.stream()
                .map(SimulatedHost::name)
                .max(Comparator.comparingInt(name -> rig.ledger().slots(name)))
                .orElseThrow();
        int slots = Math.max(1, rig.ledger().slots(busiest) + chance.between(-2, 1));
        HostEdit edit = new HostEdit(
                OptionalInt.of(slots),
                Optional.empty(),
                Map.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
        return new EditHost(Answered.host(busiest), edit, Optional.empty());
    }

    /** Return a decision about outputs that were kept from their checkout. */
    private Optional<Transition> decision(Rig rig) {
        List<JobId> blocked = rig.ledger().read(tx -> tx.jobs().newest(100)).stream()
                .filter(job -> job.progress().stage() == JobStage.BLOCKED)
                .map(JobRow::id)
                .toList();
        return blocked.isEmpty()
                ? Optional.empty()
                : Optional.of(new DecideOutputs(chance.of(blocked), chance.of(List.of(Decision.values()))));
    }

    /** Return a wish to have one of the workspaces removed that hosts keep. */
    private Optional<Transition> discarding(Rig rig) {
        List<WorkspaceRow> kept = rig.ledger().read(tx -> tx.workspaces().all());
        if (kept.isEmpty()) {
            return Optional.empty();
        }
        WorkspaceRow row = chance.of(kept);
        return Optional.of(new DiscardWorkspace(row.host(), row.mirror(), DiscardWorkspace.Reason.REQUESTED));
    }

    private static Transition forget(Instant before) {
        return new ForgetOld(new Cutoffs(before, before, before, before), FORGOTTEN_AT_ONCE);
    }

    private OptionalLong version(Rig rig, HostName host) {
        long current = rig.ledger().control(host.value()).version();
        return chance.oneIn(3) ? OptionalLong.empty() : OptionalLong.of(Math.max(0, current - chance.below(2)));
    }

    private Optional<JobId> job() {
        return workload.jobs().isEmpty() ? Optional.empty() : Optional.of(chance.of(workload.jobs()));
    }

    /** Return what opens everything that operators have closed. */
    List<Transition> reopening(Rig rig) {
        List<Transition> all = new ArrayList<>(List.of(new Transition.SetDesiredMode(HostState.AVAILABLE)));
        rig.ledger().read(tx -> tx.fleet().hosts()).stream()
                .filter(host -> host.role() == HostRole.BUILDER)
                .forEach(host -> reopening(rig, host).forEach(all::add));
        return all;
    }

    private static Stream<Transition> reopening(Rig rig, HostRow host) {
        ControlRow control = rig.ledger().control(host.name().value());
        Stream<Transition> restore = control.mode() == HostMode.DRAINING
                ? Stream.of(new Transition.BoxRestore(host.name(), OptionalLong.of(control.version())))
                : Stream.empty();
        Stream<Transition> circuits = rig.ledger().read(tx -> tx.fleet().circuits(host.name())).stream()
                .map(CircuitRow::command)
                .map(command -> new Transition.HostUnquarantine(host.name(), command));
        return Stream.concat(restore, circuits);
    }

    /** Return the retries of what was lost. */
    static List<Transition> retries(Rig rig) {
        List<JobRow> jobs = rig.ledger().read(tx -> tx.jobs().newest(100));
        return jobs.stream()
                .filter(job -> job.progress().stage() == JobStage.LOST)
                .<Transition>map(job -> new Transition.JobRetry(job.id()))
                .toList();
    }
}
