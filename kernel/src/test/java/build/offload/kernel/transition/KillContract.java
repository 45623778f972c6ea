package build.offload.kernel.transition;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.Intent;
import build.offload.kernel.store.StoreBackend;
import build.offload.spi.frontend.EventView;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A controller's process is killed from outside at moments nobody chose, again and again over one database: whatever callers
 * were told is there, once, and revision, events, journal and kept answers agree.
 */
abstract class KillContract {

    /** Far more than a life ever takes. */
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    private Path place = Path.of("");

    /** Return the database, empty. */
    abstract StoreBackend backend();

    @Test
    @Tag("B60")
    void whatCallersWereToldIsThereOnceHoweverOftenTheControllerIsKilled() throws Exception {
        liveAndDie(4, 1);
    }

    @Test
    @Tag("B60")
    @Tag("campaign")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void whatCallersWereToldIsThereOnceThroughHundredsOfDeaths() throws Exception {
        liveAndDie(300, 2);
    }

    private void liveAndDie(int lives, long seed) throws Exception {
        StoreBackend database = backend();
        Path log = Files.createFile(place.resolve("told"));
        Random random = new Random(seed);
        for (int life = 0; life < lives; life++) {
            Process controller = start(database, log, "life" + life);
            try {
                letLive(controller, log, random);
            } finally {
                controller.destroyForcibly().waitFor();
            }
            check(database, log);
        }
        assertThat(committed(Files.readAllLines(log)))
                .as("the lives got somewhere")
                .isNotEmpty();
    }

    /** Until some more was committed, and then for a moment that ends between any two instructions. */
    private static void letLive(Process controller, Path log, Random random) throws IOException, InterruptedException {
        long enough = Files.size(log) + random.nextInt(1, 4000);
        for (int i = 0; Files.size(log) < enough; i++) {
            assertThat(controller.waitFor(10, TimeUnit.MILLISECONDS))
                    .as("the controller ended by itself")
                    .isFalse();
            assertThat(i).as("the controller does nothing").isLessThan(PATIENCE_SECONDS * 100);
        }
        controller.waitFor(random.nextInt(5000), TimeUnit.MICROSECONDS);
    }

    private Process start(StoreBackend database, Path log, String life) throws IOException {
        String path = String.join(
                File.pathSeparator,
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        path,
                        KilledController.class.getName(),
                        database.address(),
                        log.toString(),
                        life)
                .redirectErrorStream(true)
                .redirectOutput(place.resolve("output").toFile())
                .start();
    }

    private static void check(StoreBackend database, Path log) throws IOException {
        List<String> told = Files.readAllLines(log);
        try (PipelineRig rig = new PipelineRig(database)) {
            List<EventView> traces = traces(rig);
            Map<String, Long> done = traces.stream().collect(Collectors.toMap(EventView::reason, EventView::revision));
            assertThat(traces)
                    .extracting(EventView::revision)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, rig.revision()).boxed().toList());
            assertThat(applied(rig)).hasSameSizeAs(traces).containsExactlyInAnyOrderElementsOf(done.keySet());
            assertThat(rig.keptAnswers()).isEqualTo(done.size());
            assertThat(done).containsAllEntriesOf(committed(told));
            assertThat(done.keySet()).isSubsetOf(asked(told));
        }
    }

    private static List<EventView> traces(PipelineRig rig) {
        List<EventView> events = rig.read(tx -> tx.events().after(0, Integer.MAX_VALUE));
        assertThat(events)
                .extracting(EventView::seq)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, events.size()).boxed().toList());
        return events.stream().filter(event -> event.type().equals("traced")).toList();
    }

    private static List<String> applied(PipelineRig rig) {
        List<Intent> intents = rig.read(tx -> tx.intents().after(0, Integer.MAX_VALUE));
        assertThat(intents).extracting(Intent::state).doesNotContain(Intent.State.OPEN);
        return intents.stream()
                .filter(intent -> intent.state() == Intent.State.APPLIED)
                .map(intent -> String.valueOf(intent.args().get("reason")))
                .toList();
    }

    private static Map<String, Long> committed(List<String> told) {
        return lines(told, "committed").collect(Collectors.toMap(words -> words[1], words -> Long.valueOf(words[2])));
    }

    private static List<String> asked(List<String> told) {
        return lines(told, "asked").map(words -> words[1]).toList();
    }

    private static Stream<String[]> lines(List<String> told, String what) {
        return told.stream().map(line -> line.split(" ", -1)).filter(words -> words[0].equals(what));
    }
}
