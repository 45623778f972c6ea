package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job outlives the plugin that is to publish it. */
@Tag("B46")
class MissingStrategyTest {

    private static final String MODULE = """
            module example.mover {
                requires build.offload.spi;
                provides build.offload.spi.publish.PublicationStrategy with example.mover.Mover;
            }
            """;

    private static final String STRATEGY = """
            package example.mover;

            import build.offload.spi.model.FileStamp;
            import build.offload.spi.publish.PublicationStrategy;
            import java.io.IOException;
            import java.nio.file.Files;
            import java.util.ArrayList;
            import java.util.List;

            public final class Mover implements PublicationStrategy {
                @Override
                public String name() {
                    return "mover";
                }

                @Override
                public PromotionReport promote(PromotionRequest request) throws IOException {
                    List<Placed> placed = new ArrayList<>();
                    for (Target target : request.targets()) {
                        Files.copy(
                                request.staging().resolve(target.path().value()),
                                request.checkout().resolve(target.path().value()));
                        placed.add(new Placed(target.path(), new FileStamp(1, target.size(), 1, 1)));
                    }
                    return new PromotionReport.Promoted(placed);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aJobWhoseStrategyIsGoneIsBlockedWithItsOutputsAndPublishedWhenItIsBack() throws Exception {
        try (Product product = new Product(folder);
                Gate gate = new Gate(Files.createDirectory(folder.resolve("gate")))) {
            // given a build that runs, for a strategy of somebody else's
            Path jar = product.plugins().resolve("mover.jar");
            PluginJar.make(jar, Map.of("module-info.java", MODULE, "example/mover/Mover.java", STRATEGY));
            product.up();
            product.enrolThisMachine("here", 1);
            Project project =
                    Project.in(folder.resolve("project"), product).file("a", "").commit();
            ProductCommand build = product.begin(
                    project.root(),
                    "run",
                    "--publication",
                    "mover",
                    "--output",
                    "made",
                    "--",
                    "sh",
                    "-c",
                    "echo it >made; " + gate.passage());
            gate.awaitArrivals(1);

            // when it ends under a controller without that plugin
            product.killController();
            Path away = folder.resolve("away.jar");
            Files.move(jar, away);
            product.up();
            gate.letOnePass();
            Outcome blocked = build.await();

            // then its outputs are kept and somebody is told what to do
            assertThat(blocked.exit()).as(blocked.toString()).isEqualTo(73);
            assertThat(blocked.err()).contains("the plugin 'mover' is not loaded; put its jar back");
            assertThat(project.path("made")).doesNotExist();
            Json job = product.read("jobs").list("jobs").getFirst();
            String id = job.text("id", "");
            assertThat(Path.of(job.text("staging", "")).resolve("made")).hasContent("it\n");
            assertThat(product.events("artifact-publication-blocked"))
                    .extracting(event -> event.text("reason", ""))
                    .isEqualTo(List.of("publication-missing"));
            assertThat(product.offload("publish", id).exit())
                    .as("still without it")
                    .isEqualTo(73);

            // and when it is back, they are published
            product.down();
            Files.move(away, jar);
            product.up();
            Outcome published = product.offload("publish", id);
            assertThat(published.exit()).as(published.toString()).isZero();
            assertThat(project.path("made")).hasContent("it\n");
        }
    }
}
