package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller that is not there, or that may not work: commands say so at once, by their exit code and in words. */
class UnavailableControllerTest {

    @TempDir
    private Path folder;

    private Product product;

    @BeforeEach
    void setUp() throws Exception {
        product = new Product(folder);
    }

    @AfterEach
    void stop() throws Exception {
        product.close();
    }

    private Project project() throws Exception {
        return Project.in(folder.resolve("project"), product).file("readme", "").commit();
    }

    @Test
    void withoutAControllerEveryCommandEndsWith69AndTheNextStep() throws Exception {
        Project project = project();
        for (List<String> line : List.of(List.of("status"), List.of("run", "--", "true"), List.of("drain", "host"))) {
            Outcome outcome = product.offload(project.root(), line.toArray(String[]::new));

            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(69);
            assertThat(outcome.err()).contains("offload up");
            assertThat(outcome.out()).isEmpty();
        }
        assertThat(product.offload("down").exit()).isZero();
    }

    @Test
    void aControllerThatWasKilledLeavesNothingThatLooksLikeOne() throws Exception {
        product.up();

        product.killController();

        assertThat(product.offload("status").exit()).isEqualTo(69);
        product.up();
        assertThat(product.offload("status").exit()).isZero();
    }

    @Test
    void aBrokenConfigurationIsShownAndNothingIsBuiltUntilItIsRepaired() throws Exception {
        // given a key that does not exist
        product.configure("no-such-key = 1");
        product.up();
        Project project = project();
        assertThat(product.status().text("observed")).contains("degraded");

        // when
        Outcome refused = product.offload(project.root(), "run", "--", "true");
        Outcome waiting = product.offload(project.root(), "run", "--detach", "--wait", "--", "true");
        Outcome doctor = product.offload("doctor");

        // then it is taken and waits, or is refused with the reason; the place of the mistake is told
        assertThat(refused.exit()).as(refused.toString()).isEqualTo(75);
        assertThat(refused.err()).contains("configuration is broken");
        assertThat(doctor.exit()).isEqualTo(1);
        assertThat(doctor.out()).contains("config.toml:2", "no-such-key");
        product.down();
        product.configure();
        product.up();
        product.enrolThisMachine("here", 1);
        String job = waiting.out().strip();
        Waits.until(
                "the end of job " + job,
                () -> product.read("jobs", job).text("stage", "").equals("succeeded"));
    }

    @Test
    void aDisabledControllerSaysSoAndBuildsNothing() throws Exception {
        product.configure("enabled = false");
        product.up();

        Outcome refused = product.offload(project().root(), "run", "--", "true");

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(75);
        assertThat(refused.err()).contains("enabled = false", "--wait");
        assertThat(product.status().at("dispatch").text("state")).contains("paused");
    }

    @Test
    void aTokenFileThatOthersCanReadStopsTheStart() throws Exception {
        // given
        Path token = folder.resolve("config/offload/token");
        Files.writeString(token, UUID.randomUUID().toString());
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));

        // when
        Outcome outcome = product.offload("up", "--detach");

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(78);
        assertThat(outcome.err()).contains(token.toString(), "chmod 600");
        assertThat(outcome.err()).doesNotContain(Files.readString(token));
        assertThat(product.running()).isEmpty();
    }
}
