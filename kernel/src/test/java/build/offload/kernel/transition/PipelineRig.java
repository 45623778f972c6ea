package build.offload.kernel.transition;

import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.ResumePoint;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreBackend;
import build.offload.kernel.world.SimulatedWorld;
import build.offload.spi.frontend.EventView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A pipeline over one database, stepped by the test; the world and the faults outlive a restart, the controller does not. */
final class PipelineRig implements AutoCloseable {

    static final String CONTROLLER = "controller-1";

    final SimulatedWorld sim = SimulatedWorld.seeded(1);
    final FaultPlan faults = new FaultPlan();
    final ScriptedSteps steps = new ScriptedSteps();
    final Redactor redactor = new Redactor();
    final PipelineSettings settings;
    final StoreBackend backend;
    Store store;
    Registration registration;
    Pipeline pipeline;

    PipelineRig(StoreBackend backend, PipelineSettings settings) {
        this.backend = backend;
        this.settings = settings;
        this.store = backend.open(sim.world(), faults);
        this.registration = Registration.open(store, CONTROLLER, sim.world());
        this.pipeline = newPipeline();
    }

    PipelineRig(StoreBackend backend) {
        this(backend, PipelineSettings.defaults());
    }

    private Pipeline newPipeline() {
        return new Pipeline(registration, steps, sim.world(), redactor, settings);
    }

    /** Start the controller again, on the same database. */
    void restart() {
        store.close();
        store = backend.open(sim.world(), faults);
        registration = Registration.open(store, CONTROLLER, sim.world());
        pipeline = newPipeline();
    }

    /** Ask for the step of a name with a key, resting on a revision. */
    static Request verb(String name, String key, long expectedRevision) {
        return request(name, key, OptionalLong.of(expectedRevision));
    }

    /** Ask for the step of a name with a key, resting on no revision. */
    static Request keyed(String name, String key) {
        return request(name, key, OptionalLong.empty());
    }

    private static Request request(String name, String key, OptionalLong expectedRevision) {
        return new Request(new Wish.Change(ScriptedSteps.named(name)), Optional.of(key), expectedRevision, "operator");
    }

    /** Submit one request, process it, and return its outcome. */
    Outcome ask(Request request) {
        return askAll(request).getFirst();
    }

    /** Submit requests into one batch, process it, and return their outcomes in order. */
    List<Outcome> askAll(Request... requests) {
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (Request request : requests) {
            answers.add(pipeline.submit(request));
        }
        pipeline.step();
        return answers.stream().map(PipelineRig::answered).toList();
    }

    /** Return an answer that must be there by now. */
    static Outcome answered(CompletableFuture<Outcome> answer) {
        if (!answer.isDone()) {
            throw new AssertionError("not answered");
        }
        return answer.join();
    }

    <T> T read(Function<ReadTransaction, T> function) {
        return store.read(function);
    }

    long revision() {
        return read(tx -> tx.cluster().revision());
    }

    long keptAnswers() {
        return read(tx -> tx.replays().count());
    }

    Optional<ResumePoint> resumePoint(String projection) {
        return read(tx -> tx.projections().find(projection));
    }

    boolean done(String name) {
        return read(tx -> ScriptedSteps.done(tx, name));
    }

    List<Intent> intents() {
        return read(tx -> tx.intents().after(0, 10_000));
    }

    List<Intent.State> intentStates() {
        return intents().stream().map(Intent::state).toList();
    }

    /** Return the events of steps, without those about the controller's start. */
    List<EventView> events() {
        return read(tx -> tx.events().after(0, 10_000)).stream()
                .filter(event -> !event.type().equals("controller-started"))
                .toList();
    }

    @Override
    public void close() {
        store.close();
    }
}
