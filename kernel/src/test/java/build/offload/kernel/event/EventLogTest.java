package build.offload.kernel.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.json.Json;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.ResumePoint;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreWriter;
import build.offload.kernel.world.SimulatedWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {

    private static final EventLogSettings LARGE = new EventLogSettings(1 << 20, 3, 1000, 1);

    private final SimulatedWorld sim = SimulatedWorld.seeded(1);

    @TempDir
    Path folder;

    private Store store;
    private StoreWriter writer;
    private EventLog log;
    private boolean pointsAreSaved = true;
    private int appended;
    private int asked;

    @BeforeEach
    void open() {
        store = Store.open(folder.resolve("store.db"), sim.world());
        writer = store.writer();
        log = newLog(LARGE);
    }

    @AfterEach
    void close() {
        log.close();
        store.close();
    }

    private EventLog newLog(EventLogSettings settings) {
        return new EventLog(folder, store, this::save, settings);
    }

    private void save(String projection, ResumePoint point) {
        asked++;
        if (pointsAreSaved) {
            writer.begin().projections().put(projection, point);
            writer.commit();
        }
    }

    private void append(int count) {
        var events = writer.begin().events();
        for (int i = 0; i < count; i++) {
            appended++;
            NewEvent event = NewEvent.of("type", "controller", "reason-" + appended)
                    .rc(appended)
                    .duration(0.5);
            events.append(event.committed(appended, sim.clock().now(), "operator", new Redactor()));
        }
        writer.commit();
    }

    private void crashAndStart(EventLogSettings settings) {
        log.close();
        pointsAreSaved = true;
        log = newLog(settings);
    }

    private List<String> reasons() throws IOException {
        List<String> reasons = new ArrayList<>();
        for (Path file : files()) {
            Files.readAllLines(file)
                    .forEach(line -> reasons.add((String) Json.object(line).get("reason")));
        }
        return reasons;
    }

    /** Return full files first, oldest first, then the growing one. */
    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    private List<String> allReasons() {
        return Stream.iterate(1, i -> i <= appended, i -> i + 1)
                .map(i -> "reason-" + i)
                .toList();
    }

    @Test
    void lineHasExactlyTheTenKeysOfTheSpecAlways() throws IOException {
        NewEvent event = NewEvent.of("job-started", "running", "started")
                .job("job-1", "acme/app", "tree-1", 2)
                .host("debian1")
                .data(Map.of("more", "not in the line"));
        writer.begin().events().append(event.committed(5, sim.clock().now(), "operator", new Redactor()));
        writer.commit();

        assertThat(log.tick()).isEqualTo(1);

        assertThat(Files.readString(folder.resolve("events.jsonl")))
                .isEqualTo(
                        "{\"ts\":\"2026-03-01T09:00:00Z\",\"job\":\"job-1\",\"repo\":\"acme/app\",\"host\":\"debian1\","
                                + "\"snapshot\":\"tree-1\",\"attempt\":2,\"stage\":\"running\",\"reason\":\"started\",\"rc\":null,"
                                + "\"durationSeconds\":0}\n");
    }

    @Test
    void eachEventIsOneLineInOrder() throws IOException {
        append(3);
        assertThat(log.tick()).isEqualTo(3);
        append(2);
        assertThat(log.tick()).isEqualTo(2);
        assertThat(log.tick()).isZero();

        assertThat(reasons()).isEqualTo(allReasons());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("events.jsonl"))))
                .isEqualTo("rw-------");
    }

    @Test
    void afterACrashNoLineIsMissingAndNoneIsTwice() throws IOException {
        append(3);
        log.tick();
        pointsAreSaved = false;
        append(4);
        log.tick();
        Files.writeString(folder.resolve("events.jsonl"), "{\"half\":", java.nio.file.StandardOpenOption.APPEND);

        crashAndStart(LARGE);
        append(1);
        log.tick();

        assertThat(reasons()).isEqualTo(allReasons());
    }

    @Test
    void fileThatLostItsEndIsWrittenAgain() throws IOException {
        append(5);
        log.tick();
        Files.writeString(folder.resolve("events.jsonl"), "");

        crashAndStart(LARGE);
        log.tick();

        assertThat(reasons()).isEqualTo(allReasons());
    }

    @Test
    void fileThatWasDeletedOrCutWhileOpenIsWrittenAgain() throws IOException {
        append(2);
        log.tick();
        Files.delete(folder.resolve("events.jsonl"));
        append(2);
        log.tick();
        log.tick();
        assertThat(reasons()).isEqualTo(allReasons());

        Files.writeString(folder.resolve("events.jsonl"), "");
        log.tick();
        assertThat(reasons()).isEqualTo(allReasons());
    }

    @Test
    void fullFileIsPutAsideUnderTheNumberOfItsFirstEvent() throws IOException {
        EventLogSettings small = new EventLogSettings(400, 10, 1000, 1);
        crashAndStart(small);
        for (int i = 0; i < 4; i++) {
            append(3);
            log.tick();
        }

        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "events-00000000000000000001.jsonl",
                        "events-00000000000000000004.jsonl",
                        "events-00000000000000000007.jsonl",
                        "events.jsonl");
        assertThat(reasons()).isEqualTo(allReasons());
    }

    @Test
    void oldestFullFilesAreDeleted() throws IOException {
        crashAndStart(new EventLogSettings(400, 2, 1000, 1));
        for (int i = 0; i < 6; i++) {
            append(3);
            log.tick();
        }

        assertThat(files()).hasSize(3);
        assertThat(reasons()).isEqualTo(allReasons().subList(9, 18));
    }

    @Test
    void crashBetweenPuttingAsideAndItsResumePointLosesNothing() throws IOException {
        EventLogSettings small = new EventLogSettings(400, 10, 1000, 1);
        crashAndStart(small);
        append(3);
        log.tick();
        pointsAreSaved = false;
        append(3);
        log.tick();
        assertThat(files()).as("the first file was put aside").hasSize(2);

        crashAndStart(small);
        append(1);
        log.tick();

        assertThat(reasons()).isEqualTo(allReasons());
    }

    @Test
    void fileIsNotPutAsideBeforeItsEndIsDurable() throws IOException {
        crashAndStart(new EventLogSettings(400, 10, 1000, 1));
        pointsAreSaved = false;
        append(3);
        log.tick();
        append(3);
        log.tick();

        assertThat(files()).hasSize(1);
    }

    @Test
    void resumePointsAreSparedWhileLinesKeepComing() throws IOException {
        EventLogSettings sparing = new EventLogSettings(1 << 20, 3, 1000, 1 << 16);
        crashAndStart(sparing);
        for (int i = 0; i < 5; i++) {
            append(2);
            log.tick();
        }
        assertThat(asked).isZero();

        log.tick();
        log.tick();
        assertThat(asked).as("once, when nothing new came").isEqualTo(1);
        append(2);
        log.tick();
        crashAndStart(sparing);
        log.tick();
        assertThat(reasons()).isEqualTo(allReasons());
    }

    @Test
    void tickWritesNoMoreThanItsLines() {
        crashAndStart(new EventLogSettings(1 << 20, 3, 2, 1));
        append(5);

        assertThat(List.of(log.tick(), log.tick(), log.tick(), log.tick())).containsExactly(2, 2, 1, 0);
    }

    @Test
    void failedWriteIsNamedAndMadeGoodLater() throws IOException {
        append(2);
        Files.createDirectory(folder.resolve("events.jsonl"));

        assertThatThrownBy(log::tick)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("events.jsonl cannot be written");
        Files.delete(folder.resolve("events.jsonl"));
        log.tick();

        assertThat(reasons()).isEqualTo(allReasons());
    }
}
