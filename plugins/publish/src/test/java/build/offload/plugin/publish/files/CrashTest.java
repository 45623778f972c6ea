package build.offload.plugin.publish.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.plugin.publish.checkout.Killer;
import build.offload.plugin.publish.checkout.MemoryTempDir;
import build.offload.plugin.publish.checkout.NativeReach;
import build.offload.plugin.publish.checkout.PortableReach;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.plugin.publish.checkout.Yard;
import build.offload.spi.publish.PublicationStrategy.Conflict;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every point at which a controller can die, one after the other: after the next call the checkout is wholly old or wholly new,
 * nothing of the promotion is left in it, and an edit made meanwhile is kept and blocks.
 */
@Tag("B45")
class CrashTest {

    private static final List<Kind> ONE_REPLACED = List.of(Kind.REPLACED);
    private static final List<Kind> ONE_NEW = List.of(Kind.NEW_IN_NEW_FOLDERS);
    private static final List<Kind> THREE = List.of(Kind.REPLACED, Kind.NEW_IN_NEW_FOLDERS, Kind.NEW);

    /** So many more points than any run has that a loop which does not end is a failure. */
    private static final int BOUND = 500;

    @TempDir(factory = MemoryTempDir.class)
    private Path top;

    private int yards;

    enum Kind {
        REPLACED,
        NEW,
        NEW_IN_NEW_FOLDERS
    }

    private static Stream<Arguments> shapes() {
        return Stream.of(ONE_REPLACED, ONE_NEW, THREE)
                .flatMap(kinds -> Stream.of("native", "portable").map(reach -> Arguments.of(reach, kinds)));
    }

    private static Reach reach(String name, Steps steps) {
        return name.equals("native") ? NativeReach.load().orElseThrow() : new PortableReach(steps);
    }

    private static String path(int number) {
        return switch (number) {
            case 0 -> "bin/tool";
            case 1 -> "out/new/folder/file";
            default -> "bin/other";
        };
    }

    private Yard yard(List<Kind> kinds) throws IOException {
        Yard yard = new Yard(top.resolve("yard" + yards++), PublishFiles::new);
        yard.write("source", "mine");
        yard.write("bin/keep", "mine");
        for (int i = 0; i < kinds.size(); i++) {
            String path = path(kinds.get(i) == Kind.NEW_IN_NEW_FOLDERS ? 1 : i);
            if (kinds.get(i) == Kind.REPLACED) {
                yard.write(path, "old " + i);
            }
            yard.stage(path, "new " + i, true);
        }
        return yard;
    }

    private static boolean survives(Yard yard, Killer killer, String reach) throws IOException {
        try {
            yard.promote(killer, () -> reach(reach, killer));
            return true;
        } catch (Killer.Killed _) {
            return false;
        }
    }

    private static PromotionReport recover(Yard yard, String reach) throws IOException {
        return yard.promote(Steps.UNOBSERVED, () -> reach(reach, Steps.UNOBSERVED));
    }

    /** Return the picture after a promotion without any trouble. */
    private Map<String, String> promoted(List<Kind> kinds) throws IOException {
        Yard yard = yard(kinds);
        assertThat(yard.promote()).isInstanceOf(Promoted.class);
        return yard.picture();
    }

    /** Kill at each point in turn, and have each case examined; returns how many there were. */
    private int atEachPoint(List<Kind> kinds, String reach, Killer.Act act, Examination examination)
            throws IOException {
        for (int point = 1; point < BOUND; point++) {
            Yard yard = yard(kinds);
            Killer killer = new Killer(point, yard, act);
            if (survives(yard, killer, reach)) {
                return point - 1;
            }
            examination.examine(
                    yard, killer, "killed at " + point + ", " + killer.seen().getLast());
        }
        throw new AssertionError("the promotion does not end");
    }

