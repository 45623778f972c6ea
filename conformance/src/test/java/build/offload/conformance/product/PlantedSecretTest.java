package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.ControllerClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A secret that somebody types where it does not belong is not repeated, and the controller's own token is nowhere. */
@Tag("B64")
class PlantedSecretTest {

    private static final String PLANTED = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";

    @TempDir
    private Path folder;

    @Test
    void plantedSecretIsInNoEventNoAuditNoLogAndNoRefusal() throws Exception {
        try (Product product = new Product(folder)) {
            product.up();
            product.enrolThisMachine("here", 1);
            List<String> said = new ArrayList<>();

            said.add(product.offload("quarantine", "here", PLANTED).err());
            said.add(unquarantined(product, "not " + PLANTED));
            said.add(text("events", "limit=1000"));
            said.add(text("audit", "internal=true&limit=1000"));
            String token = Files.readString(product.running().orElseThrow().tokenFile())
                    .strip();
            product.down();
            said.add(Files.readString(product.state().resolve("controller.log")));
            said.add(Files.readString(product.state().resolve("events.jsonl")));

            assertThat(said).allSatisfy(text -> assertThat(text).doesNotContain(PLANTED, token));
            assertThat(said).anySatisfy(text -> assertThat(text).contains("[REDACTED:"));
            assertThat(said.get(1)).contains("is not quarantined");
            assertThat(new String(
                            Files.readAllBytes(product.state().resolve("offload.db")), StandardCharsets.ISO_8859_1))
                    .doesNotContain(token);
        }
    }

    private String unquarantined(Product product, String command) throws IOException {
        Map<String, Object> body = Map.of(
                "expectedRevision",
                product.status().number("revision").orElseThrow(),
                "idempotencyKey",
                UUID.randomUUID().toString(),
                "args",
                Map.of("host", "here", "command", command));
        return new String(
                ControllerClient.of(Product.places(folder))
                        .post("/transition/host-unquarantine", body)
                        .body(),
                StandardCharsets.UTF_8);
    }

    private String text(String resource, String query) throws IOException {
        return new String(
                ControllerClient.of(Product.places(folder))
                        .get(ControllerClient.api(resource) + "?" + query)
                        .body(),
                StandardCharsets.UTF_8);
    }
}
