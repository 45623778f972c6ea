package build.offload.kernel.status;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.CommitResult;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ProvedIdentity;
import build.offload.kernel.store.QueuePlace;
import build.offload.kernel.store.ReservationRow;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreWriter;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Fault;
import build.offload.kernel.world.SimulatedWorld;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import build.offload.spi.probe.CapabilityProbe.Finding;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A store with whatever a test puts into it; each change is one commit whose event names the job and the host it is about. */
public final class Cluster implements AutoCloseable {

    /** The id of the controller that does it all. */
    public static final String CONTROLLER = "c0ffee00-0000-4000-8000-000000000001";

    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final TestFolder folder = new TestFolder();
    private final SimulatedWorld world = SimulatedWorld.seeded(7);
    private final FaultPlan faults = new FaultPlan();
    private final Instant start = world.clock().now();
    private final SqliteBackend backend;
    private final Store store;
    private final StoreWriter writer;
    private ControllerCondition condition = new ControllerCondition(
            new LoopState(start, Optional.empty(), false, PERIOD),
            start,
            new StatusSettings(DispatchPolicy.standard(), 60),
            Optional.empty(),
            Optional.empty());

    /** Make a cluster without hosts and jobs. */
    public Cluster() {
        backend = new SqliteBackend(folder.path());
        store = backend.open(world.withRealThreads(), faults);
        writer = store.writer();
        change(
                "",
                "",
                tx -> tx.controllers().beginEpoch(CONTROLLER, world.processes().self(), now()));
    }

    @Override
    public void close() {
        store.close();
        folder.close();
    }

    /** Return the store. */
    public Store store() {
        return store;
    }

    /** Return what makes the store fail. */
    public FaultPlan faults() {
        return faults;
    }

    /** Return the present moment. */
    public Instant now() {
        return world.clock().now();
    }

    /** Return the process of the controller. */
    public ProcessIdentity controller() {
        return world.processes().self();
    }

    /** Let time pass. */
    public void advance(Duration duration) {
        world.clock().advance(duration);
    }

    /** Set the clock. */
    public void jumpTo(Instant moment) {
        world.clock().jumpTo(moment);
    }

    /** Return the settings in force. */
    public StatusSettings settings() {
        return condition.settings();
    }

    /** Return a new source, which knows nothing yet. */
    public ClusterSource source() {
        return new ClusterSource(store, world.clock(), this::condition);
    }

    /** Return a new reader of the status, which knows nothing yet. */
    public StatusReader reader() {
        return new StatusReader(source(), "tag");
    }

    /** Change the database as somebody with a shell of it would. */
    void tamper(String script) {
        backend.tamper(script);
    }

    /** Return the status as it is found from nothing. */
    public ControllerStatus status() {
        return reader().status().status();
    }

    /** Return what the controller knows of itself. */
    public ControllerCondition condition() {
        return condition;
    }

    /** Let the loop pass now. */
    public void pass(boolean failed) {
        with(new LoopState(start, Optional.of(now()), failed, PERIOD), condition.dispatchedAt());
    }

    /** Let dispatch place something now. */
    public void dispatched() {
        with(condition.loop(), now());
    }

    private void with(LoopState loop, Instant dispatchedAt) {
        condition = new ControllerCondition(
                loop, dispatchedAt, settings(), condition.configurationProblem(), condition.journal());
    }

    /** Break the configuration. */
    public void misconfigure(String problem) {
        condition = new ControllerCondition(
                condition.loop(), condition.dispatchedAt(), settings(), Optional.of(problem), condition.journal());
    }

    /** Break the journal. */
    public void breakJournal(String reason) {
        condition = new ControllerCondition(
                condition.loop(),
                condition.dispatchedAt(),
                settings(),
                condition.configurationProblem(),
                Optional.of(new Fault(reason, now())));
    }

    /** Switch dispatch off. */
    public void disable() {
        DispatchPolicy policy = settings().policy();
        goBy(new StatusSettings(
                new DispatchPolicy(
                        false,
                        policy.staleAfter(),
                        policy.overloadFactor(),
                        policy.placementsPerPass(),
                        policy.wedgeAfter()),
                60));
    }

