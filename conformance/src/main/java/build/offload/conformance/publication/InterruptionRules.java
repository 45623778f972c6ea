package build.offload.conformance.publication;

import static build.offload.conformance.publication.PublicationRule.rule;

import build.offload.conformance.wire.check.Expect;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a second call makes of a promotion that was killed or interrupted half-way. */
final class InterruptionRules {

    private static final int ROUNDS = 8;

    private static final String FINISHED_OR_PUT_BACK =
            "After a kill at any point a second call with the same request finishes the first or puts it back; it never leaves a mixture.";

    private InterruptionRules() {}

    static List<PublicationRule> all() {
        return List.of(
                rule(
                        "P-INTERRUPT-01",
                        "A promotion that is interrupted is finished or put back by the next call",
                        FINISHED_OR_PUT_BACK,
                        "Look at what an interrupt leaves behind, and how the next call finds it.",
                        InterruptionRules::interrupted),
                rule(
                        "P-KILL-01",
                        "A promotion whose process is killed is finished or put back by the next call",
                        FINISHED_OR_PUT_BACK,
                        "Look at what is journaled before each step, and whether that is read first.",
                        InterruptionRules::killed));
    }

    @FunctionalInterface
    private interface Cut {
        /** Promote, cut off after some time; returns how long it took, when it was not. */
        Duration promote(Yard yard, Duration after) throws IOException, InterruptedException;
    }

    private static void interrupted(Yard yard) throws IOException, InterruptedException {
        inRounds(yard, PromotingThread::promote);
    }

    private static void killed(Yard yard) throws IOException, InterruptedException {
        inRounds(yard, PromotingProcess::promote);
    }

    private static void inRounds(Yard yard, Cut cut) throws IOException, InterruptedException {
        Duration whole = round(yard, 0, cut, Duration.ofMinutes(5));
        for (int round = 1; round <= ROUNDS; round++) {
            round(yard, round, cut, whole.multipliedBy(round).dividedBy(ROUNDS + 1));
        }
    }

    private static Duration round(Yard main, int number, Cut cut, Duration after)
            throws IOException, InterruptedException {
        Yard yard =
                new Yard(main.strategy(), Files.createDirectories(main.outside().resolve("round-" + number)));
        Load.layOut(yard);
        Map<String, String> old = yard.picture();
        PromotionRequest request = Load.request(yard);

        Duration time = cut.promote(yard, after);
        PromotionReport report = yard.strategy().promote(request);

        switch (report) {
            case PromotionReport.Promoted _ -> Load.expectNew(yard, "after a cut at " + after);
            case PromotionReport.Blocked(var conflicts) -> {
                Expect.that(number > 0, "nothing stands in the way, but it is blocked by " + conflicts);
                yard.expect(old, "after a cut at " + after + " and a second call that was blocked by " + conflicts);
            }
        }
        return time;
    }
}
