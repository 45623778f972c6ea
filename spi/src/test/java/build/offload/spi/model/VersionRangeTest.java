package build.offload.spi.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionRangeTest {

    @ParameterizedTest
    @CsvSource({
        "*, 1",
        "*, whatever",
        "*, ''",
        "21, 21",
        "21, 21.0.3",
        "=21, 21.0.3",
        "21.0, 21.0.3",
        ">=3.8, 3.8",
        ">=3.8, 3.8.0",
        ">=3.8, 3.8.7",
        ">=3.8, 3.10",
        ">=3.8, 4",
        ">3.8, 3.9",
        ">3, 4.0",
        "<4, 3.9.9",
        "<4, 3",
        "<=4, 4",
        "<=4, 4.2.1",
        ">=3.8 <4, 3.9.6",
        ">=3.8  <4, 3.9.6",
        ">=21, openjdk 21.0.2 2024-01-16",
        ">=20, v20.11.1",
        ">=3.8, Apache Maven 3.8.7 (b89d5959fcde851dcb1c8946a785a163f14e1e29)",
        ">=1, 99999999999999999999.1",
        "99999999999999999999, 99999999999999999999.1",
    })
    void admits(String range, String version) {
        assertThat(new VersionRange(range).contains(version)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "21, 17.0.9",
        "21, 210",
        "21, 2.1",
        "21.0, 21",
        ">=3.8, 3.7.9",
        ">=3.10, 3.9",
        ">3.8, 3.8",
        ">3.8, 3.8.7",
        "<4, 4",
        "<4, 4.0",
        "<=4, 5",
        "<=4.1, 4.2",
        ">=3.8 <4, 4.0.1",
        ">=3.8 <4, 3.6",
        ">=1, ''",
        ">=1, no number at all",
    })
    void doesNotAdmit(String range, String version) {
        assertThat(new VersionRange(range).contains(version)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "latest", ">=", ">= 3", "3.", ".3", "3..8", "~>3", "3.8,4", "3.8 *", " 3.8", "3.8 ", "3.x",
                "3.8\n"
            })
    void whatIsNoRangeIsRefusedWithTheField(String text) {
        assertThatThrownBy(() -> new VersionRange(text))
                .isInstanceOfSatisfying(
                        InvalidValueException.class,
                        wrong -> assertThat(wrong.field()).isEqualTo("version range"));
    }

    @Test
    void rangeIsShort() {
        assertThatThrownBy(() -> new VersionRange("1" + ".1".repeat(30_000)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("200");
    }

    @Test
    void whatAStrangeToolPrintsIsReadAsFarAsAVersionGoes() {
        assertThat(new VersionRange(">=1").contains("1" + ".1".repeat(30_000))).isTrue();
        assertThat(new VersionRange(">=1").contains("x".repeat(1000) + "2")).isFalse();
    }

    @Test
    void everyVersionIsTheStar() {
        assertThat(VersionRange.everyVersion()).isEqualTo(new VersionRange("*"));
        assertThat(VersionRange.everyVersion().any()).isTrue();
        assertThat(new VersionRange(">=0").any()).isFalse();
        assertThat(new VersionRange(">=3.8 <4")).hasToString(">=3.8 <4");
    }
}