    /** Go by other settings from now on. */
    public void goBy(StatusSettings settings) {
        condition = new ControllerCondition(
                condition.loop(),
                condition.dispatchedAt(),
                settings,
                condition.configurationProblem(),
                condition.journal());
    }

    /** Declare the desired mode. */
    public void desire(HostState mode) {
        change("", "", tx -> {
            tx.cluster().setDesired(mode);
            tx.cluster().moveRevision();
        });
    }

    /** Enrol an available builder with two slots that answers at once. */
    public HostName builder(String name) {
        return host(name, HostRole.BUILDER, false, false);
    }

    /** Enter a host. */
    public HostName host(String name, HostRole role, boolean primary, boolean enrolling) {
        HostName host = new HostName(name);
        HostRow row = new HostRow(
                new HostTarget(host, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("/srv/offload")),
                role,
                HostState.AVAILABLE,
                Optional.empty(),
                "ssh",
                identity(name),
                2,
                primary,
                enrolling,
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                HostLabels.NONE);
        change("", name, tx -> {
            tx.fleet().insert(row, now(), CONTROLLER, 1);
            tx.cluster().moveRevision();
        });
        if (!enrolling) {
            answer(host, Optional.empty());
        }
        return host;
    }

    private static HostIdentity identity(String name) {
        return new HostIdentity("machine-" + name, "boot", "/srv/offload", "runner");
    }

    /** Let a host go. */
    public void remove(HostName host) {
        change("", host.value(), tx -> tx.fleet().delete(host));
    }

    /** Let a host answer now. */
    public void answer(HostName host, Optional<HostLoad> load) {
        change("", host.value(), tx -> tx.fleet().answered(host, identity(host.value()), load, List.of(), now()));
    }

    /** Let a host not answer. */
    public void silence(HostName host) {
        change("", host.value(), tx -> tx.fleet().silent(host, now()));
    }

    /** Put a host into a state. */
    public void put(HostName host, HostState state) {
        change("", host.value(), tx -> tx.fleet().setState(host, state, Optional.of("a test wants it")));
    }

    /** Set the mode of a host's control record. */
    public void control(HostName host, HostMode mode, long version) {
        ControlRow row = new ControlRow(mode, version, OptionalLong.empty(), Optional.empty());
        change("", host.value(), tx -> tx.fleet().setControl(host, row, now()));
    }

    /** Record a finding. */
    public void find(HostName host, String command, boolean ok, Optional<String> version) {
        Finding finding =
                new Finding(command, ok, false, version, ok ? Optional.empty() : Optional.of("not installed"));
        change(
                "",
                host.value(),
                tx -> tx.fleet()
                        .setCapability(
                                host,
                                finding,
                                ProvedIdentity.of(tx.fleet().host(host).orElseThrow()),
                                now()));
    }

    /** Open a circuit. */
    public void open(HostName host, String command, CircuitRow.State state) {
        CircuitRow circuit = new CircuitRow(host, command, state, "it was not found", now());
        change("", host.value(), tx -> tx.fleet().setCircuit(circuit));
    }

    /** Close a circuit. */
    public void close(HostName host, String command) {
        change("", host.value(), tx -> tx.fleet().closeCircuit(host, command));
    }

    /** Submit a job of a process that runs. */
    public JobRow submit(String key) {
        return submit(Jobs.job(key, now()));
    }

    /** Submit a job. */
    public JobRow submit(JobRow job) {
        change(job.id().value(), "", tx -> {
            long seq = tx.queue().nextSeq();
            JobRow queued = new JobRow(job.submitted(), JobRow.Progress.queued(seq));
            tx.jobs().insert(queued, Map.of());
            tx.queue().insert(ticket(queued, seq), 1);
        });
        return read(job.id());
    }

    private TicketRow ticket(JobRow job, long seq) {
        return new TicketRow(
                job.id(),
                new QueuePlace(seq, job.submitted().at(), 0),
                TicketRow.State.WAITING,
                Optional.empty(),
                CONTROLLER);
    }

