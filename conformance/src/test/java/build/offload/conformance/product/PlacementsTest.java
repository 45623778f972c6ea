package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What watches over placements finds each thing that it is to find. */
class PlacementsTest {

    private static final Map<String, String> KINDS = Map.of("j1", "a", "j2", "a", "j3", "b");

    /** Return what is checked of events, each a line of type, job, host and mode. */
    private static Placements following(String... lines) throws IOException {
        List<Json> events = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            events.add(Json.parse("""
                    {"type":"%s","job":"%s","host":"%s","data":{"mode":"%s"}}
                    """.formatted((Object[]) words).getBytes(StandardCharsets.UTF_8)));
        }
        return Placements.of(events);
    }

    @Test
    void orderHoldsWithinAKindOnly() {
        assertThatCode(() -> following(
                                "job-submitted j1 - -",
                                "job-submitted j2 - -",
                                "job-submitted j3 - -",
                                "job-placed j3 h -",
                                "job-placed j1 h -",
                                "job-placed j2 h -")
                        .check(KINDS))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> following(
                                "job-submitted j1 - -",
                                "job-submitted j2 - -",
                                "job-placed j2 h -",
                                "job-placed j1 h -")
                        .check(KINDS))
                .hasMessageContaining("waiting when j2 was placed");
    }

    @Test
    void jobThatIsQueuedAgainHasThePlaceItHad() {
        assertThatThrownBy(() -> following(
                                "job-submitted j1 - -",
                                "job-submitted j2 - -",
                                "job-placed j1 h -",
                                "job-requeued j1 - -",
                                "job-placed j2 h -",
                                "job-placed j1 h -")
                        .check(KINDS))
                .hasMessageContaining("waiting when j2 was placed");
    }

    @Test
    void nothingIsPlacedOnADrainingHostAndNothingIsForgotten() {
        assertThatThrownBy(() -> following("job-submitted j1 - -", "host-control - h draining", "job-placed j1 h -")
                        .check(KINDS))
                .hasMessageContaining("draining when j1 was placed");
        assertThatThrownBy(() -> following("job-submitted j1 - -").check(KINDS)).hasMessageContaining("never placed");
    }
}
