package build.offload.distribution.run;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JobReportTest {

    @Test
    void transferWhoseEndIsKnownIsToldAtEachTenth() throws IOException {
        assertThat(moving("\"what\":\"outputs\",\"bytes\":47185920,\"total\":104857600"))
                .isEqualTo("outputs 40 % of 100 MiB");
    }

    @Test
    void transferWhoseEndIsUnknownIsToldWheneverItHasDoubled() throws IOException {
        assertThat(moving("\"what\":\"snapshot\",\"bytes\":47185920")).isEqualTo("snapshot more than 32 MiB");
    }

    @Test
    void smallTransferIsNotWorthAWord() throws IOException {
        assertThat(moving("\"what\":\"snapshot\",\"bytes\":1000")).isEmpty();
        assertThat(new JobReport(Json.parse("{}".getBytes(StandardCharsets.UTF_8))).moving())
                .isEmpty();
    }

    private static String moving(String fields) throws IOException {
        String job = "{\"transfer\":{\"moving\":{" + fields + "}}}";
        return new JobReport(Json.parse(job.getBytes(StandardCharsets.UTF_8)))
                .moving()
                .orElse("");
    }
}
