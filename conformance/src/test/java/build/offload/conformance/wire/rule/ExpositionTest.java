package build.offload.conformance.wire.rule;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.rule.Exposition.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of the text exposition format. */
class ExpositionTest {

    @Test
    void soundLinesAreReadAndNothingIsFoundWrong() {
        Exposition exposition = Exposition.read("""
                # HELP a What it is.
                # TYPE a counter
                a 1
                # a comment

                b{x="1",y="q\\"uo\\\\te\\n"} -2.5e3 1700000000000
                c{} NaN
                d{x="1",} +Inf
                """);

        assertThat(exposition.faults()).isEmpty();
        assertThat(exposition.samples())
                .containsExactly(
                        new Sample("a", Map.of(), 1),
                        new Sample("b", Map.of("x", "1", "y", "q\"uo\\te\n"), -2500),
                        new Sample("c", Map.of(), Double.NaN),
                        new Sample("d", Map.of("x", "1"), Double.POSITIVE_INFINITY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a 1",
                "a\n",
                "1a 1\n",
                "a one\n",
                "a 1 2 3\n",
                "a{x=1} 1\n",
                "a{x=\"q\"uote\"} 1\n",
                "a{x=\"\\t\"} 1\n",
                "a{x=\"1\",x=\"2\"} 1\n",
                "a 1\na 2\n",
                "a{x=\"1\"} 1\na{x=\"1\"} 1\n",
                "# TYPE a gauge\n# TYPE a gauge\n",
                "a 1\n# TYPE a gauge\n",
                "# TYPE a number\n"
            })
    void whatBreaksTheFormatIsNotedDown(String text) {
        assertThat(Exposition.read(text).faults()).hasSize(1);
    }
}
