package build.offload.kernel.transition;

import static build.offload.kernel.transition.PipelineRig.answered;
import static build.offload.kernel.transition.PipelineRig.keyed;
import static build.offload.kernel.transition.PipelineRig.verb;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.json.Json;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.StoreBackend;
import build.offload.kernel.store.WriteTransaction;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.EventView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of checks and what a commit is, on any database. */
abstract class PipelineContract {

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
    void commitMovesTheRevisionByOneAndAnswersRevisionAndResult() {
        Outcome outcome = rig.ask(verb("a", "key-1", 0));

        Outcome.Committed committed = committed(outcome);
        assertThat(text(committed)).isEqualTo("{\"revision\":1,\"result\":{\"changed\":true,\"name\":\"a\"}}");
        assertThat(committed.revision()).isEqualTo(1);
        assertThat(committed.replayed()).isFalse();
        assertThat(committed.result()).isEqualTo(Map.of("changed", true, "name", "a"));
        assertThat(rig.revision()).isEqualTo(1);
        assertThat(rig.done("a")).isTrue();
    }

    @Test
    void stepThatNoDecisionDependsOnLeavesTheRevisionAlone() {
        rig.steps.script("quiet", new ScriptedSteps.Trace("quiet", false));

        Outcome outcome = rig.ask(verb("quiet", "key-1", 0));

        assertThat(committed(outcome).revision()).isZero();
        assertThat(rig.revision()).isZero();
        assertThat(rig.events()).extracting(EventView::reason).containsExactly("quiet");
    }

