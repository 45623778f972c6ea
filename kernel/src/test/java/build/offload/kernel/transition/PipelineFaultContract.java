package build.offload.kernel.transition;

import static build.offload.kernel.transition.PipelineRig.keyed;
import static build.offload.kernel.transition.PipelineRig.verb;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.store.FaultPlan.Crash;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.ResumePoint;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreBackend;
import build.offload.kernel.store.WriteTransaction;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.EventView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What callers are told, and what is true, when the database fails, on any database. */
abstract class PipelineFaultContract {

    /** Statements that only the transaction of this name runs. */
    private static final String JOURNAL = "INSERT INTO intent";

    private static final String EFFECT = "INSERT INTO event";

    private PipelineRig rig;

    /** Return the database, empty. */
    abstract StoreBackend backend();

    @BeforeEach
    void open() {
        rig = new PipelineRig(backend());
    }

    @AfterEach
    void close() {
        rig.faults.heal();
        rig.close();
    }

    @Test
    @Tag("B61")
    void unwritableJournalRefusesEverybodyAndNothingHappens() {
        rig.faults.fail(Point.STATEMENT, JOURNAL, 1);

        List<Outcome> outcomes = rig.askAll(keyed("a", "key-1"), keyed("b", "key-2"));

        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.AuditUnavailable.class));
        assertThat(((Outcome.AuditUnavailable) outcomes.getFirst()).reason()).contains("storage-full");
        assertThat(rig.revision()).isZero();
        assertThat(rig.intents()).isEmpty();
        assertThat(rig.events()).isEmpty();
        assertThat(committed(rig.ask(keyed("a", "key-1"))).replayed())
                .as("the key stayed free")
                .isFalse();
    }

    @Test
    @Tag("B61")
    void faultOfTheJournalIsShownWithItsBeginningUntilTheNextIntentIsWritten() {
        Instant since = rig.sim.clock().now();
        rig.faults.fail(Point.STATEMENT, JOURNAL, 2);
        assertThat(rig.pipeline.journalFault()).isEmpty();

        rig.ask(keyed("a", "key-1"));
        rig.sim.clock().advance(Duration.ofMinutes(5));
        rig.ask(keyed("a", "key-2"));

        assertThat(rig.pipeline.journalFault()).map(Fault::since).contains(since);
        rig.ask(keyed("a", "key-3"));
        assertThat(rig.pipeline.journalFault()).isEmpty();
    }

    @Test
    @Tag("B61")
    void journalThatCanBeWrittenAgainIsNoticedThoughNobodyAsksForAnything() {
        rig.faults.fail(Point.STATEMENT, JOURNAL, 2);
        rig.ask(keyed("a", "key-1"));

        rig.pipeline.tryJournal();
        rig.pipeline.step();
        assertThat(rig.pipeline.journalFault()).as("it still cannot be written").isPresent();

        rig.pipeline.tryJournal();
        rig.pipeline.step();
        assertThat(rig.pipeline.journalFault()).isEmpty();
        assertThat(rig.intents()).isEmpty();
        assertThat(rig.events()).isEmpty();
    }

    @Test
    void decidedRequestsAreAnsweredWhileTheJournalIsBroken() {
        Outcome.Committed first = committed(rig.ask(verb("a", "key-1", 0)));
        rig.faults.fail(Point.STATEMENT, JOURNAL, 1);

        List<Outcome> outcomes =
                rig.askAll(verb("a", "key-1", 0), verb("b", "key-2", 0), verb("a", "key-3", 1), verb("c", "key-4", 1));

        assertThat(committed(outcomes.get(0)).body()).isEqualTo(first.body());
        assertThat(outcomes.get(1)).isEqualTo(new Outcome.Stale(1));
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.Refused.class);
        assertThat(outcomes.get(3)).isInstanceOf(Outcome.AuditUnavailable.class);
    }

    @Test
    void unreadableStoreCountsAsAnUnwritableJournal() {
        rig.faults.fail(Point.STATEMENT, "SELECT revision", 1);

        Outcome outcome = rig.ask(keyed("a", "key-1"));

        assertThat(outcome).isInstanceOf(Outcome.AuditUnavailable.class);
        assertThat(rig.pipeline.journalFault()).isPresent();
        assertThat(committed(rig.ask(keyed("a", "key-1"))).revision()).isEqualTo(1);
    }

    @Test
    void lockedJournalRefusesAndRecovers() {
        rig.faults.fail(Point.BEGIN, "", 1);

        assertThat(rig.ask(keyed("a", "key-1"))).isInstanceOf(Outcome.AuditUnavailable.class);
        assertThat(committed(rig.ask(keyed("a", "key-1"))).revision()).isEqualTo(1);
    }

    @Test
    void intentWhoseAcknowledgementWasLostIsClosedAsAbandonedBeforeTheNextBatch() {
        rig.faults.fail(Point.ACKNOWLEDGEMENT_LOST, JOURNAL, 1);

        assertThat(rig.ask(keyed("a", "key-1"))).isInstanceOf(Outcome.AuditUnavailable.class);
        assertThat(rig.intentStates()).containsExactly(Intent.State.OPEN);
        assertThat(rig.done("a")).isFalse();

        rig.ask(keyed("a", "key-1"));
        assertThat(rig.intentStates()).containsExactly(Intent.State.ABANDONED, Intent.State.APPLIED);
    }

    @Test
    @Tag("B51")
    void refusedCommitIsRunAgainFromItsReads() {
        AtomicInteger runs = new AtomicInteger();
        ScriptedSteps.Trace trace = new ScriptedSteps.Trace("a", true);
        rig.steps.script("a", new CountedStep(trace, runs));
        rig.faults.fail(Point.COMMIT_REFUSED, EFFECT, 2);

        List<Outcome> outcomes = rig.askAll(keyed("a", "key-1"), keyed("b", "key-2"));

        assertThat(outcomes).allSatisfy(PipelineFaultContract::committed);
        assertThat(runs).hasValue(3);
        assertThat(rig.revision()).isEqualTo(2);
        assertThat(rig.events()).hasSize(2);
        assertThat(rig.intentStates()).containsOnly(Intent.State.APPLIED);
    }

    @Test
    @Tag("B51")
    void lockHeldBySomebodyElseIsWaitedForAgain() {
        rig.faults.failAfter(Point.BEGIN, 1, 2);

        assertThat(committed(rig.ask(keyed("a", "key-1"))).revision()).isEqualTo(1);
        assertThat(rig.intentStates()).containsExactly(Intent.State.APPLIED);
    }

    @Test
    void failureOfTheWholeTransactionIsNobodysRefusal() {
        rig.faults.fail(Point.STATEMENT, "INSERT INTO replay", 1);

        List<Outcome> outcomes = rig.askAll(keyed("a", "key-1"), keyed("b", "key-2"));

        assertThat(outcomes).allSatisfy(PipelineFaultContract::committed);
        assertThat(rig.revision()).isEqualTo(2);
        assertThat(rig.events()).extracting(EventView::seq).containsExactly(2L, 3L);
    }

    @Test
    void commitRefusedThreeTimesIsBusyAndNothingHasHappened() {
        rig.faults.fail(Point.COMMIT_REFUSED, EFFECT, 3);

        Outcome outcome = rig.ask(keyed("a", "key-1"));

        assertThat(outcome).isEqualTo(new Outcome.Busy(rig.settings.retryAfter()));
        assertThat(rig.revision()).isZero();
        assertThat(rig.done("a")).isFalse();
        assertThat(committed(rig.ask(keyed("a", "key-1"))).revision()).isEqualTo(1);
        assertThat(rig.intentStates()).containsExactly(Intent.State.ABANDONED, Intent.State.APPLIED);
    }

    @Test
    void lostAcknowledgementIsToldToEverybodyAndTheSameKeySettlesIt() {
        rig.faults.fail(Point.ACKNOWLEDGEMENT_LOST, EFFECT, 1);

        List<Outcome> outcomes = rig.askAll(verb("a", "key-1", 0), keyed("b", "key-2"));

        assertThat(outcomes).containsOnly(new Outcome.OutcomeUnknown());
        assertThat(rig.intentStates()).containsOnly(Intent.State.APPLIED);
        Outcome.Committed settled = committed(rig.ask(verb("a", "key-1", 0)));
        assertThat(settled.replayed()).isTrue();
        assertThat(settled.revision()).isEqualTo(1);
        assertThat(rig.events()).hasSize(2);
    }

    @Test
    void commitLostOnItsWayIsUnknownTooAndTheSameKeyDoesItOnce() {
        rig.faults.fail(Point.COMMIT_LOST, EFFECT, 1);

        assertThat(rig.ask(verb("a", "key-1", 0))).isEqualTo(new Outcome.OutcomeUnknown());
        assertThat(rig.done("a")).isFalse();

        assertThat(committed(rig.ask(verb("a", "key-1", 0))).replayed()).isFalse();
        assertThat(rig.intentStates()).containsExactly(Intent.State.ABANDONED, Intent.State.APPLIED);
        assertThat(rig.revision()).isEqualTo(1);
    }

    @Test
    void nothingCommitsWhoseIntentIsNoLongerOpen() {
        rig.steps.script(
                "a",
                new MeddlingStep(
                        "a",
                        tx -> tx.intents()
                                .abandon(
                                        PipelineRig.CONTROLLER,
                                        1,
                                        "taken-for-dead",
                                        rig.sim.clock().now())));

        Outcome outcome = rig.ask(keyed("a", "key-1"));

        assertThat(outcome).isInstanceOf(Outcome.Busy.class);
        assertThat(rig.done("a")).isFalse();
        assertThat(rig.revision()).isZero();
        assertThat(rig.events()).isEmpty();
        assertThat(rig.keptAnswers()).isZero();
    }

    @Test
    void intentLeftOpenByACrashIsClosedOnStart() {
        rig.ask(keyed("a", "key-1"));
        rig.steps.script("b", new MeddlingStep("b", tx -> {
            throw new Crash("while applying");
        }));
        assertThatThrownBy(() -> rig.ask(keyed("b", "key-2"))).isInstanceOf(Crash.class);
        assertThat(rig.intentStates()).containsExactly(Intent.State.APPLIED, Intent.State.OPEN);

        rig.restart();

        assertThat(rig.intentStates()).containsExactly(Intent.State.APPLIED, Intent.State.ABANDONED);
        assertThat(rig.registration.epoch()).isEqualTo(2);
        assertThat(rig.done("b")).isFalse();
    }

    @Test
    @Tag("B60")
    void crashAnywhereLeavesAStateOfSomeRevisionThatTheJournalAgreesWith() {
        List<String> torn = new ArrayList<>();
        int point = 0;
        while (crashesAt(point)) {
            rig.restart();
            torn.addAll(contradictions(point));
            rig.askAll(verb("a", "key-1", 0), keyed("b", "key-2"));
            assertThat(rig.revision())
                    .as("settled after a crash at point %d", point)
                    .isEqualTo(2);
            assertThat(rig.events())
                    .as("events after a crash at point %d", point)
                    .hasSize(2);
            point++;
        }
        assertThat(torn).isEmpty();
        assertThat(point).as("points at which the controller died").isGreaterThan(30);
    }

    private boolean crashesAt(int point) {
        rig.close();
        rig = new PipelineRig(backend());
        rig.faults.crashAt(point);
        try {
            rig.askAll(verb("a", "key-1", 0), keyed("b", "key-2"));
            return false;
        } catch (Crash died) {
            return true;
        } finally {
            rig.faults.heal();
        }
    }

    private List<String> contradictions(int call) {
        List<String> found = new ArrayList<>();
        long applied =
                rig.intentStates().stream().filter(Intent.State.APPLIED::equals).count();
        if (rig.intentStates().contains(Intent.State.OPEN)) {
            found.add(call + ": an intent is open after the start");
        }
        if (rig.revision() != applied || rig.events().size() != applied || rig.keptAnswers() != applied) {
            found.add(call + ": revision, events, answers and journal disagree");
        }
        if (rig.done("a") != (applied == 2) || rig.done("b") != (applied == 2)) {
            found.add(call + ": half a batch");
        }
        return found;
    }

    @Test
    void controllerThatWasStartedElsewhereWritesNothingAnyMore() {
        rig.ask(keyed("a", "key-1"));
        try (Store other = openAgain()) {
            Registration later = Registration.open(other, PipelineRig.CONTROLLER, rig.sim.world());
            assertThat(later.epoch()).isEqualTo(2);

            Outcome outcome = rig.ask(keyed("b", "key-2"));

            assertThat(((Outcome.AuditUnavailable) outcome).reason()).contains("started again elsewhere");
            assertThat(rig.done("b")).isFalse();
            assertThat(rig.intents()).hasSize(1);
        }
    }

    @Test
    void controllersOfDifferentIdsShareAStoreAndLeaveEachOthersIntentsAlone() {
        rig.faults.fail(Point.ACKNOWLEDGEMENT_LOST, JOURNAL, 1);
        rig.ask(keyed("a", "key-1"));
        try (Store other = openAgain()) {
            Registration neighbour = Registration.open(other, "controller-2", rig.sim.world());
            Pipeline second =
                    new Pipeline(neighbour, rig.steps, rig.sim.world(), rig.redactor, PipelineSettings.defaults());
            var answer = second.submit(keyed("b", "key-2"));
            second.step();

            assertThat(committed(PipelineRig.answered(answer)).revision()).isEqualTo(1);
            assertThat(rig.intentStates()).containsExactly(Intent.State.OPEN, Intent.State.APPLIED);
            assertThat(committed(rig.ask(keyed("c", "key-3"))).revision()).isEqualTo(2);
        }
    }

    private Store openAgain() {
        return rig.backend.open(rig.sim.world(), rig.faults);
    }

    @Test
    void noteAboutAReusedKeyMayBeLostButTheAnswerIsNot() {
        Outcome.Committed first = committed(rig.ask(keyed("a", "key-1")));
        rig.faults.fail(Point.COMMIT_REFUSED, "", 1);

        Outcome.Committed again = committed(rig.ask(keyed("b", "key-1")));

        assertThat(again.body()).isEqualTo(first.body());
        assertThat(rig.events()).hasSize(1);
        assertThat(rig.pipeline.step()).isFalse();
    }

    @Test
    void resumePointIsWrittenLaterWhenItCannotBeNow() {
        ResumePoint point = new ResumePoint("file", 10, 3);
        rig.faults.fail(Point.COMMIT_REFUSED, "", 1);

        rig.pipeline.resumePoints().save("p", point);
        assertThat(rig.pipeline.step()).isFalse();
        assertThat(rig.resumePoint("p")).isEmpty();

        assertThat(rig.pipeline.step()).isTrue();
        assertThat(rig.resumePoint("p")).contains(point);
    }

    @Test
    void failedPruningHarmsNobody() {
        rig.ask(keyed("a", "key-1"));
        rig.sim.clock().advance(Duration.ofHours(30));
        rig.faults.fail(Point.STATEMENT, "DELETE FROM replay", 1);

        rig.pipeline.prune(rig.sim.clock().now());
        rig.pipeline.step();

        assertThat(rig.keptAnswers()).isEqualTo(1);
        assertThat(committed(rig.ask(keyed("b", "key-2"))).revision()).isEqualTo(2);
    }

    static Outcome.Committed committed(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
        return (Outcome.Committed) outcome;
    }

    /** Counts how often a step is applied. */
    private record CountedStep(Step step, AtomicInteger runs) implements Step {
        @Override
        public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
            return step.guard(tx, facts);
        }

        @Override
        public Effect apply(WriteTransaction tx, Facts facts) {
            runs.incrementAndGet();
            return step.apply(tx, facts);
        }
    }

    /** Leaves its trace after doing something it should not. */
    private record MeddlingStep(String name, Consumer<WriteTransaction> meddling) implements Step {
        @Override
        public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
            return Optional.empty();
        }

        @Override
        public Effect apply(WriteTransaction tx, Facts facts) {
            meddling.accept(tx);
            return new ScriptedSteps.Trace(name, true).apply(tx, facts);
        }
    }
}
