package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.RuntimeFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command and a controller of different versions do not talk past each other. */
class VersionSkewTest {

    @Test
    void aCommandRefusesAControllerOfAnotherVersionWithBothAndCanStillStopIt(@TempDir Path folder) throws Exception {
        try (Product product = new Product(folder)) {
            product.up();
            RuntimeFile now = product.running().orElseThrow();
            new RuntimeFile(now.address(), now.tokenFile(), "0.0.9", now.process())
                    .write(Product.places(folder).runtimeFile());

            Outcome refused = product.offload(folder, "hosts");

            assertThat(refused.exit()).as(refused.toString()).isEqualTo(77);
            assertThat(refused.err())
                    .contains("offload 0.0.9")
                    .contains("offload " + now.version())
                    .contains("offload down");
            assertThat(product.offload(folder, "down").exit()).isZero();
            assertThat(product.running()).isEmpty();
        }
    }
}
