package build.offload.distribution.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Operator;
import build.offload.distribution.configuration.Places;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher and the real kernel, with the bundled plugins, in this process. */
class KernelStarterTest {

    private final Places places;
    private final List<String> log = new ArrayList<>();

    KernelStarterTest(@TempDir Path folder) {
        places = new Places(folder.resolve("config.toml"), false, folder.resolve("state"));
    }

    @Test
    void realControllerIsReachedThroughItsRuntimeFileAndListsBrokenPluginsByName() throws IOException {
        Files.writeString(places.configuration(), "port = 0\n");
        Files.createFile(Files.createDirectories(places.beside("plugins")).resolve("broken.jar"));
        List<String> seen = new ArrayList<>();

        process().serve(_ -> {
            Operator operator = new Operator(ControllerClient.of(places));
            seen.add(operator.get("/status").expect("status").text("observed", ""));
            operator.get(ControllerClient.api("plugins"))
                    .expect("plugins")
                    .list("plugins")
                    .forEach(plugin -> seen.add(plugin.text("name", "")));
        });

        assertThat(seen).contains("available", "local", "ssh", "publish-files", "broken.jar");
        assertThat(log).last().isEqualTo("stopped");
    }

    @Test
    void portThatIsTakenStopsTheStartWithAReason() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.writeString(places.configuration(), "port = " + taken.getLocalPort() + "\n");

            assertThatThrownBy(() -> process().serve(_ -> {}))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("the controller cannot start")
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
        assertThat(places.runtimeFile()).doesNotExist();
    }

    private ControllerProcess process() {
        return new ControllerProcess(places, new KernelStarter(_ -> {}), "test", log::add);
    }
}
