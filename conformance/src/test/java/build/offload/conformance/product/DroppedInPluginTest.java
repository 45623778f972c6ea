package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin is a jar in a folder: it needs no change of the product, and a broken one beside it costs nothing but a report. */
class DroppedInPluginTest {

    private static final Map<String, String> SOURCES =
            Map.of("module-info.java", """
            module sample.flux {
                requires build.offload.spi;
                provides build.offload.spi.probe.CapabilityProbe with sample.flux.FluxProbe;
            }
            """, "sample/flux/FluxProbe.java", """
            package sample.flux;

            import build.offload.spi.executor.ExecutorException;
            import build.offload.spi.executor.HostShell.ShellRequest;
            import build.offload.spi.executor.HostShell.ShellResult;
            import build.offload.spi.probe.CapabilityProbe;
            import java.util.List;
            import java.util.Optional;

            public final class FluxProbe implements CapabilityProbe {
                public String name() {
                    return "flux";
                }

                public ProbeReport probe(ProbeRequest request) throws ExecutorException {
                    ShellRequest ask = new ShellRequest(List.of("echo", "flux-capacitor 1.21"), "", request.budget());
                    ShellResult said = request.shell().run(ask);
                    Finding finding = new Finding(
                            "flux-capacitor", said.exitCode() == 0, false, Optional.of(said.stdout().strip()), Optional.empty());
                    return new ProbeReport(List.of(finding), Optional.empty());
                }
            }
            """);

    @TempDir
    private Path folder;

    @Test
    void aProbeCompiledAgainstTheSpiAloneAddsACapability() throws Exception {
        try (Product product = new Product(folder)) {
            // given
            PluginJar.make(product.plugins().resolve("flux.jar"), SOURCES);
            Files.writeString(product.plugins().resolve("broken.jar"), "this is no jar");

            // when
            product.up();
            product.enrolThisMachine("here", 1);

            // then
            Json host = product.offload("hosts", "--json").json().list("hosts").stream()
                    .filter(found -> found.text("name", "").equals("here"))
                    .findFirst()
                    .orElseThrow();
            Json probe = host.list("probes").stream()
                    .filter(found -> found.text("command", "").equals("flux-capacitor"))
                    .findFirst()
                    .orElseThrow();
            assertThat(probe.flag("ok")).isTrue();
            assertThat(probe.text("version")).contains("flux-capacitor 1.21");
            assertThat(product.offload("plugins").out()).contains("flux").contains("broken.jar");

            Project project = Project.in(folder.resolve("project"), product)
                    .file("readme", "")
                    .commit();
            Outcome fits = product.offload(project.root(), "run", "--require", "flux-capacitor=>=1.2", "--", "true");
            Outcome tooNew = product.offload(project.root(), "run", "--require", "flux-capacitor=>=2", "--", "true");
            assertThat(fits.exit()).as(fits.toString()).isZero();
            assertThat(tooNew.exit()).as(tooNew.toString()).isEqualTo(75);
            assertThat(tooNew.err()).contains("1.21");
        }
    }
}
