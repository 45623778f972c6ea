package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any text survives the way through a shell, and on that way means nothing to it. */
class OctalTextTest {

    /** The runner's own way of undoing the escapes, for many lines at once; a dot keeps the ends of values apart. */
    private static final String DECODER =
            "while IFS= read -r line; do v=$(printf '%b.' \"$line\"); printf '%s\\0' \"${v%.}\"; done";

    @Property(tries = 30)
    void anyTextsComeOutAsTheyWentIn(@ForAll("oddTexts") List<String> texts) throws IOException {
        for (String shell : List.of("/bin/dash", "/bin/bash")) {
            String lines = texts.stream().map(OctalText::of).collect(Collectors.joining("\n", "", "\n"));

            String decoded = through(Path.of(shell), lines);

            assertThat(decoded)
                    .isEqualTo(texts.stream().map(text -> text + "\0").collect(Collectors.joining()));
        }
    }

    @Property(tries = 200)
    void aLineIsOneWordOfHarmlessCharacters(@ForAll("oddTexts") List<String> texts) {
        assertThat(texts)
                .map(OctalText::of)
                .allMatch(line -> line.matches("([A-Za-z0-9_./:=@+,-]|\\\\0[0-3][0-7][0-7])*"));
    }

    @Example
    void nulIsRefused() {
        assertThatThrownBy(() -> OctalText.of("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Provide
    Arbitrary<List<String>> oddTexts() {
        Arbitrary<String> known = Arbitraries.of(
                "",
                " ",
                "a b",
                "it's",
                "\"",
                "$HOME",
                "~x",
                "-rf",
                "-n",
                "line\nbreak",
                "end\n",
                "\n\n",
                "日本",
                "\\",
                "\\n",
                "\\0141",
                "\\c",
                "%s",
                "`id`",
                "$(id)",
                "!!",
                "*",
                "?",
                "[a]",
                "#x",
                "a;b",
                "a&b",
                "\t",
                "\r\n",
                "\u0001\u007f",
                "é\u0301",
                "\ud83d\ude00");
        Arbitrary<String> random = Arbitraries.strings()
                .ofMaxLength(40)
                .map(text -> text.replace("\0", ""))
                .map(OctalTextTest::paired);
        return Arbitraries.oneOf(known, random).list().ofMinSize(1).ofMaxSize(20);
    }

    /** Half of a surrogate pair is no character, and has no bytes to travel as. */
    private static String paired(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String through(Path shell, String lines) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(shell.toString(), "-c", DECODER);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(lines.getBytes(StandardCharsets.US_ASCII));
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
