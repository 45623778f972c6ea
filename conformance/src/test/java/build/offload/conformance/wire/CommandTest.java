package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.fake.FakeServer;
import build.offload.conformance.wire.fake.Faults;
import build.offload.conformance.wire.fake.Reference;
import build.offload.conformance.wire.fake.Scenario;
import build.offload.conformance.wire.rule.WireRules;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, against a sound server over TCP. */
class CommandTest {

    @TempDir
    private Path folder;

    private FakeServer server;
    private String url;
    private Path token;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void start() throws Exception {
        server = FakeServer.start(authority -> Faults.none(Scenario.BUSY, authority));
        url = server.url().toString();
        token = Files.writeString(folder.resolve("token"), Reference.OPERATOR + "\n");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private int run(String... arguments) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private int wire(String... more) {
        List<String> line = new ArrayList<>(List.of("wire", "--url", url, "--token-file", token.toString()));
        line.addAll(List.of(more));
        return run(line.toArray(String[]::new));
    }

    @Test
    void aSoundServerEndsWithZeroAndTheReportsAreWritten() {
        int exit = wire(
                "--only", "W-HOST,W-METRICS-03",
                "--json", folder.resolve("r.json").toString(),
                "--junit", folder.resolve("r.xml").toString());

        assertThat(exit).as(out.toString()).isZero();
        assertThat(out.toString()).contains("5 passed, 0 failed, 0 skipped at " + url);
        assertThat(folder.resolve("r.json")).content().contains("W-HOST-04");
        assertThat(folder.resolve("r.xml")).content().contains("W-METRICS-03");
    }

    @Test
    void aBrokenServerEndsWithOne() throws Exception {
        server.close();
        server = FakeServer.start(
                authority -> request -> Faults.none(Scenario.BUSY, authority).answer(request.without("Origin")));
        url = server.url().toString();

        assertThat(wire("--only", "W-HOST")).isEqualTo(1);
        assertThat(out.toString()).contains("failed   W-HOST-02");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--groups|query|W-QUERY-01|W-STATUS-01",
                "--only|query|W-QUERY-01|W-STATUS-01",
                "--skip|query|W-STATUS-01|W-QUERY-01",
                "--skip|W-STATUS|W-QUERY-01|W-STATUS-01",
                "--only|W-STATUS-01|W-STATUS-01|W-STATUS-02"
            })
    void checksAreSelectedByGroupIdOrBeginningOfAnId(String option, String words, String run, String left) {
        int exit = wire("--read-only", option, words);

        assertThat(exit).as(out.toString()).isZero();
        assertThat(out.toString()).contains(run).doesNotContain(left);
    }

    @Test
    void theRoleAndTheHostAreExaminedWhereNamed() throws Exception {
        Path deck = Files.writeString(folder.resolve("deck"), Reference.DECK);

        int exit = wire(
                "--deck-token-file", deck.toString(), "--host", "debian1", "--only", "W-AUTH-19,W-DRAIN,W-QUARANTINE");

        assertThat(exit).as(out.toString()).isZero();
        assertThat(out.toString()).contains("8 passed, 0 failed, 0 skipped");
    }

    @Test
    void withoutThemTheReasonIsTold() {
        assertThat(wire("--only", "W-AUTH-19,W-DRAIN-01")).isZero();
        assertThat(out.toString()).contains("--deck-token-file", "--host", "2 skipped");
    }

    @ParameterizedTest
    @CsvSource({"--only,W-NOPE", "--skip,W-STATUS-0", "--groups,all", "--colour,yes"})
    void wordsThatMeanNothingAreAMistakeOfTheCaller(String option, String word) {
        assertThat(wire(option, word)).isEqualTo(64);
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void anAddressThatIsNoServersIsAMistakeOfTheCaller() {
        url = "https://127.0.0.1:1";

        assertThat(wire()).isEqualTo(64);
        assertThat(err.toString()).contains("http://127.0.0.1:8787");
    }

    @Test
    void aServerThatDoesNotAnswerIsNamed() throws Exception {
        server.close();

        assertThat(wire()).isEqualTo(69);
        assertThat(err.toString()).contains(url);
    }

    @Test
    void aMissingOrEmptyTokenFileIsNamed() throws Exception {
        token = folder.resolve("missing");
        assertThat(wire()).isEqualTo(78);

        token = Files.writeString(folder.resolve("empty"), " \n");
        assertThat(wire()).isEqualTo(78);
        assertThat(err.toString()).contains("missing", "empty");
    }

    @Test
    void aReportThatCannotBeWrittenIsNamed() {
        assertThat(wire("--only", "W-HOST", "--json", folder.toString())).isEqualTo(73);
        assertThat(err.toString()).contains(folder.toString());
    }

    @Test
    void theRulesAreListed() {
        assertThat(run("rules")).isZero();
        assertThat(out.toString().lines().filter(line -> line.startsWith("W-")))
                .hasSize(WireRules.all().size());
    }

    @Test
    void theHelpNamesTheExitCodes() {
        assertThat(run("wire", "--help")).isZero();
        assertThat(out.toString()).contains("--read-only", "Exit codes:", "nothing answers at the address");
    }
}
