package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin is a jar in a folder: it needs no change of the product, and a broken one beside it costs nothing but a report. */
class DroppedInPluginTest {

    private static final Path EXAMPLE = Path.of("../docs/examples/probe-plugin");

    @TempDir
    private Path folder;

    @Test
    void theExampleProbeCompiledAgainstTheSpiAloneDecidesWhereAJobRuns() throws Exception {
        try (Product product = new Product(folder)) {
            // given two hosts, of which the second by name has what only the example knows of
            PluginJar.make(product.plugins().resolve("board-probe.jar"), EXAMPLE);
            Files.writeString(product.plugins().resolve("broken.jar"), "this is no jar");
            Files.writeString(Files.createDirectories(product.hostRoot("with")).resolve("board"), "2.1\n");
            product.up();
            product.enrolThisMachine("bare", 2);
            product.enrolThisMachine("with", 1);

            // then
            assertThat(board(product, "with").text("version")).contains("2.1");
            assertThat(board(product, "bare").flag("ok")).isFalse();
            assertThat(product.offload("plugins").out()).contains("board").contains("broken.jar");

            Project project = Project.in(folder.resolve("project"), product)
                    .file("readme", "")
                    .commit();
            Outcome fits = product.offload(project.root(), "run", "--json", "--require", "board=>=2", "--", "true");
            Outcome tooNew = product.offload(project.root(), "run", "--require", "board=>=3", "--", "true");
            assertThat(fits.exit()).as(fits.toString()).isZero();
            assertThat(fits.json().text("ranOn")).contains("with");
            assertThat(tooNew.exit()).as(tooNew.toString()).isEqualTo(75);
            assertThat(tooNew.err()).contains("board");
        }
    }

    private static Json board(Product product, String host) throws Exception {
        return product.read("hosts", host).list("probes").stream()
                .filter(found -> found.text("command", "").equals("board"))
                .findFirst()
                .orElseThrow();
    }
}
