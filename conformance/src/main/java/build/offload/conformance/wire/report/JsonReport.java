package build.offload.conformance.wire.report;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Verdict.Failed;
import build.offload.conformance.wire.check.Verdict.Passed;
import build.offload.conformance.wire.check.Verdict.Skipped;
import build.offload.conformance.wire.run.Report;
import build.offload.conformance.wire.run.Result;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a run down for programs. */
public final class JsonReport {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonReport() {}

    /** Write the file anew. */
    public static void write(Report report, Path file) throws IOException {
        MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), json(report));
    }

    private static ObjectNode json(Report report) {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("suite", "wire");
        json.put("url", report.url().toString());
        json.put("passed", report.passed());
        json.put("failed", report.failed());
        json.put("skipped", report.skipped());
        ArrayNode checks = json.putArray("checks");
        report.results().forEach(result -> checks.add(json(result)));
        return json;
    }

    private static ObjectNode json(Result result) {
        Check check = result.check();
        ObjectNode json = MAPPER.createObjectNode();
        json.put("id", check.id());
        json.put("group", check.group().word());
        json.put("title", check.title());
        json.put("page", check.serves().page().title());
        json.put("sentence", check.serves().sentence());
        json.put("verdict", result.verdict().word());
        json.put("milliseconds", result.time().toMillis());
        switch (result.verdict()) {
            case Passed _ -> {}
            case Skipped(String reason) -> json.put("reason", reason);
            case Failed failed -> addFailure(json, check, failed);
        }
        return json;
    }

    private static void addFailure(ObjectNode json, Check check, Failed failed) {
        json.put("message", failed.message());
        json.put("lookAt", check.lookAt());
        ArrayNode exchanges = json.putArray("exchanges");
        failed.exchanges()
                .forEach(exchange ->
                        exchanges.addObject().put("request", exchange.request()).put("answer", exchange.answer()));
    }
}
