package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.rule.WireRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read about the checks. */
class DocumentationTest {

    @Test
    void thePageListsTheChecksAsTheyAre() throws Exception {
        List<String> listed = Files.readAllLines(Path.of("../docs/conformance.md")).stream()
                .filter(line -> line.startsWith("| W-"))
                .toList();

        assertThat(listed)
                .isEqualTo(WireRules.all().stream()
                        .map(check -> "| " + check.id() + " | " + check.title() + " |")
                        .toList());
    }

    @Test
    void everyCheckSaysWhatItServesAndWhatToLookAt() {
        assertThat(WireRules.all()).hasSizeGreaterThan(100).allSatisfy(check -> {
            assertThat(check.id()).matches("W-[A-Z]+-[0-9]{2}");
            assertThat(check.title()).matches("[A-Z].*[^.]");
            assertThat(check.serves().sentence()).hasSizeGreaterThan(10);
            assertThat(check.lookAt()).matches("(Look|Compare) .*\\.");
        });
        assertThat(WireRules.all().stream().map(check -> check.id()).distinct())
                .hasSize(WireRules.all().size());
    }
}
