package build.offload.kernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page about the state machines says what the code does, because it is written by it. */
class HostLifeDocumentTest {

    private static final Path PAGE = Path.of("..", "docs", "state-machines.md");

    @Test
    void pageSaysWhatTheCodeDoes() throws IOException {
        String generated = HostLifeTable.text();
        if (Boolean.getBoolean("offload.write-docs")) {
            Files.writeString(PAGE, generated);
        }

        assertThat(Files.readString(PAGE)).isEqualTo(generated);
    }
}
