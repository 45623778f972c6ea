package build.offload.kernel.rig;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the store says at this moment. */
public final class Ledger {

    private static final int ALL = 100_000;

    private final Store store;

    Ledger(Store store) {
        this.store = store;
    }

    /** Read something. */
    public <T> T read(Function<ReadTransaction, T> function) {
        return store.read(function);
    }

    /** Return the revision. */
    public long revision() {
        return read(tx -> tx.cluster().revision());
    }

    /** Return a job. */
    public JobRow job(JobId id) {
        return read(tx -> tx.jobs().job(id)).orElseThrow();
    }

    /** Return a job's stage. */
    public JobStage stage(JobId id) {
        return job(id).progress().stage();
    }

    /** Return the code of why a job ended; empty while it has not. */
    public String why(JobId id) {
        return job(id).progress().ending().map(JobRow.Ending::code).orElse("");
    }

    /** Return how many attempts a job has had. */
    public int attempts(JobId id) {
        return job(id).progress().attempt();
    }

    /** Return a job's latest attempt. */
    public AttemptRow attempt(JobId id) {
        return attempt(id, attempts(id));
    }

    /** Return one of a job's attempts. */
    public AttemptRow attempt(JobId id, int number) {
        return read(tx -> tx.jobs().attempt(new AttemptId(id, number))).orElseThrow();
    }

    /** Return what stood in the way of a job's publication. */
    public List<ConflictRow> conflicts(JobId id) {
        return read(tx -> tx.jobs().conflicts(id));
    }

    /** Return a job's ticket. */
    public Optional<TicketRow> ticket(JobId id) {
        return read(tx -> tx.queue().ticket(id));
    }

    /** Return a host. */
    public HostRow host(String name) {
        return read(tx -> tx.fleet().host(new HostName(name))).orElseThrow();
    }

    /** Return a host's state. */
    public HostState state(String name) {
        return host(name).state();
    }

    /** Return a host's control record. */
    public ControlRow control(String name) {
        return read(tx -> tx.fleet().control(new HostName(name)));
    }

    /** Return a circuit, unless it is closed. */
    public Optional<CircuitRow> circuit(String host, String command) {
        return read(tx -> tx.fleet().circuit(new HostName(host), command));
    }

    /** Return the slots taken on a host. */
    public int slots(String name) {
        return read(tx -> tx.queue().slotsTaken(new HostName(name)));
    }

    /** Return every event, oldest first. */
    public List<EventView> events() {
        return read(tx -> tx.events().after(0, ALL));
    }

    /** Return the events after a number. */
    public List<EventView> eventsAfter(long seq) {
        return read(tx -> tx.events().after(seq, ALL));
    }

    /** Return a job's events as {@code type/reason}, oldest first. */
    public List<String> story(JobId id) {
        return read(tx -> tx.events().ofJob(id.value(), 0, ALL)).stream()
                .map(Ledger::word)
                .toList();
    }

    /** Return an event as {@code type/reason}. */
    public static String word(EventView event) {
        return event.type() + "/" + event.reason();
    }
}