    @Test
    @Tag("B58")
    void replayGetsTheStoredBodyByteForByteThoughTheRevisionHasMovedOn() {
        Outcome.Committed first = committed(rig.ask(verb("a", "key-1", 0)));
        rig.ask(verb("b", "key-2", 1));

        Outcome.Committed again = committed(rig.ask(verb("a", "key-1", 0)));

        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.replayed()).isTrue();
        assertThat(again.revision()).isEqualTo(1);
        assertThat(again.result()).isEqualTo(first.result());
        assertThat(rig.intents()).as("a replay is no execution").hasSize(2);
        assertThat(rig.ask(verb("a", "key-3", 1))).isEqualTo(new Outcome.Stale(2));
    }

    @Test
    void staleRevisionIsRefusedAndChangesNothing() {
        rig.ask(verb("a", "key-1", 0));

        Outcome outcome = rig.ask(verb("b", "key-2", 0));

        assertThat(outcome).isEqualTo(new Outcome.Stale(1));
        assertThat(rig.revision()).isEqualTo(1);
        assertThat(rig.done("b")).isFalse();
    }

    @Test
    @Tag("B57")
    void futureRevisionIsAsWrongAsAnOldOne() {
        assertThat(rig.ask(verb("a", "key-1", 7))).isEqualTo(new Outcome.Stale(0));
        assertThat(rig.done("a")).isFalse();
    }

    @Test
    void requestWithoutRevisionIsNotHeldAgainstOne() {
        rig.ask(verb("a", "key-1", 0));

        assertThat(committed(rig.ask(keyed("b", "key-2"))).revision()).isEqualTo(2);
    }

    @Test
    void malformedWishMeetsReplayAndRevisionBeforeItIsRefused() {
        Refusal refusal = Refusal.of("missing-host", "host is required");
        Outcome.Committed first = committed(rig.ask(verb("a", "key-1", 0)));

        assertThat(committed(rig.ask(malformed(refusal, "key-1", 0))).body()).isEqualTo(first.body());
        assertThat(rig.ask(malformed(refusal, "key-2", 0))).isEqualTo(new Outcome.Stale(1));
        assertThat(rig.ask(malformed(refusal, "key-2", 1))).isEqualTo(new Outcome.Refused(refusal));
    }

    @Test
    void guardRefusalChangesNothing() {
        rig.ask(verb("a", "key-1", 0));

        Outcome outcome = rig.ask(verb("a", "key-2", 1));

        assertThat(outcome).isEqualTo(new Outcome.Refused(Refusal.of("already-done", "a is done already")));
        assertThat(rig.revision()).isEqualTo(1);
        assertThat(rig.events()).hasSize(1);
        assertThat(rig.intents()).hasSize(1);
    }

    @Test
    void refusedAndStaleRequestsLeaveTheirKeyFree() {
        rig.ask(verb("a", "key-1", 0));
        rig.ask(verb("a", "key-2", 1));
        rig.ask(verb("b", "key-2", 9));

        Outcome outcome = rig.ask(verb("b", "key-2", 1));

        assertThat(committed(outcome).replayed()).isFalse();
        assertThat(rig.done("b")).isTrue();
    }

    @Test
    void intentIsWrittenBeforeAndClosedWithTheEffect() {
        rig.ask(verb("a", "key-1", 0));

        Intent intent = rig.intents().getFirst();
        assertThat(intent.state()).isEqualTo(Intent.State.APPLIED);
        assertThat(intent.kind()).isEqualTo("admission-reconcile");
        assertThat(intent.args()).isEqualTo(Map.of("reason", "a"));
        assertThat(intent.actor()).isEqualTo("operator");
        assertThat(intent.idempotencyKey()).contains("key-1");
        assertThat(intent.expectedRevision()).isEqualTo(OptionalLong.of(0));
        assertThat(intent.controllerEpoch()).isEqualTo(1);
    }

    @Test
    void stepOfTheControllerIsJournaledAndNotKeptForReplay() {
        Outcome outcome = rig.ask(Request.internal(ScriptedSteps.named("a"), "reconciler"));

        assertThat(committed(outcome).revision()).isEqualTo(1);
        assertThat(rig.intents()).extracting(Intent::actor).containsExactly("reconciler");
        assertThat(rig.keptAnswers()).isZero();
    }

    @Test
    void ofTwoInOneBatchRestingOnOneRevisionTheFirstCommits() {
        List<Outcome> outcomes = rig.askAll(verb("a", "key-1", 0), verb("b", "key-2", 0));

        assertThat(committed(outcomes.get(0)).revision()).isEqualTo(1);
        assertThat(outcomes.get(1)).isEqualTo(new Outcome.Stale(1));
        assertThat(rig.intentStates()).containsExactly(Intent.State.APPLIED, Intent.State.REFUSED);
        assertThat(rig.intents().get(1).outcome()).contains("stale-revision");
        assertThat(rig.done("b")).isFalse();
    }

    @Test
    void guardIsAskedAgainUnderTheLock() {
        List<Outcome> outcomes = rig.askAll(keyed("a", "key-1"), keyed("a", "key-2"));

        assertThat(committed(outcomes.get(0)).replayed()).isFalse();
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.Refused.class);
        assertThat(rig.intentStates()).containsExactly(Intent.State.APPLIED, Intent.State.REFUSED);
        assertThat(rig.intents().get(1).outcome()).contains("already-done");
    }

    @Test
    @Tag("B60")
    void ofTwentyWithOneKeyInOneBatchOneCommitsAndAllGetItsAnswer() {
        Request[] requests = Collections.nCopies(20, verb("a", "key-1", 0)).toArray(Request[]::new);

        List<Outcome.Committed> outcomes =
                rig.askAll(requests).stream().map(PipelineContract::committed).toList();

        assertThat(outcomes).filteredOn(outcome -> !outcome.replayed()).hasSize(1);
        assertThat(outcomes).extracting(PipelineContract::text).containsOnly(text(outcomes.getFirst()));
        assertThat(rig.revision()).isEqualTo(1);
        assertThat(rig.events()).hasSize(1);
        assertThat(rig.intentStates())
                .startsWith(Intent.State.APPLIED)
                .filteredOn(state -> state == Intent.State.REPLAYED)
                .hasSize(19);
    }

    @Test
    void refusalWhileApplyingTakesBackThatStepAlone() {
        Refusal refusal = Refusal.of("too-late", "it is too late");
        rig.steps.script("half", after(new ScriptedSteps.Trace("half", true), () -> {
            throw new RefusedException(refusal);
        }));

        List<Outcome> outcomes = rig.askAll(keyed("a", "key-1"), keyed("half", "key-2"), keyed("b", "key-3"));

        assertThat(outcomes.get(1)).isEqualTo(new Outcome.Refused(refusal));
        assertThat(committed(outcomes.get(2)).revision()).isEqualTo(2);
        assertThat(rig.done("half")).isFalse();
        assertThat(rig.intents().get(1).state()).isEqualTo(Intent.State.REFUSED);
        assertThat(rig.intents().get(1).outcome()).contains("too-late");
        assertThat(rig.events()).extracting(EventView::reason).containsExactly("a", "b");
    }

    @Test
    void mistakeInAStepTakesBackThatStepAlone() {
        rig.steps.script("broken", after(new ScriptedSteps.Trace("broken", true), () -> {
            throw new IllegalArgumentException("a mistake");
        }));

        List<Outcome> outcomes = rig.askAll(keyed("a", "key-1"), keyed("broken", "key-2"), keyed("b", "key-3"));

        assertThat(((Outcome.Refused) outcomes.get(1)).refusal().code()).isEqualTo("internal-error");
        assertThat(committed(outcomes.get(2)).revision()).isEqualTo(2);
        assertThat(rig.done("broken")).isFalse();
        assertThat(rig.intents().get(1).state()).isEqualTo(Intent.State.FAILED);
        assertThat(committed(rig.ask(keyed("c", "key-2"))).replayed())
                .as("the key stayed free")
                .isFalse();
    }

    @Test
    void mistakeInAGuardIsThatCallersAlone() {
        rig.steps.script("broken", new Step() {
            @Override
            public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
                throw new IllegalArgumentException("a mistake");
            }

            @Override
            public Effect apply(WriteTransaction tx, Facts facts) {
                throw new AssertionError("never reached");
            }
        });

        List<Outcome> outcomes = rig.askAll(keyed("broken", "key-1"), keyed("a", "key-2"));

        assertThat(((Outcome.Refused) outcomes.get(0)).refusal().code()).isEqualTo("internal-error");
        assertThat(committed(outcomes.get(1)).revision()).isEqualTo(1);
    }

    @Test
    void brokenRuleOfTheSchemaIsThatCallersAlone() {
        rig.steps.script("broken", new EffectOnly(tx -> {
            tx.events()
                    .append(NewEvent.of("t", "s", "r")
                            .committed(0, rig.sim.clock().now(), "x", rig.redactor));
            tx.intents().insert(1, rig.intents().getFirst());
        }));

        List<Outcome> outcomes = rig.askAll(keyed("broken", "key-1"), keyed("a", "key-2"));

        assertThat(((Outcome.Refused) outcomes.get(0)).refusal().code()).isEqualTo("internal-error");
        assertThat(committed(outcomes.get(1)).revision()).isEqualTo(1);
        assertThat(rig.events()).extracting(EventView::reason).containsExactly("a");
    }

    @Test
    void stepThatMovesTheRevisionByItselfIsTakenBack() {
        rig.steps.script("greedy", new EffectOnly(tx -> tx.cluster().moveRevision()));

        rig.ask(keyed("greedy", "key-1"));

        assertThat(rig.revision()).isZero();
        assertThat(rig.intentStates()).containsExactly(Intent.State.FAILED);
    }

    @Test
    void eventsAreNumberedInCommitOrderWithoutGapsAndCarryTheirRevision() {
        rig.steps.script("quiet", new ScriptedSteps.Trace("quiet", false));
        rig.steps.script("broken", after(new ScriptedSteps.Trace("broken", true), () -> {
            throw new IllegalArgumentException("a mistake");
        }));

        rig.askAll(keyed("a", "1"), keyed("broken", "2"), keyed("b", "3"), keyed("quiet", "4"));
        rig.ask(keyed("c", "5"));

        List<EventView> all = rig.read(tx -> tx.events().after(0, 100));
        assertThat(all).extracting(EventView::seq).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(rig.events()).extracting(EventView::reason).containsExactly("a", "b", "quiet", "c");
        assertThat(rig.events()).extracting(EventView::revision).containsExactly(1L, 2L, 2L, 3L);
        assertThat(rig.events()).extracting(EventView::actor).containsOnly("operator");
    }

    @Test
    void keyThatComesAgainWithSomethingElseGetsTheStoredAnswerAndAnEventSaysSo() {
        Outcome.Committed first = committed(rig.ask(keyed("a", "key-1")));
        rig.ask(keyed("a", "key-1"));
        assertThat(rig.events()).as("the same again is no reuse").hasSize(1);

        Outcome.Committed otherArgs = committed(rig.ask(keyed("b", "key-1")));
        Outcome.Committed otherVerb = committed(rig.ask(malformed(Refusal.of("x", "y"), "key-1", 0)));

        assertThat(otherArgs.body()).isEqualTo(first.body());
        assertThat(otherVerb.body()).isEqualTo(first.body());
        assertThat(rig.done("b")).isFalse();
        assertThat(rig.events())
                .extracting(EventView::type)
                .containsExactly("traced", "idempotency-key-reused", "idempotency-key-reused");
        assertThat(rig.events().get(1).data()).containsEntry("idempotencyKey", "key-1");
        assertThat(rig.revision()).isEqualTo(1);
    }

    @Test
    void keyReusedWithinOneBatchIsSaidToo() {
        List<Outcome> outcomes = rig.askAll(keyed("a", "key-1"), keyed("b", "key-1"));

        assertThat(committed(outcomes.get(1)).body())
                .isEqualTo(committed(outcomes.get(0)).body());
        assertThat(rig.events()).extracting(EventView::type).containsExactly("traced", "idempotency-key-reused");
    }

    @Test
    @Tag("B60")
    void answerIsKeptForTwentyFourHoursFromItsCommit() {
        rig.steps.script("again", new EffectOnly(tx -> {}));
        rig.ask(keyed("again", "key-1"));

        rig.sim.clock().advance(Duration.ofHours(24).minusSeconds(1));
        assertThat(committed(rig.ask(keyed("again", "key-1"))).replayed()).isTrue();

        rig.sim.clock().advance(Duration.ofSeconds(2));
        assertThat(committed(rig.ask(keyed("again", "key-1"))).replayed()).isFalse();
        assertThat(committed(rig.ask(keyed("again", "key-1"))).replayed())
                .as("the new answer counts")
                .isTrue();
    }

    @Test
    void pruningForgetsOldAnswersAPortionAtATime() {
        rig.close();
        PipelineSettings small = new PipelineSettings(100, 10, Duration.ofHours(24), 3, Duration.ofSeconds(1));
        rig = new PipelineRig(backend(), small);
        IntStream.range(0, 5).forEach(i -> rig.ask(keyed("old-" + i, "old-" + i)));
        rig.sim.clock().advance(Duration.ofHours(25));
        rig.ask(keyed("young", "young"));

        rig.pipeline.prune(rig.sim.clock().now());
        rig.pipeline.step();
        assertThat(rig.keptAnswers()).isEqualTo(3);

        rig.pipeline.step();
        assertThat(rig.keptAnswers()).isEqualTo(1);
        assertThat(rig.pipeline.step()).isFalse();
        assertThat(committed(rig.ask(keyed("young", "young"))).replayed()).isTrue();
    }

    @Test
    void whoFindsNoRoomIsToldToComeAgainAndNobodyElseIsTouched() {
        rig.close();
        rig = new PipelineRig(backend(), new PipelineSettings(3, 2, Duration.ofHours(24), 10, Duration.ofSeconds(7)));
        List<CompletableFuture<Outcome>> answers = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            answers.add(rig.pipeline.submit(keyed(name, "key-" + name)));
        }

        assertThat(answered(answers.get(3))).isEqualTo(new Outcome.Busy(Duration.ofSeconds(7)));
        assertThat(rig.pipeline.step()).isTrue();
        assertThat(answers.get(2)).as("a batch is bounded").isNotDone();
        assertThat(rig.pipeline.step()).isTrue();
        assertThat(rig.pipeline.step()).isFalse();
        assertThat(answers.subList(0, 3)).allSatisfy(answer -> committed(answered(answer)));
        assertThat(rig.done("d")).isFalse();
    }

    @Test
    void secretsReachNeitherJournalNorEvents() {
        rig.redactor.register("hunter2-of-the-controller");
        rig.steps.script(
                "x hunter2-of-the-controller",
                new EffectWith(
                        NewEvent.of("t", "controller", "r").data(Map.of("note", "see hunter2-of-the-controller"))));

        rig.ask(keyed("x hunter2-of-the-controller", "key-1"));

        assertThat(Json.text(rig.intents())).doesNotContain("hunter2").contains("REDACTED");
        assertThat(Json.text(rig.events())).doesNotContain("hunter2").contains("REDACTED");
    }

    @Test
    void listenersHearOfEachBatchThatCommittedAndOfNoOther() {
        List<Long> heard = new ArrayList<>();
        rig.pipeline.onCommit(() -> heard.add(rig.revision()));
        rig.pipeline.onCommit(() -> {
            throw new IllegalStateException("a listener's own trouble");
        });

        rig.askAll(keyed("a", "1"), keyed("b", "2"));
        rig.ask(keyed("a", "3"));
        rig.ask(keyed("c", "4"));

        assertThat(heard).containsExactly(2L, 3L);
    }

    @Test
    void eventsLaterThanARevisionAreFound() {
        LongStream.rangeClosed(1, 4).forEach(i -> rig.ask(keyed("step-" + i, "key-" + i)));

        List<EventView> later = rig.read(tx -> tx.events().after(tx.events().lastSeqAt(2), 10));

        assertThat(later).extracting(EventView::revision).containsExactly(3L, 4L);
    }

    private static Request malformed(Refusal refusal, String key, long expectedRevision) {
        return new Request(
                new Wish.Malformed("box-drain", refusal),
                Optional.of(key),
                OptionalLong.of(expectedRevision),
                "operator");
    }

    private static Outcome.Committed committed(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
        return (Outcome.Committed) outcome;
    }

    private static String text(Outcome.Committed committed) {
        return new String(committed.body(), StandardCharsets.UTF_8);
    }

    /** Return a step that does what another does and then something more. */
    private static Step after(Step step, Runnable then) {
        return new Step() {
            @Override
            public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
                return step.guard(tx, facts);
            }

            @Override
            public Effect apply(WriteTransaction tx, Facts facts) {
                Effect effect = step.apply(tx, facts);
                then.run();
                return effect;
            }
        };
    }

    /** A step without a guard that does one thing and says so. */
    private record EffectOnly(java.util.function.Consumer<WriteTransaction> work) implements Step {
        @Override
        public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
            return Optional.empty();
        }

        @Override
        public Effect apply(WriteTransaction tx, Facts facts) {
            work.accept(tx);
            return new Effect(Map.of("changed", true), true, List.of(NewEvent.of("did", "controller", "it")));
        }
    }

    /** A step without a guard that does nothing and makes an event. */
    private record EffectWith(NewEvent event) implements Step {
        @Override
        public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
            return Optional.empty();
        }

        @Override
        public Effect apply(WriteTransaction tx, Facts facts) {
            return new Effect(Map.of("changed", false), false, List.of(event));
        }
    }
}
