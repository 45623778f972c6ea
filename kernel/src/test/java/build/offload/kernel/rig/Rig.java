package build.offload.kernel.rig;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.Planner;
import build.offload.kernel.reconcile.AttemptFiles;
import build.offload.kernel.reconcile.Reconciler;
import build.offload.kernel.snapshot.GenerationRule;
import build.offload.kernel.snapshot.Mirror;
import build.offload.kernel.snapshot.Snapshot;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.GateRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ResumePoint;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Request;
import build.offload.kernel.transition.Submission;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.kernel.transition.Wish;
import build.offload.kernel.transition.WorkstationSeen;
import build.offload.kernel.world.FixedProcessTable;
import build.offload.kernel.world.ManualClock;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.OperatorCall.HostOptions;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.HostGate;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * A whole controller on the caller's thread: a real store, the real pipeline, rules, loops and mirrors, over a clock that
 * stands still and hosts that do what a test says. Nothing happens but what is called: {@link #tick} is one pass of the loops
 * and all that it starts.
 *
 * <p>A controller can die and be started again; its surroundings go on.
 */
public final class Rig implements AutoCloseable {

    /** The lasting id of the controller. */
    public static final String CONTROLLER = "controller-1";

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final int PATIENCE = 200;

    private final Path folder;
    private final Surroundings around;
    private final RigSettings settings;
    private final Checkout checkout;
    private final Invariants invariants = new Invariants();
    private ControllerLife life;
    private Ledger ledger;
    private Optional<Captured> captured = Optional.empty();

    private record Captured(long changes, Snapshot snapshot) {}

    /** Start a controller in a folder. */
    public Rig(Path folder, RigSettings settings) {
        this.folder = folder;
        this.settings = settings;
        this.around = Surroundings.seeded(1);
        this.checkout = new Checkout(
                real(folder).resolve("project"), settings.parts().capturing().needsGit());
        checkout.write("src/main.c", "int main(void) { return 0; }\n");
        this.life = new ControllerLife(folder, around, settings);
        this.ledger = new Ledger(life.store());
    }

    /** Start a controller in a folder, with the settings that hold where nothing is configured. */
    public Rig(Path folder) {
        this(folder, RigSettings.standard());
    }

    /** Return the folder of the controller's state, the checkout and everything else. */
    public Path folder() {
        return folder;
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Start the controller again: what it had in memory is lost, what it stored is not. */
    public void restart() {
        around.lanes().forget();
        around.faults().heal();
        life.close();
        captured = Optional.empty();
        life = new ControllerLife(folder, around, settings);
        ledger = new Ledger(life.store());
    }

    /** Pass once, with everything that the pass starts. */
    public void tick() {
        pass();
        around.lanes().drain();
        ledger.read(tx -> {
            invariants.check(tx);
            return tx;
        });
    }

    /**
     * Pass again and again for as long as something moves, as the loops' driver does, and return how often that was; throws
     * when the loops do not come to rest at all.
     */
    public int settle() {
        for (int passes = 1; passes <= PATIENCE; passes++) {
            life.takeMoved();
            tick();
            if (!life.takeMoved()) {
                return passes;
            }
        }
        throw new AssertionError("the loops do not come to rest; the last events were " + lastEvents());
    }

    /** Pass once, and leave what the pass starts waiting in {@link #lanes}. */
    public void pass() {
        life.reconciler().tick(around.sim().clock().now());
    }

    /** Return what a dispatch pass would do now, with at most so many placements. */
    public PlaceTickets plan(int limit) {
        DispatchPolicy policy = settings.dispatch();
        DispatchPolicy bounded = new DispatchPolicy(
                policy.enabled(), policy.staleAfter(), policy.overloadFactor(), limit, policy.wedgeAfter());
        return life.store()
                .read(tx -> new Planner(new Planner.Self(CONTROLLER, processes().machineId()))
                        .plan(tx, clock().now(), bounded))
                .orElseGet(() -> new PlaceTickets(List.of(), List.of()));
    }

    /** Return whether something moved since the last call, so that the loops' driver would pass again at once. */
    public boolean takeMoved() {
        return life.takeMoved();
    }

    /** Return when what belongs to owners that are gone was last released without a failure. */
    public Optional<Instant> reapedAt() {
        return life.reconciler().reapedAt();
    }

    /** Return when the last pass ended, and whether all of it went well. */
    public Optional<Reconciler.Pass> lastPass() {
        return life.reconciler().lastPass();
    }

    /** Let time pass, and then pass once. */
    public void advance(Duration time) {
        around.sim().clock().advance(time);
        tick();
    }

    /** Let time pass second by second, a pass at each. */
    public void advanceBySeconds(long seconds) {
        for (long i = 0; i < seconds; i++) {
            advance(STEP);
        }
    }

    /** Pass at each second until something is so; throws when it takes too long. */
    public void until(String what, BooleanSupplier condition) {
        for (int i = 0; i < PATIENCE; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            advance(STEP);
        }
        throw new AssertionError("never came true: " + what + "; the last events were " + lastEvents());
    }

    private String lastEvents() {
        return ledger.events().reversed().stream()
                .limit(10)
                .map(Ledger::word)
                .toList()
                .reversed()
                .toString();
    }

    /** Pass at each second until a job is at a stage. */
    public void until(JobId job, JobStage stage) {
        until("job " + stage, () -> ledger.stage(job) == stage);
    }

    /** Pass at each second until a host is in a state. */
    public void until(String host, HostState state) {
        until(host + " " + state, () -> ledger.state(host) == state);
    }

    /** Enrol a host and look at it until it takes jobs. */
    public ScriptedHost enrolled(String name, int slots) {
        committed(enrol(name, slots));
        until(name, HostState.AVAILABLE);
        return host(name);
    }

    /** Enrol a host. */
    public Outcome enrol(String name, int slots) {
        return ask(new Transition.EnrolHost(
                bare(name),
                ScriptedExecutor.NAME,
                new HostOptions(slots, false, false),
                host(name).identity()));
    }

    private static HostTarget bare(String name) {
        return new HostTarget(
                new HostName(name), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Return what a host says of itself. */
    public HostIdentity hostIdentity(String name) {
        return host(name).identity();
    }

    /** Enter this machine as the workstation. */
    public void enterWorkstation(String name) {
        committed(ask(new WorkstationSeen(new HostName(name), new HostIdentity("this-machine", "boot-1", "", "1"))));
    }

    /** Enter this machine as the workstation that it is. */
    public ScriptedHost ownWorkstation(String name) {
        ScriptedHost laptop = host(name).isReplacedBy(processes().machineId());
        committed(ask(new WorkstationSeen(new HostName(name), laptop.identity())));
        return laptop;
    }

    /** Take in a look at a host that finds all gates green, or one red. */
    public Answered observed(String name, Optional<String> redGate) {
        return observed(name, ledger.control(name).version(), redGate);
    }

    /** Take in a look at a host that began when its control record was at a version. */
    public Answered observed(String name, long controlVersion, Optional<String> redGate) {
        ScriptedHost host = host(name);
        HostTarget target = ledger.<Optional<HostRow>>read(tx -> tx.fleet().host(new HostName(name)))
                .map(HostRow::target)
                .orElseGet(() -> bare(name));
        return answered(new Transition.HostObserved(
                target, controlVersion, host.identity(), host.findings(), host.load(), gates(redGate)));
    }

    private static List<GateRow> gates(Optional<String> red) {
        return red.map(text -> text.split(": ", 2))
                .map(words ->
                        List.of(new GateRow(HostGate.valueOf(words[0].toUpperCase(Locale.ROOT)), false, words[1])))
                .orElse(List.of());
    }

    /** Submit a build of the checkout as it stands, which must be taken. */
    public JobId submit(Order order) {
        Submission submission = capture(order);
        committed(ask(new Transition.SubmitJob(submission)));
        return submission.id();
    }

    /** Submit the build of {@link Order#named(String)}. */
    public JobId submit(String key) {
        return submit(Order.named(key));
    }

    /** Capture the checkout for a build, as a submission does. */
    public Submission capture(Order order) {
        try {
            Mirror mirror = life.mirrors()
                    .open(
                            settings.parts()
                                    .capturing()
                                    .idOf(around.sim().processes().machineId(), checkout.folder()),
                            checkout.folder());
            Map<OutputPath, FileStamp> placed = new TreeMap<>();
            ledger.read(tx -> tx.jobs().promotedInto(mirror.id()))
                    .forEach((path, file) -> placed.put(path, file.stamp()));
            Snapshot snapshot = snapshot(mirror);
            Submission submission = new Submission(
                    order.key(),
                    mirror.id(),
                    checkout.folder().toString(),
                    "",
                    order.build(),
                    snapshot.tree(),
                    snapshot.emptyFolders(),
                    mirror.generation(snapshot, new GenerationRule(order.build().outputs(), placed)),
                    mirror.stampOutputs(order.build().outputs()),
                    order.owner().orElse(around.sim().processes().self()),
                    order.owner().isEmpty());
            mirror.pin(submission.id(), snapshot);
            return submission;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Git is asked again only when something was written. */
    private Snapshot snapshot(Mirror mirror) throws IOException {
        long changes = checkout.changes() + around.publication().finished().size();
        if (captured.isEmpty() || captured.get().changes() != changes) {
            captured = Optional.of(new Captured(changes, mirror.capture()));
        }
        return captured.get().snapshot();
    }

    /** Ask for a transition under no key and on no revision, as an operator. */
    public Outcome ask(Transition transition) {
        return ask(transition, Optional.empty(), OptionalLong.empty());
    }

    /** Ask for transitions in one batch, in this order, and return what came of each. */
    public List<Outcome> askInOneBatch(List<Transition> transitions) {
        return life.askAll(transitions.stream()
                .map(transition -> request(transition, Optional.empty(), OptionalLong.empty()))
                .toList());
    }

    /** Ask for a transition under no key and on no revision, and return what it did. */
    public Answered answered(Transition transition) {
        long seq = ledger.read(tx -> tx.events().lastSeq());
        long revision = ledger.revision();
        Outcome outcome = ask(transition);
        return new Answered(outcome, ledger.eventsAfter(seq), ledger.revision() - revision);
    }

    /** Ask for a transition, as an operator. */
    public Outcome ask(Transition transition, Optional<String> key, OptionalLong expectedRevision) {
        return life.ask(request(transition, key, expectedRevision));
    }

    /** Return the request that {@link #ask} would make. */
    public static Request request(Transition transition, Optional<String> key, OptionalLong expectedRevision) {
        return new Request(new Wish.Change(transition), key, expectedRevision, "operator");
    }

    /** Have the store know that the file of events was written up to a number. */
    public void projectedUpTo(long seq) {
        life.pipeline().resumePoints().save("events.jsonl", new ResumePoint("events.jsonl", 0, seq));
        life.pipeline().step();
    }

    /** Return a committed outcome's result; throws for any other outcome. */
    public static Outcome.Committed committed(Outcome outcome) {
        if (outcome instanceof Outcome.Committed committed) {
            return committed;
        }
        throw new AssertionError("not committed: " + outcome);
    }

    /** Return a host, which is there whether or not it is enrolled. */
    public ScriptedHost host(String name) {
        return around.executor().host(name);
    }

    /** Return how outputs get into the checkout. */
    public ScriptedPublication publication() {
        return around.publication();
    }

    /** Return the developer's checkout. */
    public Checkout checkout() {
        return checkout;
    }

    /** Return what the store says. */
    public Ledger ledger() {
        return ledger;
    }

    /** Return where logs and staging are. */
    public AttemptFiles files() {
        return life.files();
    }

    /** Return what the last pass started and has not been run yet. */
    public LaneQueue lanes() {
        return around.lanes();
    }

    /** Return the clock. */
    public ManualClock clock() {
        return around.sim().clock();
    }

    /** Return the processes of the controller's machine. */
    public FixedProcessTable processes() {
        return around.sim().processes();
    }

    /** Return the faults of the store. */
    public FaultPlan faults() {
        return around.faults();
    }

    @Override
    public void close() {
        life.close();
    }
}
