package build.offload.conformance.product;

import build.offload.conformance.crash.CrashAgentJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    /** Every point once, spread over builds that each meet some of them, far from one another in their lives. */
    static Stream<Deaths> builds() {
        List<CrashPoint> points = CrashPoint.all(CrashedBuild.OUTPUTS);
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

    /**
     * All points many times, each time with other companions; the last death of a build comes exactly there or a little later.
     * Each round has a seed of its own, so that rounds can be shared out, or one that failed be repeated.
     */
    static Stream<Deaths> manyTimes() {
        return IntStream.rangeClosed(Integer.getInteger("crash.from", 1), Integer.getInteger("crash.to", ROUNDS))
                .mapToObj(Random::new)
                .flatMap(round -> mixed(round).stream());
    }

    /** Deal the points out to the builds, so that each build meets one of the next few again and again through its life. */
    private static List<Deaths> mixed(Random random) {
        List<CrashPoint> points = CrashPoint.withIntents(CrashedBuild.OUTPUTS);
        List<List<CrashPoint>> builds = Stream.generate(() -> (List<CrashPoint>) new ArrayList<CrashPoint>())
                .limit(BUILDS)
                .toList();
        for (int first = 0; first < points.size(); first += BUILDS) {
            List<CrashPoint> next = new ArrayList<>(points.subList(first, Math.min(first + BUILDS, points.size())));
            Collections.shuffle(next, random);
            IntStream.range(0, next.size()).forEach(i -> builds.get(i).add(next.get(i)));
        }
        return builds.stream()
                .map(build -> new Deaths(perhapsLate(build, random)))
                .toList();
    }

    private static List<CrashPoint> perhapsLate(List<CrashPoint> deaths, Random random) {
        if (random.nextBoolean()) {
            CrashPoint last = deaths.removeLast();
            deaths.add(last.late(1 + random.nextInt(LATEST_MILLIS), CrashedBuild.OUTPUTS));
        }
        return deaths;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builds")
    void aBuildOutlivesTheDeathsOfItsControllers(Deaths deaths) throws Exception {
        die(deaths.points());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("manyTimes")
    @Tag("campaign")
    @Timeout(
            value = 5,
            unit = TimeUnit.MINUTES) // Seven deaths take twenty seconds, but a busy machine has other things to do.
    void buildsOutliveTheDeathsOfTheirControllersManyTimes(Deaths deaths) throws Exception {
        die(deaths.points());
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
