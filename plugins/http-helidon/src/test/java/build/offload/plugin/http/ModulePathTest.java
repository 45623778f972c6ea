package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.Frontend;
import org.junit.jupiter.api.Test;

/** The plugin as a module: named, and what it provides. */
class ModulePathTest {

    @Test
    void testsRunInTheModule() {
        assertThat(HttpFrontend.class.getModule().getName()).isEqualTo("build.offload.plugin.http");
    }

    @Test
    void theModuleProvidesTheFrontend() {
        var descriptor = HttpFrontend.class.getModule().getDescriptor();

        assertThat(descriptor.provides()).singleElement().satisfies(provided -> {
            assertThat(provided.service()).isEqualTo(Frontend.class.getName());
            assertThat(provided.providers()).containsExactly(HttpFrontend.class.getName());
        });
        assertThat(new HttpFrontend().name()).isEqualTo("http-helidon");
    }
}
