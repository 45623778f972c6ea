package build.offload.kernel.transition;

import static build.offload.kernel.transition.PipelineRig.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreBackend;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.world.World;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.EventView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The pipeline with real threads, on any database: its start, its end, and many callers at once. */
abstract class PipelineLifeContract {

    private PipelineRig rig;

    /** Return the database, empty. */
    abstract StoreBackend backend();

    @BeforeEach
    void open() {
        rig = new PipelineRig(backend());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    @Tag("B51")
    void manyCallersAtOnceAllCommitWhileAReaderHoldsItsSnapshot() throws Exception {
        manyCallersAtOnce(16, 25);
    }

    @Test
    @Tag("B51")
    @Tag("campaign")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void veryManyCallersAtOnceAllCommitWhileAReaderHoldsItsSnapshot() throws Exception {
        manyCallersAtOnce(16, 200);
    }

    private void manyCallersAtOnce(int threads, int each) throws Exception {
        int all = threads * each;
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        World world = rig.sim.withRealThreads();
        try (Store other = rig.backend.open(world, new FaultPlan());
                ExecutorService callers = Executors.newFixedThreadPool(threads + 1)) {
            Thread writer = Thread.ofPlatform().start(rig.pipeline::run);
            Future<Long> held = callers.submit(() -> other.read(tx -> heldUntil(tx, reading, written)));
            reading.await();
            List<Outcome> outcomes = all(callers, threads, each);
            written.countDown();
            rig.pipeline.stop();
            writer.join();

            assertThat(outcomes)
                    .hasSize(all)
                    .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Committed.class));
            assertThat(held.get()).as("the reader's revision, before and after").isZero();
        }
        assertThat(rig.revision()).isEqualTo(all);
        assertThat(rig.intentStates()).hasSize(all).containsOnly(Intent.State.APPLIED);
        assertThat(rig.events())
                .extracting(EventView::seq)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(2, all + 1L).boxed().toList());
    }

    private static long heldUntil(ReadTransaction tx, CountDownLatch reading, CountDownLatch written) {
        long before = tx.cluster().revision();
        reading.countDown();
        try {
            written.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return before + tx.cluster().revision();
    }

    private List<Outcome> all(ExecutorService callers, int count, int each) throws Exception {
        List<Callable<List<Outcome>>> work = new ArrayList<>();
        for (int caller = 0; caller < count; caller++) {
            String prefix = "caller-" + caller + "-";
            work.add(() -> one(rig.pipeline, prefix, each));
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Future<List<Outcome>> result : callers.invokeAll(work)) {
            outcomes.addAll(result.get());
        }
        return outcomes;
    }

    private static List<Outcome> one(Pipeline pipeline, String prefix, int count) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            outcomes.add(pipeline.submit(keyed(prefix + i, prefix + i)).join());
        }
        return outcomes;
    }

    @Test
    @Tag("B60")
    void ofFiftyAtOnceWithOneKeyOneCommitsAndAllGetItsAnswer() throws Exception {
        int count = 50;
        try (ExecutorService callers = Executors.newFixedThreadPool(count)) {
            Thread writer = Thread.ofPlatform().start(rig.pipeline::run);
            List<Callable<Outcome>> same = Collections.nCopies(
                    count, () -> rig.pipeline.submit(keyed("a", "key-1")).join());
            List<String> bodies = new ArrayList<>();
            for (Future<Outcome> answer : callers.invokeAll(same)) {
                bodies.add(new String(((Outcome.Committed) answer.get()).body(), StandardCharsets.UTF_8));
            }
            rig.pipeline.stop();
            writer.join();

            assertThat(bodies).hasSize(count);
            assertThat(Set.copyOf(bodies)).hasSize(1);
        }
        assertThat(rig.revision()).isEqualTo(1);
        assertThat(rig.events()).hasSize(1);
        assertThat(rig.keptAnswers()).isEqualTo(1);
    }

    @Test
    void twoControllersOnOneStoreTakeTurns() throws Exception {
        World world = rig.sim.withRealThreads();
        try (Store other = rig.backend.open(world, new FaultPlan());
                ExecutorService callers = Executors.newFixedThreadPool(2)) {
            Pipeline second = new Pipeline(
                    Registration.open(other, "controller-2", world),
                    rig.steps,
                    world,
                    rig.redactor,
                    PipelineSettings.defaults());
            Thread firstWriter = Thread.ofPlatform().start(rig.pipeline::run);
            Thread secondWriter = Thread.ofPlatform().start(second::run);
            Future<List<Outcome>> one = callers.submit(() -> one(rig.pipeline, "one-", 100));
            Future<List<Outcome>> two = callers.submit(() -> one(second, "two-", 100));

            assertThat(one.get()).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Committed.class));
            assertThat(two.get()).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Committed.class));
            rig.pipeline.stop();
            second.stop();
            firstWriter.join();
            secondWriter.join();
        }
        assertThat(rig.revision()).isEqualTo(200);
        assertThat(rig.intentStates()).hasSize(200).containsOnly(Intent.State.APPLIED);
        assertThat(rig.events()).hasSize(200);
    }

    @Test
    void stoppingFinishesWhatWasAdmittedAndTurnsAwayTheRest() throws Exception {
        CompletableFuture<Outcome> admitted = rig.pipeline.submit(keyed("a", "key-1"));

        rig.pipeline.stop();

        assertThat(admitted).isCompletedWithValueMatching(outcome -> outcome instanceof Outcome.Committed);
        assertThat(rig.pipeline.submit(keyed("b", "key-2")))
                .isCompletedWithValue(new Outcome.Busy(rig.settings.retryAfter()));
    }

    @Test
    void loopEndsWhenItIsStopped() throws Exception {
        Thread writer = Thread.ofPlatform().start(rig.pipeline::run);
        CompletableFuture<Outcome> admitted = rig.pipeline.submit(keyed("a", "key-1"));

        rig.pipeline.stop();
        writer.join();

        assertThat(admitted).isCompletedWithValueMatching(outcome -> outcome instanceof Outcome.Committed);
    }

    @Test
    void deathOfTheWriterLeavesNobodyWaiting() {
        rig.steps.script("fatal", new FatalStep());
        CompletableFuture<Outcome> fatal = rig.pipeline.submit(keyed("fatal", "key-1"));

        assertThatThrownBy(rig.pipeline::run).isInstanceOf(OutOfMemoryError.class);

        assertThat(fatal).isCompletedWithValue(new Outcome.OutcomeUnknown());
        assertThat(rig.pipeline.submit(keyed("a", "key-2")).join()).isInstanceOf(Outcome.Busy.class);
        assertThat(rig.pipeline.journalFault())
                .map(Fault::reason)
                .hasValueSatisfying(reason -> assertThat(reason).contains("the writer died"));
        assertThat(rig.done("fatal")).isFalse();
    }

    private record FatalStep() implements Step {
        @Override
        public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
            return Optional.empty();
        }

        @Override
        public Effect apply(WriteTransaction tx, Facts facts) {
            new ScriptedSteps.Trace("fatal", true).apply(tx, facts);
            throw new OutOfMemoryError("simulated");
        }
    }

    @Test
    void eventsOfAnInternalStepNameItsActor() {
        rig.ask(Request.internal(ScriptedSteps.named("a"), "controller"));

        assertThat(rig.events()).extracting(EventView::actor).containsExactly("controller");
        assertThat(NewEvent.of("t", "s", "r").data(Map.of("k", "v")).data()).isEqualTo(Map.of("k", "v"));
    }
}
