package build.offload.kernel.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import build.offload.kernel.controller.PluginCatalogue.Failure;
import build.offload.kernel.controller.PluginCatalogue.Loaded;
import build.offload.kernel.plugin.LoadedPlugin;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginCatalogueTest {

    @Test
    void pluginsAreKeptByKindAndSortedByName() {
        Probe tools = new Probe(() -> "tools");
        Probe host = new Probe(() -> "host");

        PluginCatalogue catalogue = new PluginCatalogue.Builder()
                .probe(tools, "1", "b.jar")
                .probe(host, "2", "a.jar")
                .publication(new Files(), "3", "c.jar")
                .frontend(new Http(), "4", "d.jar")
                .build();

        assertThat(catalogue.probes())
                .containsExactly(new Loaded<>("host", host, "2", "a.jar"), new Loaded<>("tools", tools, "1", "b.jar"));
        assertThat(catalogue.publications()).extracting(Loaded::name).containsExactly("files");
        assertThat(catalogue.frontends()).extracting(Loaded::name).containsExactly("http");
        assertThat(catalogue.executors()).isEmpty();
        assertThat(catalogue.failures()).isEmpty();
    }

    @Test
    void theLaterOfTwoOfOneNameBecomesAFailureThatNamesBothPlaces() {
        Probe first = new Probe(() -> "tools");

        PluginCatalogue catalogue = new PluginCatalogue.Builder()
                .probe(new Probe(() -> "tools"), "2", "z.jar")
                .probe(first, "1", "a.jar")
                .build();

        assertThat(catalogue.probes()).containsExactly(new Loaded<>("tools", first, "1", "a.jar"));
        assertThat(catalogue.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.name()).isEqualTo("tools");
            assertThat(failure.location()).isEqualTo("z.jar");
            assertThat(failure.problem()).contains("a.jar");
        });
    }

    @Test
    void oneNameInTwoKindsIsNoConflict() {
        PluginCatalogue catalogue = new PluginCatalogue.Builder()
                .probe(new Probe(() -> "files"), "1", "a.jar")
                .publication(new Files(), "1", "a.jar")
                .build();

        assertThat(catalogue.failures()).isEmpty();
        assertThat(catalogue.publication("files")).isPresent();
        assertThat(catalogue.publication("other")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Tools", "tools!", "-tools", "a/b"})
    void aNameOutOfFormIsAFailure(String name) {
        PluginCatalogue catalogue = new PluginCatalogue.Builder()
                .probe(new Probe(() -> name), "1", "a.jar")
                .build();

        assertThat(catalogue.probes()).isEmpty();
        assertThat(catalogue.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.name()).isEqualTo(Probe.class.getName());
            assertThat(failure.problem()).contains("'" + name + "'");
        });
    }

    @Test
    void aPluginThatThrowsOrIsSilentWhenAskedForItsNameIsAFailure() {
        PluginCatalogue catalogue = new PluginCatalogue.Builder()
                .probe(new Probe(PluginCatalogueTest::missing), "1", "a.jar")
                .probe(new Probe(PluginCatalogueTest::nothing), "1", "b.jar")
                .build();

        assertThat(catalogue.probes()).isEmpty();
        assertThat(catalogue.failures())
                .extracting(Failure::location, failure -> failure.problem().contains("null"))
                .containsExactly(tuple("a.jar", false), tuple("b.jar", true));
    }

    @Test
    void theRosterHoldsAllOfIt() {
        Probe tools = new Probe(() -> "tools");
        PluginCatalogue catalogue = new PluginCatalogue.Builder()
                .probe(tools, "1", "a.jar")
                .failure(new Failure("odd.jar", "plugins/odd.jar", "scan", "not a zip"))
                .build();

        assertThat(catalogue.roster().loaded())
                .containsExactly(new LoadedPlugin(tools, "tools", "probe", "1", "a.jar"));
        assertThat(catalogue.roster().failed()).hasSize(1);
    }

    private static String missing() {
        throw new NoClassDefFoundError("lib/Missing");
    }

    @SuppressWarnings("NullAway") // A plugin is not bound by our annotations.
    private static String nothing() {
        return null;
    }

    private interface Name {
        String ask();
    }

    private record Probe(Name ask) implements CapabilityProbe {
        @Override
        public String name() {
            return ask.ask();
        }

        @Override
        public ProbeReport probe(ProbeRequest request) {
            return new ProbeReport(List.of(), Optional.empty());
        }
    }

    private static final class Files implements PublicationStrategy {
        @Override
        public String name() {
            return "files";
        }

        @Override
        public PromotionReport promote(PromotionRequest request) {
            return new PromotionReport.Promoted(List.of());
        }
    }

    private static final class Http implements Frontend {
        @Override
        public String name() {
            return "http";
        }

        @Override
        public Running start(FrontendContext context) {
            throw new IllegalStateException("not in this test");
        }
    }
}
