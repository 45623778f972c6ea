package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.check.Target;
import build.offload.conformance.wire.fake.Reply;
import build.offload.conformance.wire.fake.Scenario;
import build.offload.conformance.wire.http.Client;
import build.offload.conformance.wire.http.Connector;
import build.offload.conformance.wire.rule.WireRules;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.WireRun;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The suite against servers that are no controllers at all: no check takes that for a pass, and none falls over. */
class HostileServerTest {

    private record Says(byte[] answer) implements Connector.Connection {
        @Override
        public OutputStream out() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream in() {
            return new ByteArrayInputStream(answer);
        }

        @Override
        public void close() {}
    }

    private static Report run(Connector connector) {
        Target target = Bench.target(Scenario.BUSY);
        return new WireRun(target, new Client(target.url(), connector)).run(WireRules.all(), result -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SSH-2.0-OpenSSH_10.0\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"})
    void whatIsNoAnswerFailsEveryCheck(String answer) {
        Report report = run(() -> new Says(answer.getBytes(StandardCharsets.UTF_8)));

        assertThat(Bench.ids(report, "passed")).isEmpty();
        assertThat(Bench.ids(report, "skipped")).isEmpty();
    }

    @Test
    void aServerThatWentAwayFailsEveryCheck() {
        Report report = run(() -> {
            throw new ConnectException("Connection refused");
        });

        assertThat(report.failed()).isEqualTo(WireRules.all().size());
        assertThat(Bench.result(report, "W-AUTH-01").verdict().toString()).contains("Connection refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{}", "{\"hosts\":[],\"jobs\":{},\"queue\":7}", "<html/>"})
    void aServerThatAlwaysSaysYesPassesNothingThatHasToBeRefusedOrRead(String body) {
        Report report = Bench.run(request -> Reply.json(200, body), Scenario.BUSY);

        assertThat(Bench.ids(report, "failed"))
                .hasSizeGreaterThan(100)
                .contains(
                        "W-AUTH-01", "W-VERB-01", "W-ENV-01", "W-REV-02", "W-STATUS-02", "W-METRICS-03", "W-QUERY-01");
    }
}
