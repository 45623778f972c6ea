package build.offload.spi.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputPathTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a/b",
                ".hidden",
                "a/.cargo/config",
                "a b",
                "-rf",
                "line\nbreak",
                "日本",
                "😀",
                ".gitignore",
                ".github/x",
                "git~2",
                "sub/offload.toml",
                "...",
                "a..b",
                "..a"
            })
    void pathInsideTheCheckoutIsTaken(String value) {
        assertThat(new OutputPath(value)).hasToString(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/a",
                "//a",
                "a/",
                "/",
                "a//b",
                ".",
                "..",
                "./a",
                "../a",
                "a/./b",
                "a/../b",
                "a/..",
                ".git",
                ".git/config",
                "a/.git/config",
                ".GIT/x",
                ".Git/x",
                "git~1/x",
                "GIT~1",
                "offload.toml",
                ".offload-x",
                "a/.offload-1/b",
                "a\0b"
            })
    void pathOutsideOfABuildsReachIsRefused(String value) {
        assertThatThrownBy(() -> new OutputPath(value))
                .isInstanceOfSatisfying(
                        InvalidValueException.class,
                        wrong -> assertThat(wrong.field()).isEqualTo("output"));
    }

    @Test
    void longestPathHas4096Characters() {
        assertThat(new OutputPath("a".repeat(4096)).value()).hasSize(4096);
        assertThatThrownBy(() -> new OutputPath("a".repeat(4097))).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void pathsAreOrderedByTheirText() {
        assertThat(Stream.of("b", "a/b", "a").map(OutputPath::new).sorted())
                .extracting(OutputPath::value)
                .containsExactly("a", "a/b", "b");
    }
}
