package build.offload.plugin.publish.directory;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.plugin.publish.checkout.Killer;
import build.offload.plugin.publish.checkout.MemoryTempDir;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.plugin.publish.checkout.Yard;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Blocked;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Promoted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every point at which a controller can die while folders change places, one after the other: each folder is wholly old or wholly
 * new at that moment, all of them are after the next call, and an edit made meanwhile is kept.
 */
@Tag("B45")
class FolderCrashTest {

    /** So many more points than any run has that a loop which does not end is a failure. */
    private static final int BOUND = 500;

    @TempDir(factory = MemoryTempDir.class)
    private Path top;

    private int yards;

    enum Shape {
        REPLACED,
        NEW,
        BOTH
    }

    private Yard yard(Shape shape) throws IOException {
        Yard yard = new Yard(top.resolve("yard" + yards++), PublishDirectory::new);
        yard.write("source", "mine");
        if (shape != Shape.NEW) {
            yard.write("out/made", "old");
            yard.write("out/gone/with", "old");
            yard.write("out/local/file", "mine");
            Files.createSymbolicLink(yard.at("out/link"), Path.of("local"));
            yard.stage("out/made", "new", true).stage("out/deep/new", "new").folder("out", "gone/with");
        }
        if (shape != Shape.REPLACED) {
            yard.stage("fresh/er/out/made", "new").folder("fresh/er/out");
        }
        return yard;
    }

    private static boolean survives(Yard yard, Killer killer) throws IOException {
        try {
            yard.promote(killer, Reach::best);
            return true;
        } catch (Killer.Killed _) {
            return false;
        }
    }

    private Map<String, String> promoted(Shape shape) throws IOException {
        Yard yard = yard(shape);
        assertThat(yard.promote()).isInstanceOf(Promoted.class);
        return yard.picture();
    }

    @FunctionalInterface
    private interface Examination {
        void examine(Yard yard, Killer killer, String when) throws IOException;
    }

    private int atEachPoint(Shape shape, Killer.Act act, Examination examination) throws IOException {
        for (int point = 1; point < BOUND; point++) {
            Yard yard = yard(shape);
            Killer killer = new Killer(point, yard, act);
            if (survives(yard, killer)) {
                return point - 1;
            }
            examination.examine(
                    yard, killer, "killed at " + point + ", " + killer.seen().getLast());
        }
        throw new AssertionError("the promotion does not end");
    }

    /** Return what is in one folder of a picture, without what only a promotion may see. */
    private static Map<String, String> in(String folder, Map<String, String> picture) {
        Map<String, String> in = new TreeMap<>(picture);
        in.keySet().removeIf(path -> !path.startsWith(folder) || path.contains(".offload-"));
        return in;
    }

    @ParameterizedTest
    @EnumSource
    void killAtAnyPointIsFinishedByTheNextCall(Shape shape) throws IOException {
        Map<String, String> whole = promoted(shape);

        int points = atEachPoint(shape, Killer.Act.NONE, (yard, _, when) -> {
            PromotionReport report = yard.promote();

            assertThat(report).as(when).isInstanceOf(Promoted.class);
            assertThat(yard.picture()).as(when).isEqualTo(whole);
            assertThat(yard.promote()).as(when).isEqualTo(report);
        });

        assertThat(points).isGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource
    void eachFolderIsWhollyOldOrWhollyNewAtTheVeryMomentOfTheKill(Shape shape) throws IOException {
        Map<String, String> whole = promoted(shape);

        atEachPoint(shape, Killer.Act.NONE, (yard, _, when) -> {
            Map<String, String> old = yard(shape).picture();
            Map<String, String> now = yard.picture();
            for (String folder : List.of("out/", "fresh/er/out/")) {
                assertThat(in(folder, now)).as(when).isIn(in(folder, old), in(folder, whole));
            }
            assertThat(now).as(when).containsEntry("source", old.get("source"));
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"REPLACED", "BOTH"})
    void editBetweenKillAndRecoveryIsKept(Shape shape) throws IOException {
        Map<String, String> whole = promoted(shape);

        atEachPoint(shape, Killer.Act.NONE, (yard, _, when) -> {
            boolean exchanged = Files.exists(yard.at("out/deep/new"));
            yard.write("out/made", "by hand");
            yard.write("out/brand new", "by hand");

            PromotionReport report = yard.promote();

            assertThat(yard.at("out/made")).as(when).hasContent("by hand");
            assertThat(yard.at("out/brand new")).as(when).hasContent("by hand");
            assertThat(report).as(when).isInstanceOf(exchanged ? Promoted.class : Blocked.class);
            Map<String, String> expected = exchanged ? whole : yard(shape).picture();
            Map<String, String> found = yard.picture();
            found.keySet().removeAll(List.of("out/made", "out/brand new"));
            expected.remove("out/made");
            assertThat(found).as(when).isEqualTo(expected);
        });
    }

    @Test
    void killWhileAPromotionIsPutBackIsPutBackByTheNextCall() throws IOException {
        Map<String, String> old = yard(Shape.BOTH).picture();

        int points =
                atEachPoint(Shape.BOTH, new Killer.Act("placing 1", FolderCrashTest::spoil), (yard, killer, when) -> {
                    PromotionReport report = yard.promote();

                    if (killer.acted()) {
                        assertThat(report).as(when).isInstanceOf(Blocked.class);
                        Map<String, String> found = yard.picture();
                        assertThat(found.remove("fresh/er/out")).as(when).endsWith("by hand");
                        found.keySet().removeAll(List.of("fresh/", "fresh/er/"));
                        assertThat(found).as(when).isEqualTo(old);
                    } else {
                        assertThat(report).as(when).isInstanceOf(Promoted.class);
                    }
                });

        assertThat(points).isGreaterThan(10);
    }

    /** Put a file where the second folder is to be. */
    private static void spoil(Yard yard) {
        try {
            Path fresh = yard.write("source.tmp", "by hand");
            Files.move(fresh, yard.at("fresh/er/out"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void killOfTheRecoveryToo() throws IOException {
        Map<String, String> whole = promoted(Shape.BOTH);

        atEachPoint(Shape.BOTH, Killer.Act.NONE, (_, first, _) -> {
            for (int second = 1; second < BOUND; second++) {
                Yard yard = yard(Shape.BOTH);
                assertThat(survives(yard, new Killer(first.seen().size(), yard, Killer.Act.NONE)))
                        .isFalse();
                Killer again = new Killer(second, yard, Killer.Act.NONE);
                if (survives(yard, again)) {
                    return;
                }
                String when = first.seen().getLast() + ", then " + again.seen().getLast();
                assertThat(yard.promote()).as(when).isInstanceOf(Promoted.class);
                assertThat(yard.picture()).as(when).isEqualTo(whole);
            }
        });
    }

    @Test
    void requestWithoutAllowedStatesRemovesWhatACrashBeforeTheJournalLeft() throws IOException {
        Yard yard = yard(Shape.BOTH);
        Map<String, String> before = yard.picture();
        assertThat(survives(yard, new Killer(8, yard, Killer.Act.NONE))).isFalse();
        boolean left = yard.picture().keySet().stream().anyMatch(path -> path.contains(".offload-"));
        yard.forbidAll();

        assertThat(yard.promote(Steps.UNOBSERVED, Reach::best)).isInstanceOf(Blocked.class);
        assertThat(left).isTrue();
        assertThat(yard.picture()).isEqualTo(before);
    }
}
