package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration that changes under a running controller. */
class ConfigurationReloadTest {

    private static final String HOST = "here";

    @TempDir
    private Path folder;

    private Product product;
    private Project project;

    @BeforeEach
    void start() throws Exception {
        product = new Product(folder);
        product.up();
        product.enrolThisMachine(HOST, 1);
        project = Project.in(folder.resolve("project"), product)
                .file("readme", "")
                .commit();
    }

    @AfterEach
    void stop() throws Exception {
        product.close();
    }

    @Test
    void brokenConfigurationStopsDispatchAsOneIncidentUntilItIsRepairedWithoutARestart() throws Exception {
        // given a configuration that somebody breaks
        long before = product.status().number("revision").orElseThrow();
        product.configure("nonsense = 1");
        awaitDispatch("paused", Optional.of("config-invalid"));

        // then it is one incident that names file, line and reason, and nothing goes anywhere
        Waits.until("the incident", () -> incidents().size() == 1);
        assertThat(product.status().text("observed")).contains("degraded");
        assertThat(product.status().number("revision").orElseThrow()).isEqualTo(before + 1);
        assertThat(incidents()).singleElement().satisfies(incident -> {
            assertThat(incident.text("kind")).contains("config-invalid");
            assertThat(incident.text("message", "")).contains("config.toml:2: nonsense: is no key known here");
        });
        Outcome check = product.offload("config", "check");
        assertThat(check.exit()).isEqualTo(78);
        assertThat(check.err()).contains("config.toml:2: nonsense");
        String job = submit();
        assertThat(product.read("jobs", job, "why").list("reasons"))
                .anySatisfy(reason -> assertThat(reason.text("code")).contains("config-invalid"));

        // when it is broken otherwise, it is still the one incident
        product.configure("", "port = 0");
        Waits.until(
                "the incident's new reason",
                () -> incidents().getFirst().text("message", "").contains("config.toml:3"));
        assertThat(incidents()).hasSize(1);

        // when it is repaired
        product.configure("[queue]", "slo = \"90s\"");

        // then the controller goes on by itself
        Waits.until("the job's end", () -> stage(job).equals("succeeded"));
        assertThat(incidents()).isEmpty();
        assertThat(product.status().text("observed")).contains("available");
        assertThat(product.status().at("queue").decimal("sloSeconds", 0)).isEqualTo(90);
        assertThat(product.events("configuration-read"))
                .extracting(event -> event.text("reason", ""))
                .containsExactly("valid", "config-invalid", "config-invalid", "valid");
        assertThat(product.offload("config", "check").exit()).isZero();
    }

    @Test
    void disabledConfigurationIsAStateAndNoIncident() throws Exception {
        product.configure("enabled = false");
        awaitDispatch("paused", Optional.of("disabled"));
        String job = submit();

        assertThat(product.status().text("observed")).contains("available");
        assertThat(incidents()).isEmpty();
        assertThat(product.read("health").at("configuration").text("state")).contains("disabled");

        product.configure();

        Waits.until("the job's end", () -> stage(job).equals("succeeded"));
    }

    @Test
    void whatOnlyARestartTakesUpIsNamed() throws Exception {
        product.configure("plugins = \"elsewhere\"");

        Json configuration = Waits.forValue(
                "a word about the restart",
                () -> Optional.of(product.read("health").at("configuration"))
                        .filter(found -> !found.texts("awaitingRestart").isEmpty()));

        assertThat(configuration.texts("awaitingRestart")).containsExactly("plugins");
        assertThat(Files.readString(product.state().resolve("controller.log")))
                .contains("plugins is taken up only by a restart");
    }

    @Test
    void restartWithTheSameConfigurationIsNoChangeAndABrokenOneIsStillTheOneIncident() throws Exception {
        product.configure("nonsense = 1");
        awaitDispatch("paused", Optional.of("config-invalid"));
        product.down();
        product.up();

        awaitDispatch("paused", Optional.of("config-invalid"));
        Waits.until(
                "a pass", () -> product.status().at("reconciler").text("lastAt").isPresent());
        assertThat(incidents()).hasSize(1);
        assertThat(product.events("configuration-read")).hasSize(2);

        product.configure();
        awaitDispatch("healthy", Optional.empty());
        assertThat(incidents()).isEmpty();
    }

    private String submit() throws IOException, InterruptedException {
        Outcome outcome = product.offload(
                project.root(), "run", "--detach", "--wait", "--output", "made", "--", "sh", "-c", "echo x >made");
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        return outcome.out().strip();
    }

    private String stage(String job) throws IOException {
        return product.read("jobs", job).text("stage", "");
    }

    private List<Json> incidents() throws IOException {
        return product.read("health").list("incidents");
    }

    private void awaitDispatch(String state, Optional<String> detail) {
        Waits.until("dispatch " + state + " " + detail, () -> {
            Json dispatch = product.status().at("dispatch");
            return dispatch.text("state", "").equals(state)
                    && dispatch.text("detail").equals(detail);
        });
    }
}
