package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.FakeController;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command line with nothing to read is carried out without the grammar, and must not be another command for that. */
class DirectCommandTest {

    private final FakeController controller;
    private final Invocation invocation;

    DirectCommandTest(@TempDir Path folder) throws IOException {
        controller = FakeController.start(folder);
        Path states = Files.createDirectories(folder.resolve("states"));
        Files.createSymbolicLink(states.resolve("offload"), controller.state());
        invocation = new Invocation(folder);
        invocation.environment.put("XDG_STATE_HOME", states.toString());
    }

    @AfterEach
    void stop() throws IOException {
        controller.close();
    }

    @Test
    void sameAnswerComesWithAndWithoutTheGrammar() {
        controller.answer("GET /api/offload/v1/jobs", 200, "{\"jobs\":[]}");

        assertThat(invocation.run("jobs")).isZero();
        String direct = invocation.out();
        invocation.stdout.reset();
        assertThat(invocation.run("jobs", "--state", controller.state().toString()))
                .isZero();

        assertThat(direct).isEqualTo(invocation.out()).isNotEmpty();
        assertThat(controller.requests("GET /api/offload/v1/jobs"))
                .extracting(FakeController.Request::line)
                .containsExactly("GET /api/offload/v1/jobs?limit=50", "GET /api/offload/v1/jobs?limit=50");
    }

    @Test
    void failureHasTheSameCodeAndWordsWithAndWithoutTheGrammar() {
        controller.answer("GET /status", 503, "{\"error\":\"store-unavailable\"}");

        int direct = invocation.run("status");
        String words = invocation.err();
        invocation.stderr.reset();

        assertThat(invocation.run("status", "--state", controller.state().toString()))
                .isEqualTo(direct)
                .isEqualTo(75);
        assertThat(words).isEqualTo(invocation.err()).startsWith("offload: reading the status: ");
    }

    @Test
    void buildAfterTwoDashesNeedsNoGrammar() {
        controller.answer("GET /status", 200, "{\"dispatch\":{\"state\":\"paused\",\"detail\":\"disabled\"}}");

        assertThat(invocation.run("run", "--", "make", "--help")).isEqualTo(75);
        assertThat(invocation.err()).contains("enabled = false");
    }

    @Test
    void commandThatStandsAloneRequiresNothingAndTakesItsDefaultsFromItsFields() {
        CommandLine grammar = new Grammar(new Invocation(controller.state()).surroundings(), Optional.empty()).whole();

        for (String name : Commands.ALONE) {
            CommandSpec spec = spec(grammar, name);
            assertThat(spec.requiredArgs()).as(name).isEmpty();
        }
        for (String name : Commands.NAMES) {
            CommandSpec spec = spec(grammar, name);
            assertThat(spec.args())
                    .as(name)
                    .allSatisfy(argument -> assertThat(argument.defaultValue()).isNull());
        }
    }

    private static CommandSpec spec(CommandLine grammar, String name) {
        return Optional.ofNullable(grammar.getSubcommands().get(name))
                .orElseThrow()
                .getCommandSpec();
    }
}
