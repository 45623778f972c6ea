package build.offload.kernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.fleet.HostControl.Decision;
import build.offload.kernel.json.Json;
import build.offload.kernel.store.ControlRow;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.InvalidValueException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rule of the control record against every sequence of the shared vector file, step by step. */
@Tag("D01")
class HostControlVectorsTest {

    private static final Map<String, Object> FILE = file();

    private static Map<String, Object> file() {
        try (InputStream vectors = HostControlVectorsTest.class.getResourceAsStream("host-control-vectors.json")) {
            return Json.object(new String(
                    Objects.requireNonNull(vectors, "the vector file").readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @TestFactory
    Stream<DynamicTest> everySequenceGoesAsWritten() {
        return cases().stream().map(test -> DynamicTest.dynamicTest(text(test, "name"), () -> run(test)));
    }

    @Test
    void fileHasTwelveSequencesAndFortyThreeSteps() {
        List<Integer> lengths =
                cases().stream().map(test -> objects(test, "steps").size()).toList();

        assertThat(lengths).hasSize(12);
        assertThat(lengths.stream().mapToInt(Integer::intValue).sum()).isEqualTo(43);
    }

    @Test
    void limitsAreTheFiles() {
        Map<String, Object> limits = object(FILE, "limits");

        assertThat(HostControl.LAST_EXPECTED).isEqualTo(limits.get("maxExpectedVersion"));
        ControlRow last = new ControlRow(
                HostMode.DRAINING, HostControl.LAST_EXPECTED, OptionalLong.empty(), Optional.of(Instant.EPOCH));
        Decision made =
                HostControl.restore(last, OptionalLong.of(HostControl.LAST_EXPECTED), time(limits, "maxTimeMs"));
        assertThat(made).isInstanceOf(Decision.Changed.class);
        assertThat(((Decision.Changed) made).record().version()).isEqualTo(limits.get("maxVersion"));
    }

    private static void run(Map<String, Object> test) {
        ControlRow current = control(object(test, "start"));
        List<String> seen = new ArrayList<>();
        for (Map<String, Object> step : objects(test, "steps")) {
            Map<String, Object> expected = object(step, "expect");
            Answer answer = answer(current, step);
            current = answer.control();
            seen.add(answer.word());
            assertThat(answer.word()).as("%s: %s", text(test, "why"), seen).isEqualTo(word(expected));
            assertThat(current)
                    .as("record after %s", seen)
                    .isEqualTo(control(object(expected, expected.containsKey("control") ? "control" : "controlAfter")));
        }
    }

    private record Answer(String word, ControlRow control) {}

    private static Answer answer(ControlRow current, Map<String, Object> step) {
        try {
            return switch (decide(current, step)) {
                case Decision.Changed(ControlRow record) -> new Answer("changed", record);
                case Decision.Unchanged(ControlRow record) -> new Answer("unchanged", record);
                case Decision.Stale _ -> new Answer("stale_version", current);
            };
        } catch (InvalidValueException invalid) {
            return new Answer("validation", current);
        }
    }

    private static Decision decide(ControlRow current, Map<String, Object> step) {
        OptionalLong expected = step.get("expectedVersion") instanceof Number version
                ? OptionalLong.of(version.longValue())
                : OptionalLong.empty();
        return text(step, "op").equals("drain")
                ? HostControl.drain(current, expected, time(step, "nowMs"))
                : HostControl.restore(current, expected, time(step, "nowMs"));
    }

    private static String word(Map<String, Object> expected) {
        if (text(expected, "result").equals("error")) {
            return text(expected, "code");
        }
        return Boolean.TRUE.equals(expected.get("changed")) ? "changed" : "unchanged";
    }

    private static ControlRow control(Map<String, Object> json) {
        return new ControlRow(
                HostMode.valueOf(text(json, "mode").toUpperCase(Locale.ROOT)),
                number(json, "version").orElseThrow(),
                number(json, "requestVersion"),
                number(json, "updatedAtMs").stream()
                        .mapToObj(Instant::ofEpochMilli)
                        .findFirst());
    }

    private static OptionalLong number(Map<String, Object> json, String name) {
        return json.get(name) instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    private static Instant time(Map<String, Object> json, String name) {
        return Instant.ofEpochMilli(number(json, name).orElseThrow());
    }

    private static String text(Map<String, Object> json, String name) {
        return (String) Objects.requireNonNull(json.get(name), name);
    }

    @SuppressWarnings("unchecked") // The reader makes maps with string keys only.
    private static Map<String, Object> object(Map<String, Object> json, String name) {
        return (Map<String, Object>) Objects.requireNonNull(json.get(name), name);
    }

    @SuppressWarnings("unchecked") // The reader makes maps with string keys only.
    private static List<Map<String, Object>> objects(Map<String, Object> json, String name) {
        return (List<Map<String, Object>>) Objects.requireNonNull(json.get(name), name);
    }

    private static List<Map<String, Object>> cases() {
        return objects(FILE, "cases");
    }
}
