package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The laptop builds a job itself when the fleet cannot: in a workspace of its own, under a lease that everybody can see. */
class SpilledBuildTest {

    private static final String HOST = "here";

    @TempDir
    private Path folder;

    @Test
    @Tag("B34")
    void jobThatSpillsSaysSoAndItsOutputsArePublishedLikeAnyOthers() throws Exception {
        try (Product product = new Product(folder, Product.SPILL, "jobs = 1");
                Gate gate = new Gate(Files.createDirectories(folder.resolve("gate")))) {
            // given a fleet of one slot that is taken
            product.up();
            product.enrolThisMachine(HOST, 1);
            Project project = Project.in(folder.resolve("project"), product)
                    .file("readme", "")
                    .commit();
            product.offload(project.root(), "run", "--detach", "--", "sh", "-c", gate.passage());
            gate.awaitArrivals(1);
            Outcome kept = product.offload(project.root(), "run", "--detach", "--never-local", "--", "true");

            // when more wait than there are builders
            Outcome spilled = product.offload(
                    project.root(), "run", "--json", "--output", "made", "--", "sh", "-c", "pwd; echo x >made");

            // then
            assertThat(spilled.exit()).as(spilled.toString()).isZero();
            Json report = spilled.json();
            assertThat(report.text("ranOn")).isPresent().isNotEqualTo(Optional.of(HOST));
            assertThat(report.text("ranOnReason")).contains("fallback-lease");
            assertThat(project.path("made")).hasContent("x\n");
            Json status = product.status();
            assertThat(status.at("lease").flag("active")).isTrue();
            assertThat(status.at("lease").text("host")).isEqualTo(report.text("ranOn"));
            assertThat(status.at("lease").text("reason")).contains("overloaded");
            assertThat(status.at("lease").text("expiresAt")).isPresent();
            assertThat(status.at("queue").at("spill").flag("active")).isTrue();
            assertThat(product.read("jobs", kept.out().strip()).text("stage")).contains("waiting");
            assertThat(product.offload("events").out()).contains("lease-granted");
            gate.letOnePass();
            product.awaitFreeSlots(HOST);
        }
    }
}
