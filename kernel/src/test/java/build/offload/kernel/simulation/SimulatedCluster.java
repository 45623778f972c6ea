package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.DispatchPolicy.LeaseTerms;
import build.offload.kernel.reconcile.LoopSettings;
import build.offload.kernel.reconcile.LoopSettings.JobLimits;
import build.offload.kernel.reconcile.Transitions;
import build.offload.kernel.rig.Death;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigParts;
import build.offload.kernel.rig.RigSettings;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Submission;
import build.offload.kernel.transition.Transition;
import build.offload.spi.model.JobId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A controller with its hosts, jobs and developer, and everything that watches over them. */
final class SimulatedCluster implements AutoCloseable {

    private static final int MOST_HOSTS = 8;
    private static final int MOST_PASSES = 300;
    private static final int NESTED = 2;
    private static final Duration STALE = Duration.ofMinutes(2);

    private final Chance chance;
    private final Findings findings;
    private final Workload workload;
    private final Operator operator;
    private final TransitionCheck transitions;
    private final StoreCheck store;
    private final PublicationCheck publication;
    private final Plant plant;
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final List<SimulatedHost> machines = new ArrayList<>();
    private final Rig rig;
    private boolean troubled = true;
    private int depth;

    SimulatedCluster(Path folder, Chance chance, Findings findings, Plant plant) {
        this.plant = plant;
        this.chance = chance;
        this.findings = findings;
        workload = new Workload(chance);
        operator = new Operator(chance, workload);
        RigSettings settings = settings();
        transitions = new TransitionCheck(this::rig, findings, new SpillCheck(settings.dispatch()));
        store = new StoreCheck(
                findings, new LeaseCheck(findings, settings.dispatch().lease()));
        publication = new PublicationCheck(this::rig, findings);
        rig = new Rig(folder, settings);
        rig.publication().tell(publication);
    }

    private RigSettings settings() {
        LoopSettings standard = LoopSettings.standard();
        LoopSettings loops = new LoopSettings(
                standard.period(),
                chance.seconds(20, 60),
                chance.between(1, 4),
                standard.callLimit(),
                standard.transferLimit(),
                standard.followBudget(),
                Duration.ofSeconds(60),
                standard.ownerGrace(),
                standard.cancelGrace(),
                () -> new JobLimits(Duration.ofMinutes(2), 1L << 20, 1_000, 1L << 20, Duration.ZERO),
                standard.retention());
        DispatchPolicy policy = DispatchPolicy.standard();
        LeaseTerms lease = new LeaseTerms(chance.seconds(20, 180), chance.below(5));
        DispatchPolicy dispatch = new DispatchPolicy(
                true, STALE, policy.overloadFactor(), chance.between(1, 4), policy.wedgeAfter(), lease);
        return new RigSettings(dispatch, loops, new RigParts(plant.rules(), this::checked, plant.capturing()));
    }

    private Transitions checked(Transitions real) {
        return transition -> transitions.around(transition, () -> real.apply(transition));
    }

    Rig rig() {
        return rig;
    }

    Workload workload() {
        return workload;
    }

    /** Enrol the hosts. */
    void start() {
        SimulatedHost.Around around = new SimulatedHost.Around(chance, rig.clock(), this::meanwhile);
        machines.add(new SimulatedHost(Operator.LAPTOP, rig.ownWorkstation(Operator.LAPTOP), workload, around));
        machines.getFirst().hasEverything();
        int count = chance.between(1, chance.between(1, MOST_HOSTS));
        for (int i = 0; i < count; i++) {
            String name = "host-" + i;
            plant.hosts().accept(rig.host(name));
            hosts.add(new SimulatedHost(name, rig.host(name), workload, around));
            Rig.committed(rig.enrol(name, chance.between(1, 3)));
        }
        machines.addAll(hosts);
        settle();
    }

    /** Ask for something, as an operator. */
    Outcome ask(Transition transition) {
        return transitions.around(transition, () -> rig.ask(transition));
    }

