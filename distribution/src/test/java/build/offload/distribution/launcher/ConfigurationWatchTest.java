package build.offload.distribution.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.configuration.ConfigurationFile;
import build.offload.distribution.configuration.Places;
import build.offload.kernel.controller.Settings.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a file that changes reaches the kernel, and when. */
class ConfigurationWatchTest {

    private final Places places;
    private final ConfigurationWatch watch;
    private long nanos;
    private int writes;

    ConfigurationWatchTest(@TempDir Path folder) throws IOException {
        places = new Places(folder.resolve("config.toml"), false, folder.resolve("state"));
        write("port = 9000\n");
        ConfigurationFile.Reading reading = ConfigurationFile.read(places);
        watch = new ConfigurationWatch(
                places,
                reading.configuration(),
                KernelPolicy.of(reading, reading.configuration()).digest(),
                () -> nanos);
    }

    private void write(String text) throws IOException {
        Files.writeString(places.configuration(), text);
        // Two writes within one tick of the file system's clock would look alike.
        Files.setLastModifiedTime(places.configuration(), FileTime.fromMillis(1_000_000L + 1000L * writes++));
    }

    private Optional<Policy> rested() {
        watch.changed();
        nanos += Duration.ofMillis(500).toNanos();
        return watch.changed();
    }

    @Test
    void fileThatSaysTheSameIsNoChange() throws IOException {
        assertThat(rested()).isEmpty();

        write("# another comment\nport = 9000\n");

        assertThat(rested()).isEmpty();
    }

    @Test
    void fileIsReadOnceItHasRested() throws IOException {
        write("");
        assertThat(watch.changed()).isEmpty();
        nanos += Duration.ofMillis(300).toNanos();
        write("port = 9000\nenabled = false\n");
        assertThat(watch.changed()).as("it has just been written again").isEmpty();
        nanos += Duration.ofMillis(300).toNanos();
        assertThat(watch.changed()).isEmpty();
        nanos += Duration.ofMillis(300).toNanos();

        assertThat(watch.changed())
                .hasValueSatisfying(policy -> assertThat(policy.enabled()).isFalse());
        assertThat(watch.changed()).isEmpty();
    }

    @Test
    void whatIsWrongIsNamedByFileLineAndReason() throws IOException {
        write("port = 9000\nnonsense = 1\n");

        assertThat(rested())
                .hasValueSatisfying(policy -> assertThat(policy.problem())
                        .hasValueSatisfying(problem ->
                                assertThat(problem).contains("config.toml:2: nonsense: is no key known here")));
    }

    @Test
    void whatNeedsARestartIsNamed() throws IOException {
        write("port = 9001\ntoken-file = \"other\"\n[queue]\nslo = \"90s\"\n");

        assertThat(rested()).hasValueSatisfying(policy -> {
            assertThat(policy.awaitingRestart()).containsExactly("port", "token-file and tokens");
            assertThat(policy.queue().sloSeconds()).isEqualTo(90);
        });
    }

    @Test
    void fileThatIsGoneMeansTheDefaults() throws IOException {
        Files.delete(places.configuration());

        assertThat(rested()).hasValueSatisfying(policy -> {
            assertThat(policy.problem()).isEmpty();
            assertThat(policy.awaitingRestart()).containsExactly("port");
        });
    }

    @Test
    void namedFileThatIsGoneIsBroken() throws IOException {
        ConfigurationFile.Reading reading = ConfigurationFile.read(places);
        Places named = new Places(places.configuration(), true, places.state());
        ConfigurationWatch watchOfNamed = new ConfigurationWatch(named, reading.configuration(), "old", () -> nanos);
        Files.delete(places.configuration());

        watchOfNamed.changed();
        nanos += Duration.ofSeconds(1).toNanos();

        assertThat(watchOfNamed.changed())
                .hasValueSatisfying(policy -> assertThat(policy.problem())
                        .hasValueSatisfying(problem -> assertThat(problem).contains("does not exist")));
    }
}
