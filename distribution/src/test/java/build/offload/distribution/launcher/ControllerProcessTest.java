package build.offload.distribution.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Processes;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.TokenFile;
import build.offload.distribution.launcher.ControllerProcess.Session;
import build.offload.distribution.launcher.ControllerStarter.Launch;
import build.offload.distribution.launcher.ControllerStarter.Running;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControllerProcessTest {

    private static final URI ADDRESS = URI.create("http://127.0.0.1:1");

    private final Places places;
    private final List<String> log = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final Session stopAtOnce = _ -> {};

    ControllerProcessTest(@TempDir Path folder) {
        places = new Places(folder.resolve("config/config.toml"), false, folder.resolve("state"));
    }

    @Test
    void runtimeFileIsThereExactlyWhileItServes() {
        List<RuntimeFile> seen = new ArrayList<>();

        new ControllerProcess(places, starter(), "1.2", log::add)
                .serve(_ -> RuntimeFile.read(places.runtimeFile()).ifPresent(seen::add));

        assertThat(seen).containsExactly(new RuntimeFile(ADDRESS, places.defaultToken(), "1.2", Processes.self()));
        assertThat(places.runtimeFile()).doesNotExist();
        assertThat(calls).containsExactly("start", "stop");
        assertThat(log).last().isEqualTo("stopped");
    }

    @Test
    void firstStartMakesTheTokenAndTheNextKeepsIt() {
        process(starter()).serve(stopAtOnce);
        String first = TokenFile.read(places.defaultToken());

        process(starter()).serve(stopAtOnce);

        assertThat(TokenFile.read(places.defaultToken())).isEqualTo(first);
    }

    @Test
    void secondControllerOnOneStateFolderIsRefusedByName() {
        List<Throwable> refusals = new ArrayList<>();
        ControllerStarter starter = launch -> {
            try {
                process(starter()).serve(stopAtOnce);
            } catch (CommandFailure refused) {
                refusals.add(refused);
            }
            return running();
        };

        process(starter).serve(stopAtOnce);

        assertThat(refusals)
                .singleElement()
                .satisfies(refused -> assertThat(refused)
                        .hasMessageContaining("a controller already runs on the state folder " + places.state())
                        .hasMessageContaining("offload down"));
    }

    @Test
    void configuredTokenThatIsMissingStopsTheStartWithCode78() throws IOException {
        configure("token-file = \"gone\"\n");

        assertThatThrownBy(() -> process(starter()).serve(stopAtOnce))
                .hasMessageContaining("gone does not exist")
                .asInstanceOf(InstanceOfAssertFactories.type(CommandFailure.class))
                .extracting(CommandFailure::code)
                .isEqualTo(ExitCode.CONFIGURATION);
        assertThat(calls).isEmpty();
        assertThat(places.beside("gone")).doesNotExist();
    }

    @Test
    void brokenConfigurationStartsAllTheSameAndIsHandedOn() throws IOException {
        configure("port = 9000\nnonsense = 1\n");
        List<Launch> launches = new ArrayList<>();

        process(launch -> {
                    launches.add(launch);
                    return running();
                })
                .serve(stopAtOnce);

        assertThat(launches).singleElement().satisfies(launch -> {
            assertThat(launch.problems()).singleElement().asString().contains("config.toml:2: nonsense");
            assertThat(launch.configuration().port()).isEqualTo(9000);
        });
        assertThat(log).first().asString().contains("the configuration is broken");
    }

    @Test
    void namedConfigurationThatIsMissingStopsTheStart() {
        Places named = new Places(places.configuration(), true, places.state());

        assertThatThrownBy(() -> new ControllerProcess(named, starter(), "1", log::add).serve(stopAtOnce))
                .hasMessageContaining("config.toml does not exist");
    }

    @Test
    void startThatFailsLeavesNoLockAndNoRuntimeFile() {
        assertThatThrownBy(() -> process(launch -> {
                            throw new IllegalStateException("port taken");
                        })
                        .serve(stopAtOnce))
                .hasMessage("port taken");

        process(starter()).serve(stopAtOnce);
        assertThat(calls).containsExactly("start", "stop");
    }

    @Test
    void brokenPluginIsReportedAndStopsNothing() throws IOException {
        Path plugins = Files.createDirectories(places.beside("plugins"));
        Files.createFile(plugins.resolve("empty.jar"));

        process(starter()).serve(stopAtOnce);

        assertThat(log).anySatisfy(line -> assertThat(line).contains("plugin empty.jar", "does not work"));
        assertThat(calls).contains("start");
    }

    private ControllerProcess process(ControllerStarter starter) {
        return new ControllerProcess(places, starter, "1", log::add);
    }

    private ControllerStarter starter() {
        return launch -> {
            calls.add("start");
            return running();
        };
    }

    private Running running() {
        return new Running() {
            @Override
            public URI address() {
                return ADDRESS;
            }

            @Override
            public void stop(Duration grace) {
                calls.add("stop");
            }
        };
    }

    private void configure(String text) throws IOException {
        Files.createDirectories(places.configuration().getParent());
        Files.writeString(places.configuration(), text);
    }
}
