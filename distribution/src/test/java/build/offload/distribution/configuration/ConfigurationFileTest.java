package build.offload.distribution.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.configuration.Configuration.TokenSource;
import build.offload.distribution.configuration.ConfigurationFile.Reading;
import build.offload.distribution.toml.TomlProblem;
import build.offload.spi.frontend.AccessGuard.Role;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFileTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void withoutAFileTheDefaultsHold() {
        Reading reading = read();

        assertThat(reading.problems()).isEmpty();
        Configuration configuration = reading.configuration();
        assertThat(configuration.enabled()).isTrue();
        assertThat(configuration.port()).isEqualTo(8787);
        assertThat(configuration.plugins()).isEqualTo(folder.resolve("plugins"));
        assertThat(configuration.queue().slo()).isEqualTo(Duration.ofSeconds(60));
        assertThat(configuration.queue().wedgeAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(configuration.spill().overloadFactor()).isEqualTo(1.5);
        assertThat(configuration.prometheus()).isEmpty();
        assertThat(configuration.tokens())
                .containsExactly(new TokenSource("operator", Role.OPERATOR, folder.resolve("token"), false));
    }

    @Test
    void everyKeyIsRead() throws IOException {
        write("""
                enabled = false
                port = 9000
                plugins = "/opt/plugins"
                token-file = "secret/operator"

                [limits]
                time = "1h"
                silence = "30s"
                lost-after = "3m"
                outputs = "1GiB"

                [workspaces]
                idle = "3d"
                limit = "5GiB"

                [queue]
                slo = 120

                [dispatch]
                wedge-after = "1m"

                [spill]
                overload-factor = 2
                lease = "5m"
                jobs = 3

                [metrics]
                prometheus-url = "http://127.0.0.1:9090"

                [[tokens]]
                file = "deck"
                role = "deck"
                """);

        Reading reading = read();

        assertThat(reading.problems()).isEmpty();
        Configuration configuration = reading.configuration();
        assertThat(configuration.enabled()).isFalse();
        assertThat(configuration.port()).isEqualTo(9000);
        assertThat(configuration.plugins()).isEqualTo(Path.of("/opt/plugins"));
        assertThat(configuration.limits().time()).isEqualTo(Duration.ofHours(1));
        assertThat(configuration.limits().silence()).isEqualTo(Duration.ofSeconds(30));
        assertThat(configuration.limits().lostAfter()).isEqualTo(Duration.ofMinutes(3));
        assertThat(configuration.limits().outputBytes()).isEqualTo(1L << 30);
        assertThat(configuration.workspaces()).isEqualTo(new Configuration.Workspaces(Duration.ofDays(3), 5L << 30));
        assertThat(configuration.queue().slo()).isEqualTo(Duration.ofMinutes(2));
        assertThat(configuration.queue().wedgeAfter()).isEqualTo(Duration.ofMinutes(1));
        assertThat(configuration.spill()).isEqualTo(new Configuration.Spill(2, Duration.ofMinutes(5), 3));
        assertThat(configuration.prometheus()).contains(URI.create("http://127.0.0.1:9090"));
        assertThat(configuration.tokens())
                .containsExactly(
                        new TokenSource("operator", Role.OPERATOR, folder.resolve("secret/operator"), true),
                        new TokenSource("deck", Role.DECK, folder.resolve("deck"), true));
    }

    @Test
    void unknownKeyIsNamedWithFileLineAndKeyAndTheRestIsRead() throws IOException {
        write("port = 9000\n\n[queue]\nslow = 1\n");

        Reading reading = read();

        assertThat(reading.problems())
                .extracting(TomlProblem::toString)
                .containsExactly(folder.resolve("config.toml") + ":4: queue.slow: is no key known here; known are slo");
        assertThat(reading.configuration().port()).isEqualTo(9000);
    }

    @Test
    void wrongValuesAreNamedInTheOrderOfTheirLinesAndReadAsTheDefaults() throws IOException {
        write(
                "port = 70000\nenabled = \"yes\"\n[spill]\noverload-factor = 0\n[workspaces]\nidle = \"91d\"\n[[tokens]]\nfile = \"deck\"\nrole = \"king\"\n");

        Reading reading = read();

        Path file = folder.resolve("config.toml");
        assertThat(reading.problems())
                .extracting(TomlProblem::toString)
                .containsExactly(
                        file + ":1: port: must be between 0 and 65535, but is 70000",
                        file + ":2: enabled: must be true or false",
                        file + ":4: spill.overload-factor: must be a number larger than 0",
                        file + ":6: workspaces.idle: must be at most 90d, but is '91d'",
                        file + ":9: tokens.role: must be operator, deck or session, but is 'king'");
        assertThat(reading.configuration().port()).isEqualTo(8787);
        assertThat(reading.configuration().tokens())
                .as("a token without a role opens nothing")
                .hasSize(1);
    }

    @Test
    void textThatIsNoTomlIsAProblemAndNotAnException() throws IOException {
        write("port = \n");

        assertThat(read().problems())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.line()).isEqualTo(1));
    }

    @Test
    void exampleFileShowsTheDefaults() {
        Path example = Path.of("../docs/examples/config.toml").toAbsolutePath().normalize();

        Reading reading = ConfigurationFile.read(new Places(example, true, folder));

        assertThat(reading.problems()).isEmpty();
        Places nowhere = new Places(example.resolveSibling("absent.toml"), false, folder);
        assertThat(reading.configuration())
                .isEqualTo(ConfigurationFile.read(nowhere).configuration());
    }

    @Test
    void placesFollowTheBaseDirectoryRules() {
        Places byRule = Places.of(
                Map.of("HOME", "/home/me", "XDG_CONFIG_HOME", "relative", "XDG_STATE_HOME", "/var/state"),
                Optional.empty(),
                Optional.empty());

        assertThat(byRule.configuration()).isEqualTo(Path.of("/home/me/.config/offload/config.toml"));
        assertThat(byRule.state()).isEqualTo(Path.of("/var/state/offload"));
        assertThat(byRule.defaultToken()).isEqualTo(Path.of("/home/me/.config/offload/token"));
    }

    private Reading read() {
        return ConfigurationFile.read(new Places(folder.resolve("config.toml"), false, folder.resolve("state")));
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("config.toml"), text);
    }

    @Test
    void databaseIsReadWithUserAndPasswordFile() throws IOException {
        write("""
                [store]
                url = "jdbc:postgresql://db/offload"
                user = "me"
                password-file = "secret/db"
                """);

        Reading reading = read();

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().store())
                .contains(new Configuration.Store(
                        "jdbc:postgresql://db/offload", Optional.of("me"), Optional.of(folder.resolve("secret/db"))));
    }

    @Test
    void databaseThatIsNoneOrNamesItsPasswordIsReportedWithoutIt() throws IOException {
        write("""
                [store]
                url = "jdbc:postgresql://db/offload?password=hunter2"
                """);
        assertThat(read().configuration().store()).isEmpty();
        assertThat(read().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains("store.url: must not hold a password")
                        .doesNotContain("hunter2"));

        write("""
                [store]
                user = "me"
                """);
        assertThat(read().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString()).contains("store.url: is missing"));
    }
}
