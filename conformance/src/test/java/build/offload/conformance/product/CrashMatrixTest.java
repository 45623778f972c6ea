package build.offload.conformance.product;

import build.offload.conformance.crash.CrashAgentJar;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The controller dies at each named point of a build's life, is started again, and the build comes to its end: once, whole, and
 * with nothing of it left anywhere but its outputs. Whoever waits for it need not do anything.
 */
@Tag("B45")
class CrashMatrixTest {

    private static final int BUILDS = 7;
    private static final int ROUNDS = 20;
    private static final int LATEST_MILLIS = 80;

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static CrashAgentJar agent;
    private static CrashedBuild build;

    @BeforeAll
    static void start() throws Exception {
        fleet = SshFleet.start(folder, 1);
        agent = CrashAgentJar.in(folder);
        build = CrashedBuild.in(fleet, folder);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    static List<CrashPoint> points() {
        return CrashPoint.all(CrashedBuild.OUTPUTS);
    }

    /** Every point once, spread over builds that each meet some of them, far from one another in their lives. */
    static Stream<Deaths> builds() {
        List<CrashPoint> points = points();
        return IntStream.range(0, BUILDS)
                .mapToObj(first -> new Deaths(IntStream.iterate(first, at -> at < points.size(), at -> at + BUILDS)
                        .mapToObj(points::get)
                        .toList()));
    }

    /** The points at which one build loses its controller, in the order of its life. */
    record Deaths(List<CrashPoint> points) {
        @Override
        public String toString() {
            return String.join(
                    "; then ", points.stream().map(CrashPoint::toString).toList());
        }
    }

    /** All points, each many times, exactly there and a little later. The seed makes a failure come again. */
    static Stream<CrashPoint> manyTimes() {
        Random random = new Random(45);
        return IntStream.range(0, ROUNDS)
                .boxed()
                .flatMap(_ -> Stream.concat(points().stream(), CrashPoint.intents(CrashedBuild.OUTPUTS).stream()))
                .map(point -> random.nextBoolean()
                        ? point
                        : point.late(1 + random.nextInt(LATEST_MILLIS), CrashedBuild.OUTPUTS));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builds")
    void aBuildOutlivesTheDeathsOfItsControllers(Deaths deaths) throws Exception {
        die(deaths.points());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("manyTimes")
    @Tag("campaign")
    void aBuildOutlivesTheDeathOfItsControllerManyTimes(CrashPoint point) throws Exception {
        die(List.of(point));
    }

    private static void die(List<CrashPoint> points) throws Exception {
        CrashPoint first = points.getFirst();
        build.prepare();
        agent.loadInto(fleet.product().running().orElseThrow().process().pid(), first.trail());
        ProductCommand command = build.begin();
        awaitDeath(first);
        build.checkMomentOfDeath(first);
        if (first.most() == 0) {
            build.checkWords();
        }
        for (CrashPoint next : points.subList(1, points.size())) {
            fleet.product().upToDie(agent.option(next.trail()));
            awaitDeath(next);
            build.checkMomentOfDeath(next);
        }
        fleet.product().up();
        build.checkEnd(command.await());
    }

    @Test
    @Tag("campaign")
    void aBuildOutlivesAControllerThatDiesAgainAndAgainWhileItRecovers() throws Exception {
        die(List.of(
                CrashPoint.promoting("placed 0", 1),
                CrashPoint.promoting("compared", 1),
                CrashPoint.promoting("placed 1", 2),
                CrashPoint.promoting("journal PLACED in place", 3),
                CrashPoint.promoting("swept a file", 3)));
    }

    @Test
    void anEditMadeWhileTheControllerIsDownIsKeptAndTurnsTheWholePromotionBack() throws Exception {
        CrashPoint half = CrashPoint.promoting("placed 0", 1);
        build.prepare();
        agent.loadInto(fleet.product().running().orElseThrow().process().pid(), half.trail());
        ProductCommand command = build.begin();
        awaitDeath(half);
        build.editTheLastOutput();
        fleet.product().up();
        build.checkTurnedBack(command.await());
    }

    private static void awaitDeath(CrashPoint point) {
        Waits.until(
                "death when " + point + ", a point that was never reached",
                () -> fleet.product().running().isEmpty());
    }
}
