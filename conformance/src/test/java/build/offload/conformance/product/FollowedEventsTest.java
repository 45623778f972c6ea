package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever follows the events sees each of them once, whatever happens to the controller meanwhile. */
class FollowedEventsTest {

    @TempDir
    private Path folder;

    @Test
    void followingGoesOnWithoutAGapOrARepetitionWhenTheControllerIsStoppedOrKilled() throws Exception {
        try (Product product = new Product(folder)) {
            product.up();
            ProductCommand following = product.begin(folder, "events", "--follow", "--json", "--limit", "2");
            following.awaitOutput("controller-started");

            product.down();
            product.up();
            product.offload("mode", "draining");
            following.awaitOutput("\"draining\"");
            product.killController();
            product.up();
            product.offload("mode", "available");
            following.awaitOutput("\"mode\":\"available\"");
            following.signal("INT");

            List<Long> numbers = new ArrayList<>();
            for (String line : following.await().out().lines().toList()) {
                numbers.add(Json.parse(line.getBytes(StandardCharsets.UTF_8))
                        .number("seq")
                        .orElseThrow());
            }
            assertThat(numbers)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, numbers.size()).boxed().toList());
        }
    }
}
