package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

/** A controller whose audit journal cannot be written, because another process holds its database. */
@Tag("B61")
class JournalTroubleTest {

    @TempDir
    private Path folder;

    @Test
    void changesAreRefusedReadsSayWhyAndItIsOverByItselfWhenTheCauseIsGone() throws Exception {
        try (Product product = new Product(folder)) {
            product.up();
            product.enrolThisMachine("here", 1);
            try (Connection holder = JDBC.createConnection(
                            "jdbc:sqlite:" + product.state().resolve("offload.db"), new Properties());
                    Statement statement = holder.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");

                Reply refused = reconcile(product);

                assertThat(refused.status()).isEqualTo(403);
                assertThat(new String(refused.body(), StandardCharsets.UTF_8))
                        .isEqualTo("{\"error\":\"audit-write-failed\"}");
                Json status = product.status();
                assertThat(status.text("observed")).contains("degraded");
                assertThat(status.at("dispatch").text("state")).contains("paused");
                assertThat(status.at("dispatch").text("detail")).contains("audit-write-failed");
                Json health = product.read("health");
                assertThat(health.flag("ready")).isFalse();
                assertThat(health.at("journal").text("reason")).isPresent();
                assertThat(health.at("journal").text("since")).isPresent();
                assertThat(client().get("/readyz").status()).isEqualTo(503);
                assertThat(client().get("/livez").status()).isEqualTo(200);

                statement.execute("ROLLBACK");
            }

            Waits.until(
                    "dispatch to be healthy",
                    () -> product.status().at("dispatch").text("state", "").equals("healthy"));
            assertThat(reconcile(product).status()).isEqualTo(200);
            assertThat(product.read("health").at("journal").present()).isFalse();
        }
    }

    private ControllerClient client() {
        return ControllerClient.of(Product.places(folder));
    }

    private Reply reconcile(Product product) throws IOException {
        return client().post(
                        "/transition/admission-reconcile",
                        Map.of(
                                "expectedRevision",
                                product.status().number("revision").orElseThrow(),
                                "idempotencyKey",
                                UUID.randomUUID().toString(),
                                "args",
                                Map.of()));
    }
}
