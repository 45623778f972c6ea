package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.fake.Fault;
import build.offload.conformance.wire.fake.Faults;
import build.offload.conformance.wire.fake.Handler;
import build.offload.conformance.wire.fake.Reference;
import build.offload.conformance.wire.fake.Reply;
import build.offload.conformance.wire.fake.Scenario;
import build.offload.conformance.wire.report.JsonReport;
import build.offload.conformance.wire.report.JunitReport;
import build.offload.conformance.wire.report.TextReport;
import build.offload.conformance.wire.rule.WireRules;
import build.offload.conformance.wire.run.Report;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What a run is told as. */
class ReportTest {

    @TempDir
    private Path folder;

    private Report report;

    @BeforeEach
    void runAgainstABrokenServer() {
        Fault fault = Faults.all().stream()
                .filter(candidate -> candidate.caughtBy().contains("W-STATUS-04"))
                .findFirst()
                .orElseThrow();
        report = Bench.run(fault);
    }

    private String text() {
        StringWriter text = new StringWriter();
        TextReport told = new TextReport(new PrintWriter(text, true));
        report.results().forEach(told::tell);
        told.summarise(report);
        return text.toString();
    }

    @Test
    void theTextNamesEveryCheckAndSaysOfAFailureAllThatHelps() {
        String text = text();

        assertThat(text)
                .contains("passed   W-AUTH-01         A request without a token is refused")
                .contains("failed   W-STATUS-04")
                .contains("capacity lacks the keys [overloaded]")
                .contains("rule: \"`overloaded` is always present\" (wire-contract.md)")
                .contains("hint: Look at")
                .contains("> GET /status", "< 200")
                .contains("skipped  W-STATUS-23", "builders are enrolled")
                .contains(report.passed() + " passed, 1 failed, 2 skipped at http://127.0.0.1:8787");
        assertThat(text.lines().filter(line -> line.matches("(passed|failed|skipped) .*")))
                .hasSize(WireRules.all().size());
    }

    @Test
    void theJsonHoldsEveryCheckWithItsRule() throws Exception {
        Path file = folder.resolve("report.json");

        JsonReport.write(report, file);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.path("suite").asText()).isEqualTo("wire");
        assertThat(json.path("failed").asInt()).isEqualTo(1);
        assertThat(json.path("checks")).hasSize(WireRules.all().size()).allSatisfy(check -> {
            assertThat(check.path("sentence").asText()).isNotBlank();
            assertThat(check.path("verdict").asText()).isIn("passed", "failed", "skipped");
        });
        JsonNode failed = json.path("checks")
                .valueStream()
                .filter(check -> check.path("verdict").asText().equals("failed"))
                .findFirst()
                .orElseThrow();
        assertThat(failed.path("id").asText()).isEqualTo("W-STATUS-04");
        assertThat(failed.path("exchanges").path(0).path("request").asText()).startsWith("GET /status");
        assertThat(failed.path("lookAt").asText()).isNotBlank();
    }

    @Test
    void theXmlIsWhatServersForTestResultsRead() throws Exception {
        Path file = folder.resolve("report.xml");

        JunitReport.write(report, file);

        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
        NodeList failures = suite.getElementsByTagName("failure");
        assertThat(suite.getTagName()).isEqualTo("testsuite");
        assertThat(suite.getAttribute("tests"))
                .isEqualTo(Integer.toString(WireRules.all().size()));
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getElementsByTagName("skipped").getLength()).isEqualTo(2);
        assertThat(((Element) failures.item(0).getParentNode()).getAttribute("name"))
                .startsWith("W-STATUS-04 ");
        assertThat(failures.item(0).getTextContent()).contains("rule:", "--- request", "GET /status");
    }

    @Test
    void charactersThatXmlCannotHoldAreReplaced() throws Exception {
        report = Bench.run(request -> Reply.json(500, "\u0000\u001b<&>\ud800"), Scenario.EMPTY);
        Path file = folder.resolve("report.xml");

        JunitReport.write(report, file);

        assertThat(report.failed()).isGreaterThan(100);
        assertThat(Files.readString(file)).contains("\ufffd\ufffd&lt;&amp;");
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    @Test
    void noReportShowsAToken() throws Exception {
        // given a server that says back whatever it hears
        Handler echo = request -> Reply.json(500, request.headers() + request.target() + request.text());
        report = Bench.run(echo, Scenario.BUSY);

        // when
        JsonReport.write(report, folder.resolve("report.json"));
        JunitReport.write(report, folder.resolve("report.xml"));

        // then
        String all = text()
                + Files.readString(folder.resolve("report.json"))
                + Files.readString(folder.resolve("report.xml"));
        assertThat(all)
                .contains("(token)")
                .doesNotContain(Reference.OPERATOR.substring(0, 20))
                .doesNotContain(Reference.DECK.substring(0, 20));
    }
}