    @FunctionalInterface
    private interface Examination {
        void examine(Yard yard, Killer killer, String when) throws IOException;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void killAtAnyPointIsFinishedByTheNextCall(String reach, List<Kind> kinds) throws IOException {
        Map<String, String> whole = promoted(kinds);

        int points = atEachPoint(kinds, reach, Killer.Act.NONE, (yard, _, when) -> {
            PromotionReport report = recover(yard, reach);

            assertThat(report).as(when).isInstanceOf(Promoted.class);
            assertThat(yard.picture()).as(when).isEqualTo(whole);
            assertThat(recover(yard, reach)).as(when).isEqualTo(report);
        });

        assertThat(points).isGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void eachFileIsOldOrNewAtTheVeryMomentOfTheKill(String reach, List<Kind> kinds) throws IOException {
        Map<String, String> whole = promoted(kinds);

        atEachPoint(kinds, reach, Killer.Act.NONE, (yard, _, when) -> {
            Map<String, String> old = yard(kinds).picture();
            yard.picture().forEach((path, found) -> {
                if (!path.contains(".offload-")) {
                    assertThat(found).as(when + ": " + path).isIn(old.getOrDefault(path, "absent"), whole.get(path));
                }
            });
            assertThat(yard.picture()).as(when).containsKeys(old.keySet().toArray(String[]::new));
        });
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void editBetweenKillAndRecoveryIsKeptAndBlocksUnlessAllWasInPlace(String reach, List<Kind> kinds)
            throws IOException {
        for (int edited = 0; edited < kinds.size(); edited++) {
            int number = edited;
            Map<String, String> whole = promoted(kinds);
            atEachPoint(kinds, reach, Killer.Act.NONE, (yard, killer, when) -> {
                String path = yard.request().targets().get(number).path().value();
                yard.write(path, "by hand");
                boolean done = killer.seen().contains("journal PLACED in place");

                PromotionReport report = recover(yard, reach);

                Map<String, String> expected = done ? whole : yard(kinds).picture();
                Map<String, String> found = yard.picture();
                assertThat(yard.at(path)).as(when).hasContent("by hand");
                assertThat(without(path, found)).as(when).isEqualTo(without(path, expected));
                assertThat(blockedPaths(report)).as(when).isEqualTo(done ? List.of() : List.of(path));
            });
        }
    }

    /** Leave out a file, and the folders on its way, which stay for its sake. */
    private static Map<String, String> without(String path, Map<String, String> picture) {
        picture.keySet().removeIf(one -> one.equals(path) || (one.endsWith("/") && path.startsWith(one)));
        return picture;
    }

    private static List<String> blockedPaths(PromotionReport report) {
        return switch (report) {
            case Promoted _ -> List.of();
            case Blocked(List<Conflict> conflicts) ->
                conflicts.stream().map(conflict -> conflict.path().value()).toList();
        };
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void killWhileAPromotionIsPutBackIsPutBackByTheNextCall(String reach, List<Kind> kinds) throws IOException {
        String last = "placing " + (kinds.size() - 1);

        int points = atEachPoint(kinds, reach, new Killer.Act(last, CrashTest::spoilLast), (yard, killer, when) -> {
            PromotionReport report = recover(yard, reach);

            String path = yard.request().targets().getLast().path().value();
            if (killer.acted()) {
                assertThat(blockedPaths(report)).as(when).contains(path);
                assertThat(yard.at(path)).as(when).hasContent("by hand");
                assertThat(without(path, yard.picture()))
                        .as(when)
                        .isEqualTo(without(path, yard(kinds).picture()));
            } else {
                assertThat(report).as(when).isInstanceOf(Promoted.class);
            }
        });

        assertThat(points).isGreaterThan(10);
    }

    /** Replace the last target as an editor does that writes another file and renames it. */
    private static void spoilLast(Yard yard) {
        try {
            Path fresh = yard.write("source.tmp", "by hand");
            Files.move(
                    fresh,
                    yard.at(yard.request().targets().getLast().path().value()),
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void requestWithoutAllowedStatesRemovesWhatACrashBeforeTheJournalLeft() throws IOException {
        Yard yard = yard(THREE);
        Map<String, String> before = yard.picture();
        assertThat(survives(yard, new Killer(4, yard, Killer.Act.NONE), "native"))
                .isFalse();
        boolean left = yard.picture().keySet().stream().anyMatch(path -> path.contains(".offload-"));
        yard.forbidAll();

        assertThat(recover(yard, "native")).isInstanceOf(Blocked.class);
        assertThat(left).isTrue();
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void killOfTheRecoveryToo() throws IOException {
        Map<String, String> whole = promoted(THREE);

        atEachPoint(THREE, "native", Killer.Act.NONE, (_, first, _) -> {
            for (int second = 1; second < BOUND; second++) {
                Yard yard = yard(THREE);
                assertThat(survives(yard, new Killer(first.seen().size(), yard, Killer.Act.NONE), "native"))
                        .isFalse();
                Killer again = new Killer(second, yard, Killer.Act.NONE);
                if (survives(yard, again, "native")) {
                    return;
                }
                String when = first.seen().getLast() + ", then " + again.seen().getLast();
                assertThat(recover(yard, "native")).as(when).isInstanceOf(Promoted.class);
                assertThat(yard.picture()).as(when).isEqualTo(whole);
            }
        });
    }

    @Test
    void killedPromotionThrowsNothingThatTheCodeCouldCatch() throws IOException {
        Yard yard = yard(THREE);

        assertThatThrownBy(() -> yard.promote(new Killer(20, yard, Killer.Act.NONE), Reach::best))
                .isInstanceOf(Killer.Killed.class);
        assertThat(Files.exists(yard.journal().resolve("promotion"))).isTrue();
    }
}
