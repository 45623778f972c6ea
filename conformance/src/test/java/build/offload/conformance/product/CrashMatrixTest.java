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
    @MethodSource("points")
    void aBuildOutlivesTheDeathOfItsController(CrashPoint point) throws Exception {
        dieOnce(point);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("manyTimes")
    @Tag("campaign")
    void aBuildOutlivesTheDeathOfItsControllerManyTimes(CrashPoint point) throws Exception {
        dieOnce(point);
    }

    private static void dieOnce(CrashPoint point) throws Exception {
        build.prepare();
        agent.loadInto(fleet.product().running().orElseThrow().process().pid(), point.trail());
        ProductCommand command = build.begin();
        awaitDeath(point);
        build.checkMomentOfDeath(point);
        if (point.most() == 0) {
            build.checkWords();
        }
        fleet.product().up();
        build.checkEnd(command.await());
    }

    @Test
    void aBuildOutlivesAControllerThatDiesAgainAndAgainWhileItRecovers() throws Exception {
        CrashPoint begun = CrashPoint.promoting("placed 0", 1);
        build.prepare();
        agent.loadInto(fleet.product().running().orElseThrow().process().pid(), begun.trail());
        ProductCommand command = build.begin();
        awaitDeath(begun);
        for (CrashPoint again : List.of(
                CrashPoint.promoting("compared", 1),
                CrashPoint.promoting("placed 1", 2),
                CrashPoint.promoting("journal PLACED in place", 3),
                CrashPoint.promoting("swept a file", 3))) {
            fleet.product().upToDie(agent.option(again.trail()));
            awaitDeath(again);
            build.checkMomentOfDeath(again);
        }
        fleet.product().up();
        build.checkEnd(command.await());
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
