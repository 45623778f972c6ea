package build.offload.distribution.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {

    @ParameterizedTest
    @CsvSource({"90, 90", "90s, 90", "20m, 1200", "1h30m, 5400", "2d, 172800", "1d1h1m1s, 90061"})
    void durationIsReadAsPeopleWriteIt(String text, long seconds) {
        assertThat(Quantities.duration(text)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0s", "-1", "1.5h", "m", "1 h", "30m1h", "1w", "99999999999"})
    void textThatIsNoDurationIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Quantities.duration(text));
    }

    @ParameterizedTest
    @CsvSource({"17, 17", "1kB, 1000", "2KiB, 2048", "2GiB, 2147483648", "1TB, 1000000000000"})
    void sizeIsReadAsPeopleWriteIt(String text, long bytes) {
        assertThat(Quantities.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "1.5GB", "1 GB", "1gb", "GB", "999999999999TiB"})
    void textThatIsNoSizeIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Quantities.bytes(text));
    }

    @Test
    void sizeIsShownInItsLargestUnit() {
        assertThat(Quantities.readable(1023)).isEqualTo("1023 B");
        assertThat(Quantities.readable(1536)).isEqualTo("1.5 KiB");
        assertThat(Quantities.readable(3L << 30)).isEqualTo("3.0 GiB");
    }
}
