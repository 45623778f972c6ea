package build.offload.spi.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputPatternTest {

    @ParameterizedTest
    @CsvSource({
        "target/app.jar, target/app.jar",
        "target/*.jar, target/app.jar",
        "target/*.jar, target/.jar",
        "target/*, target/.hidden",
        "*, file",
        "a*b*c, aXbYc",
        "a*b*c, abbc",
        "file-?.txt, file-1.txt",
        "file-[abc].txt, file-b.txt",
        "file-[a-c].txt, file-b.txt",
        "file-[!abc].txt, file-x.txt",
        "file-[^abc].txt, file-x.txt",
        "'file-[]a]', 'file-]'",
        "'file-[!]a]', file-b",
        "'file-[a-]', file--",
        "'file-[-a]', file--",
        "'file-[a&&b]', 'file-&'",
        "**, file",
        "**, a/b/c",
        "**/x, x",
        "**/x, a/b/x",
        "a/**/b, a/b",
        "a/**/b, a/x/y/b",
        "a/**, a/b",
        "a/**, a/b/c",
        "a/, a/b/c",
        "a/**/**/b, a/b",
        "**/*.class, com/acme/Main.class",
        "a/**/b/**/c, a/b/x/b/c",
    })
    void coversWhatItSays(String pattern, String path) {
        assertThat(covers(pattern, path)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "target/app.jar, target/app.jar2",
        "target/app.jar, other/target/app.jar",
        "target/*.jar, target/lib/app.jar",
        "target/*.jar, target/app.war",
        "*, a/b",
        "file-?.txt, file-12.txt",
        "file-?.txt, file-.txt",
        "file-[abc].txt, file-d.txt",
        "file-[!abc].txt, file-a.txt",
        "'file-[!]a]', 'file-]'",
        "a/**, a",
        "a/**/b, a/xb",
        "**/x, a/xx",
        "a.b, axb",
        "a/b, A/B",
    })
    void coversNothingElse(String pattern, String path) {
        assertThat(covers(pattern, path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "it's",
                "$HOME",
                "~x",
                "-rf",
                "line\nbreak",
                "日本",
                "😀",
                "(",
                "a\\b",
                "\\E",
                "[a",
                "[!",
                "^.$"
            })
    void nameWithoutWildcardsStandsForItself(String name) {
        assertThat(covers("out/" + name, "out/" + name)).isTrue();
        assertThat(covers("out/" + name, "out/" + name + "x")).isFalse();
    }

    @Test
    void oneCharacterIsOneCharacterHoweverItIsEncoded() {
        assertThat(covers("out/?", "out/😀")).isTrue();
        assertThat(covers("out/[😀-😂]", "out/😁")).isTrue();
        assertThat(covers("out/??", "out/😀")).isFalse();
    }

    @Test
    void lineBreaksInNamesAreCharactersLikeAnyOther() {
        assertThat(covers("out/*", "out/a\nb")).isTrue();
        assertThat(covers("**", "a\nb/c")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/abs",
                "a//b",
                "a//",
                "../",
                "../up",
                "a/../b",
                "./a",
                ".",
                ".git/hooks/x",
                "a/.GIT/x",
                "git~1/x"
            })
    void patternOutsideOfABuildsReachIsRefused(String pattern) {
        assertThatThrownBy(() -> new OutputPattern(pattern)).isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a**", "**.jar", "a/b**/c", "***"})
    void twoStarsStandAloneOrNotAtAll(String pattern) {
        assertThatThrownBy(() -> new OutputPattern(pattern))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("** stands only as a component of its own");
    }

    @Test
    void emptyRangeIsRefusedWithTheField() {
        assertThatThrownBy(() -> new OutputPattern("out/[z-a]"))
                .isInstanceOfSatisfying(InvalidValueException.class, wrong -> {
                    assertThat(wrong.field()).isEqualTo("output");
                    assertThat(wrong).hasMessageContaining("z-a");
                });
    }

    @Test
    void aSlashAtTheEndDeclaresTheWholeFolder() {
        assertThat(new OutputPattern("a/b/")).isEqualTo(new OutputPattern("a/b/**"));
        assertThat(new OutputPattern("a/b/").wholeFolder()).hasValue(new OutputPath("a/b"));
    }

    @Test
    void literalNamesOneFile() {
        assertThat(new OutputPattern("target/app.jar").literal()).isTrue();
        assertThat(new OutputPattern("target/*.jar").literal()).isFalse();
        assertThat(new OutputPattern("target/?").literal()).isFalse();
        assertThat(new OutputPattern("target/[ab]").literal()).isFalse();
    }

    @Test
    void wholeFolderIsOneAllOfWhoseContentIsDeclared() {
        assertThat(new OutputPattern("web/dist/**").wholeFolder()).contains(new OutputPath("web/dist"));
        assertThat(new OutputPattern("web/dist/*").wholeFolder()).isEmpty();
        assertThat(new OutputPattern("web/*/**").wholeFolder()).isEmpty();
        assertThat(new OutputPattern("web/**/dist").wholeFolder()).isEmpty();
        assertThat(new OutputPattern("**").wholeFolder()).isEmpty();
    }

    @Test
    void matcherIsTheSameTestForManyPaths() {
        Predicate<OutputPath> matcher = new OutputPattern("target/*.jar").matcher();

        assertThat(matcher.test(new OutputPath("target/a.jar"))).isTrue();
        assertThat(matcher.test(new OutputPath("target/a.war"))).isFalse();
    }

    @Test
    @Timeout(5)
    void noPatternTakesLong() {
        assertThat(covers("*a*a*a*a*a*a*a*b", "a".repeat(250))).isFalse();
        assertThat(covers("**/a/**/a/**/a/**/a/**/a/x", "a/".repeat(500) + "y")).isFalse();
        assertThat(covers("[" + "ab".repeat(1500) + "]", "b")).isTrue();
        assertThat(covers("?".repeat(4000), "b".repeat(4000))).isTrue();
    }

    private static boolean covers(String pattern, String path) {
        return new OutputPattern(pattern).matches(new OutputPath(path));
    }
}
