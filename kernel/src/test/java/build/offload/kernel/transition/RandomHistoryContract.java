package build.offload.kernel.transition;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.StoreBackend;
import build.offload.spi.frontend.EventView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random batches, repeated keys, stale revisions, faults and restarts: what callers were told and what is stored agree. */
abstract class RandomHistoryContract {

    private static final List<Point> POINTS = List.of(Point.values());
    private static final String[] PLACES = {"INSERT INTO intent", "INSERT INTO event", ""};

    private final Map<String, String> bodies = new HashMap<>();
    private final Set<String> committedNames = new HashSet<>();

    /** Return the database, empty. */
    abstract StoreBackend backend();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatCallersWereToldAndWhatIsStoredAgree(long seed) {
        Random random = new Random(seed);
        try (PipelineRig rig = new PipelineRig(backend())) {
            for (int round = 0; round < 50; round++) {
                if (random.nextInt(12) == 0) {
                    rig.restart();
                }
                Request[] batch = IntStream.range(0, random.nextInt(1, 6))
                        .mapToObj(_ -> request(rig.revision(), random))
                        .toArray(Request[]::new);
                long before = rig.revision();
                disturb(rig, random);
                List<Outcome> outcomes = rig.askAll(batch);
                rig.faults.heal();
                long after = rig.revision();
                for (int i = 0; i < batch.length; i++) {
                    check(batch[i], outcomes.get(i), before, after);
                }
                checkStore(rig);
            }
            assertThat(rig.revision()).as("the history got somewhere").isGreaterThan(10);
        }
    }

    private static void disturb(PipelineRig rig, Random random) {
        if (random.nextInt(3) == 0) {
            Point point = POINTS.get(random.nextInt(POINTS.size()));
            rig.faults.fail(point, PLACES[random.nextInt(PLACES.length)], random.nextInt(1, 4));
        }
    }

    private static Request request(long revision, Random random) {
        OptionalLong expected =
                random.nextInt(3) == 0 ? OptionalLong.of(revision - random.nextInt(2)) : OptionalLong.empty();
        Optional<String> key = random.nextInt(6) == 0 ? Optional.empty() : Optional.of("key-" + random.nextInt(40));
        return new Request(
                new Wish.Change(ScriptedSteps.named("name-" + random.nextInt(60))), key, expected, "operator");
    }

    private void check(Request request, Outcome outcome, long before, long after) {
        String name = Objects.requireNonNull(
                        ((Wish.Change) request.wish()).transition().auditArgs().get("reason"))
                .toString();
        switch (outcome) {
            case Outcome.Committed committed
            when committed.replayed() ->
                assertThat(bodies.computeIfAbsent(request.idempotencyKey().orElseThrow(), _ -> text(committed)))
                        .isEqualTo(text(committed));
            case Outcome.Committed committed -> {
                assertThat(committed.revision()).isBetween(before + 1, after);
                assertThat(committedNames.add(name))
                        .as("%s was done once", name)
                        .isTrue();
                request.idempotencyKey()
                        .ifPresent(key ->
                                assertThat(bodies.put(key, text(committed))).isNull());
            }
            case Outcome.Stale(long current) -> {
                assertThat(current).isBetween(before, after);
                assertThat(request.expectedRevision()).isPresent().isNotEqualTo(OptionalLong.of(current));
            }
            case Outcome.Refused refused -> assertThat(refused.refusal().code()).isEqualTo("already-done");
            case Outcome.AuditUnavailable _, Outcome.Busy _, Outcome.OutcomeUnknown _ ->
                assertThat(after).as("one fault, one fate").isGreaterThanOrEqualTo(before);
        }
    }

    private static String text(Outcome.Committed committed) {
        return new String(committed.body(), java.nio.charset.StandardCharsets.UTF_8);
    }

    private void checkStore(PipelineRig rig) {
        List<Intent> applied = rig.intents().stream()
                .filter(intent -> intent.state() == Intent.State.APPLIED)
                .toList();
        List<EventView> traces = rig.events().stream()
                .filter(event -> event.type().equals("traced"))
                .toList();
        assertThat(applied).hasSize((int) rig.revision());
        assertThat(traces)
                .extracting(EventView::revision)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, (int) rig.revision())
                        .mapToObj(Long::valueOf)
                        .toList());
        assertThat(applied).extracting(intent -> intent.args().get("reason")).doesNotHaveDuplicates();
        assertThat(rig.<Long>read(tx -> committedNames.stream()
                        .filter(name -> !ScriptedSteps.done(tx, name))
                        .count()))
                .as("names that were committed and are not done")
                .isZero();
        assertThat(rig.keptAnswers())
                .isEqualTo(applied.stream()
                        .filter(intent -> intent.idempotencyKey().isPresent())
                        .count());
    }
}