    /** Ask for whatever an operator might. */
    void operate() {
        ask(operator.wish(rig, hosts));
    }

    /** Hand the next job over. */
    void submit() {
        workload.next(rig).ifPresent(plan -> {
            Submission submission = rig.capture(plan.order());
            workload.submitting(submission.id(), plan);
            publication.submitting(submission.id());
            ask(new Transition.SubmitJob(submission));
        });
    }

    /** Let the developer write something. */
    void edit() {
        publication.edit(chance);
    }

    /** Let something happen to a host. */
    void changeAHost() {
        SimulatedHost host = chance.of(machines);
        findings.note(host.name() + " " + host.changes());
    }

    /** Let a step of an attempt that was taken be heard of once more. */
    void hearAgain() {
        if (!transitions.taken().isEmpty()) {
            ask(chance.of(transitions.taken()));
        }
    }

    /** Boot the controller's machine, which is the laptop. */
    void machineBoots() {
        rig.processes().reboot();
        machines.getFirst().boots();
    }

    /** Lose a snapshot, as a power loss may. */
    void loseSnapshot() {
        plant.capturing().loses(chance.below(3));
    }

    /** Run some of the effects that wait, in an order that chance chooses. */
    void runEffects(int most) {
        for (int i = 0; i < most && rig.lanes().size() > 0; i++) {
            rig.lanes().run(chance.below(rig.lanes().size()));
        }
    }

    /** What happens while a host is being asked something. */
    private void meanwhile() {
        if (!troubled || depth >= NESTED) {
            return;
        }
        depth++;
        try {
            switch (chance.below(6)) {
                case 0 -> operate();
                case 1 -> submit();
                case 2 -> hearAgain();
                case 3 -> runEffects(2);
                default -> rig.clock().advance(chance.seconds(0, 3));
            }
        } catch (FaultPlan.Crash crash) {
            // The guard around plugins lets nothing through but this.
            throw new Death(String.valueOf(crash.getMessage()));
        } finally {
            depth--;
        }
    }

    /** Start the controller again. */
    void restart() {
        transitions.controllerStarted();
        rig.restart();
    }

    /** Let time pass. */
    void advance(Duration time) {
        rig.clock().advance(time);
    }

    /** Compare the store with the rules. */
    void check() {
        rig.ledger().read(tx -> {
            store.check(tx, machines);
            return tx;
        });
    }

    /** From now on nothing goes wrong, nobody closes anything, and what was closed is opened. */
    void behave() {
        troubled = false;
        rig.faults().heal();
        rig.publication().recovers();
        machines.forEach(SimulatedHost::behaves);
        while (!workload.done()) {
            submit();
        }
        operator.reopening(rig).forEach(this::ask);
    }

    /** Pass and run effects for as long as something moves. */
    void settle() {
        boolean moves = true;
        for (int pass = 0; moves && findings.first().isEmpty(); pass++) {
            if (pass == MOST_PASSES) {
                findings.broken(Rule.ENDS, "the loops do not come to rest");
                return;
            }
            rig.takeMoved();
            rig.pass();
            runEffects(Integer.MAX_VALUE);
            moves = rig.takeMoved();
            check();
        }
    }

    /** Retry everything that was lost. */
    void retryLost() {
        Operator.retries(rig).forEach(this::ask);
    }

    /** Return whether nothing is left to do. */
    boolean over() {
        return rig.ledger().read(tx -> store.over(tx, this::buildable));
    }

    private boolean buildable(JobId job) {
        return hosts.stream().anyMatch(host -> host.satisfies(workload.plan(job)));
    }

    /** Return what is left to do, for a person to read. */
    String left() {
        return rig.ledger()
                .read(tx -> tx.queue().tickets() + "; " + tx.jobs().activeAttempts() + "; "
                        + tx.queue().slotsTaken());
    }

    @Override
    public void close() {
        rig.close();
    }
}
