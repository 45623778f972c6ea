package build.offload.distribution.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.controller.LogRedaction;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ServerLogTest {

    private static final String FORGE_TOKEN = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";
    private static final String BEARER = "a-token-of-the-operators-own-form";

    private final LogRedaction redaction = new LogRedaction();
    private final ServerLog.SafeFormatter formatter = new ServerLog.SafeFormatter(redaction);

    @Test
    void secretsAreInNoLineAndInNoStackTrace() {
        redaction.hide(BEARER);
        LogRecord record = new LogRecord(Level.SEVERE, "asking https://me:hunter2secret@forge/ with " + BEARER);
        record.setThrown(new IllegalStateException("outside", new IllegalArgumentException("token " + FORGE_TOKEN)));

        String text = formatter.format(record);

        assertThat(text).doesNotContain(BEARER, FORGE_TOKEN, "hunter2secret");
        assertThat(text).contains("[REDACTED:", "IllegalArgumentException", "secretsAreInNoLine");
    }
}