    /** Say that no host can take a job. */
    public void block(JobRow job, String missing) {
        change(
                job.id().value(),
                "",
                tx -> tx.queue().setState(job.id(), TicketRow.State.BLOCKED, Optional.of(missing)));
    }

    /** Place a job on a host. */
    public JobRow place(JobRow job, HostName host) {
        JobRow placed = job.with(job.progress().placed());
        change(job.id().value(), host.value(), tx -> {
            QueuePlace from = tx.queue().ticket(job.id()).orElseThrow().place();
            tx.queue().delete(job.id());
            tx.queue().reserve(new ReservationRow(placed.attemptId(), host, from), now(), CONTROLLER, 1);
            tx.jobs().insertAttempt(attempt(placed.attemptId(), host));
            tx.jobs().setProgress(placed);
        });
        return placed;
    }

    private AttemptRow attempt(AttemptId id, HostName host) {
        return new AttemptRow(
                id,
                host,
                Optional.empty(),
                true,
                false,
                new AttemptRow.Times(
                        now(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                new AttemptRow.Transfer(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()),
                CONTROLLER,
                1);
    }

    /** Record a job's progress. */
    public JobRow progress(JobRow job, JobRow.Progress progress) {
        JobRow next = job.with(progress);
        change(job.id().value(), "", tx -> tx.jobs().setProgress(next));
        return next;
    }

    /** Take a job with a host to its end. */
    public JobRow end(JobRow job, JobStage stage, String code) {
        JobRow ended = job.with(job.progress().ended(stage, JobRow.Ending.of(code, "it is over", now())));
        change(job.id().value(), "", tx -> {
            tx.jobs().setProgress(ended);
            tx.jobs().ended(job.attemptId(), now());
            tx.queue().release(job.attemptId());
        });
        return ended;
    }

    /** Put a job back into the queue. */
    public JobRow requeue(JobRow job) {
        JobRow queued = job.with(job.progress().requeued());
        change(job.id().value(), "", tx -> {
            tx.jobs().ended(job.attemptId(), now());
            tx.queue().release(job.attemptId());
            tx.jobs().setProgress(queued);
            tx.queue().insert(ticket(queued, tx.queue().nextSeq()), 1);
        });
        return queued;
    }

    /** Return a job as it is stored. */
    public JobRow read(JobId id) {
        return store.read(tx -> tx.jobs().job(id)).orElseThrow();
    }

    /** Commit a change with an event about a job and a host; either may be empty. */
    public void change(String job, String host, Consumer<WriteTransaction> change) {
        WriteTransaction tx = writer.begin();
        change.accept(tx);
        tx.events().append(event(tx.cluster().revision(), job, host));
        if (!(writer.commit() instanceof CommitResult.Committed)) {
            throw new IllegalStateException("not committed");
        }
    }

    /** Delete every event but the newest. */
    public void forgetEvents() {
        backend.tamper("UPDATE retention SET events_kept_from = (SELECT MAX(seq) FROM event);"
                + "DELETE FROM event WHERE seq < (SELECT MAX(seq) FROM event)");
    }

    /** Commit a change and tell nobody. */
    public void changeInSilence(Consumer<WriteTransaction> change) {
        WriteTransaction tx = writer.begin();
        change.accept(tx);
        if (!(writer.commit() instanceof CommitResult.Committed)) {
            throw new IllegalStateException("not committed");
        }
    }

    private EventView event(long revision, String job, String host) {
        return new EventView(
                0,
                revision,
                "tested",
                "test",
                now(),
                job,
                "",
                host,
                "",
                0,
                "controller",
                "test",
                OptionalInt.empty(),
                0,
                Map.of());
    }

    /** Return the hosts of a status by state. */
    static List<String> states(ControllerStatus status) {
        return status.hosts().entrySet().stream()
                .map(host -> host.getKey() + "=" + host.getValue().state())
                .toList();
    }
}
