package build.offload.kernel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    private record Point(int y, Optional<String> label, int x) {}

    @Test
    void equalMapsGiveEqualTextWhateverTheirOrder() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("b", 1);
        one.put("a", 2);
        Map<String, Object> other = new HashMap<>(Map.of("a", 2, "b", 1));

        assertThat(Json.text(one)).isEqualTo("{\"a\":2,\"b\":1}").isEqualTo(Json.text(other));
        assertThat(Json.text(new HashSet<>(Set.of("c", "a", "b")))).isEqualTo("[\"a\",\"b\",\"c\"]");
    }

    @Test
    void recordKeepsItsOrderAndLeavesOutWhatIsAbsent() {
        assertThat(Json.text(new Point(2, Optional.empty(), 1))).isEqualTo("{\"y\":2,\"x\":1}");
        assertThat(Json.text(new Point(2, Optional.of("p"), 1))).isEqualTo("{\"y\":2,\"label\":\"p\",\"x\":1}");
        assertThat(Json.text(Map.of("i", OptionalInt.empty(), "l", OptionalLong.of(3), "d", OptionalDouble.empty())))
                .isEqualTo("{\"l\":3}");
    }

    @Test
    void keyWithoutAValueIsWrittenAndReadAsNull() {
        Map<String, Object> map = Map.of("rc", Json.Null.NULL);

        assertThat(Json.text(map)).isEqualTo("{\"rc\":null}");
        assertThat(Json.object("{\"rc\":null}")).isEqualTo(map);
    }

    @Test
    void valuesOfTheDomainAreWrittenAsTheirText() {
        assertThat(Json.text(new HostName("debian1"))).isEqualTo("\"debian1\"");
        assertThat(Json.text(Map.of(new HostName("debian1"), HostState.MAINTENANCE)))
                .isEqualTo("{\"debian1\":\"maintenance\"}");
        assertThat(Json.text(Thread.State.TIMED_WAITING)).isEqualTo("\"timed-waiting\"");
        assertThat(Json.text(Instant.parse("2026-03-01T10:00:00.5Z"))).isEqualTo("\"2026-03-01T10:00:00.500Z\"");
        assertThat(Json.text(Duration.ofMillis(1500))).isEqualTo("1.5");
        assertThat(Json.text(Path.of("/a b"))).isEqualTo("\"/a b\"");
        assertThat(Json.text(new byte[] {1, 2, 3})).isEqualTo("\"AQID\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1.0,1",
        "1.50,1.5",
        "-0.0,0",
        "100,100",
        "1e20,100000000000000000000",
        "1e21,1E+21",
        "1e-7,0.0000001",
        "1e-8,1E-8"
    })
    void numberHasOneSpelling(double number, String text) {
        assertThat(Json.text(number)).isEqualTo(text);
    }

    @Test
    void decimalsAndGreatIntegersLoseNothing() {
        BigDecimal decimal = new BigDecimal("0.1000000000000000000000000000000000001");
        BigInteger great = BigInteger.TWO.pow(200);

        assertThat(Json.object(
                        "{\"a\":" + Json.text(decimal) + ",\"b\":" + Json.text(great) + ",\"c\":9223372036854775807}"))
                .isEqualTo(Map.of("a", decimal, "b", great, "c", Long.MAX_VALUE));
        assertThat(Json.text(new BigDecimal("1e999999"))).isEqualTo("1E+999999");
    }

    @Test
    void whatHasNoJsonFormIsRefused() {
        assertThatThrownBy(() -> Json.text(Double.NaN)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.text(Map.of("a", new Object())))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("java.lang.Object has no JSON form");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "1", "{", "{}x", "{\"a\":1,\"a\":2}", "{'a':1}", "{\"a\":01}", "{\"a\":NaN}", "{}{}"})
    void onlyOneWellFormedObjectIsAnObject(String text) {
        assertThatThrownBy(() -> Json.object(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void depthIsBounded() {
        String deep = "[".repeat(100_000);

        assertThatThrownBy(() -> Json.value(deep)).isInstanceOf(JsonException.class);
    }

    @Test
    void whatIsReadCannotBeChanged() {
        Map<String, Object> read = Json.object("{\"a\":[1,{\"b\":2}]}");

        assertThatThrownBy(() -> read.put("x", 1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((List<?>) Objects.requireNonNull(read.get("a"))).clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void writingWhatWasReadGivesTheSameBytes() {
        Random random = new Random(3);
        for (int round = 0; round < 500; round++) {
            byte[] text = Json.bytes(randomValue(random, 4));

            Object read = Json.value(new String(text, StandardCharsets.UTF_8));

            assertThat(Json.bytes(read)).isEqualTo(text);
        }
    }

    private static Object randomValue(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> random.nextLong();
            case 1 -> Double.longBitsToDouble(random.nextLong() & ~(0x400L << 52));
            case 2 -> random.nextBoolean();
            case 3 -> Json.Null.NULL;
            case 4 -> "\u0000\n\"\\é😀" + random.nextInt();
            case 5 -> new BigDecimal(new BigInteger(80, random), random.nextInt(60) - 30);
            case 6 -> List.of(randomValue(random, depth - 1), randomValue(random, depth - 1));
            default -> Map.of("k" + random.nextInt(9), randomValue(random, depth - 1), "z", 1);
        };
    }
}
