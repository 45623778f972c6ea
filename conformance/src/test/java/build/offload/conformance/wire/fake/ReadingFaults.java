package build.offload.conformance.wire.fake;

import static build.offload.conformance.wire.fake.Fault.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Faults in metrics, queries and the form of refusals. */
final class ReadingFaults {

    private ReadingFaults() {}

    static List<Fault> metrics() {
        return List.of(
                fault("W-METRICS-01", "the metrics do not say their version")
                        .answering((request, reply) -> request.path().equals("/metrics") && reply.status() == 200
                                ? reply.with("Content-Type", "text/plain")
                                : reply),
                fault("W-METRICS-02", "a type is declared twice")
                        .exposing(text -> "# TYPE build_offload_queue_depth gauge\n" + text),
                fault("W-METRICS-02", "a quote in a label is not escaped").exposing(text -> text.replace("\\\"", "\"")),
                fault("W-METRICS-03", "a counter appears with its first event")
                        .exposing(text -> text.replaceAll("(?m)^build_offload_artifact_cas_mismatch_total.*\n", "")),
                fault("W-METRICS-03", "the cluster has a label")
                        .alsoFelt("W-METRICS-05")
                        .exposing(text -> text.replace(
                                "build_offload_queue_depth 2.0", "build_offload_queue_depth{cluster=\"a\"} 2.0")),
                fault("W-METRICS-04", "nothing that waits is no number")
                        .exposing(text -> text.replace(
                                "build_offload_queue_age_p95_seconds 61.5", "build_offload_queue_age_p95_seconds NaN")),
                fault("W-METRICS-05", "a scraper's label is there")
                        .exposing(text -> text.replace(
                                "host_load{host=\"debian2\"", "host_load{host=\"debian2\",instance=\"x\"")),
                fault("W-METRICS-05", "a core is padded").exposing(text -> text.replace("core=\"0\"", "core=\"00\"")),
                fault("W-METRICS-06", "a host that is not available has no slots")
                        .exposing(text -> without(text, "slots_free", "debian2")),
                fault("W-METRICS-07", "a machine without swap says nothing about it")
                        .exposing(text ->
                                without(without(text, "swap_used_bytes", "debian3"), "swap_total_bytes", "debian3")),
                fault("W-METRICS-08", "a host may accept a little")
                        .exposing(text -> text.replaceAll("(dispatch_accept\\{[^}]*}) 1.0", "$1 0.5")));
    }

    static List<Fault> errors() {
        return List.of(
                fault("W-ERROR-01", "an unknown address is refused with a page")
                        .answering((request, reply) -> reply.status() == 404 && !request.isTransition()
                                ? Reply.of(404, "text/html", "<h1>404</h1>")
                                : reply),
                fault("W-ERROR-01", "an error is a sentence")
                        .answering((request, reply) ->
                                reply.status() == 415 ? Reply.error(415, "Unsupported media type!") : reply),
                fault("W-ERROR-02", "the refusal of an envelope is a text")
                        .answering((request, reply) -> reply.text().contains("nobody knows")
                                ? reply.editing(body -> body.put("detail", "unknown field"))
                                : reply),
                fault("W-ERROR-03", "deep nesting is a fault of the server")
                        .answering((request, reply) ->
                                reply.status() == 400 && request.text().contains("[[[[")
                                        ? Reply.error(500, "internal")
                                        : reply),
                fault("W-ERROR-03", "the parser's own words are shown")
                        .answering((request, reply) ->
                                reply.status() == 400 && request.text().contains("[[[[")
                                        ? reply.editing(body -> body.putObject("detail")
                                                .put("code", "not-json")
                                                .put("message", "StreamConstraintsException: too deep"))
                                        : reply),
                fault("W-ERROR-04", "a broken head is a fault of the server")
                        .answering(request -> request.method().isEmpty(), Reply.error(500, "internal")));
    }

    static List<Fault> queries() {
        return Stream.of(queryAnswers(), selectors(), expressions())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Fault> queryAnswers() {
        return List.of(
                fault("W-QUERY-01", "a series is answered as a list")
                        .alsoFelt("W-QUERY-03")
                        .answering((request, reply) -> asks(request, "build_offload_queue_depth")
                                        && request.method().equals("GET")
                                ? reply.editing(body -> body.withObject("/data").put("resultType", "list"))
                                : reply),
                answer("W-QUERY-02", "a value is a number", "vector(1)", body -> value(body, 1)),
                answer(
                        "W-QUERY-03",
                        "a series has a scraper's label",
                        "build_offload_artifact_cas_mismatch_total",
                        body -> ((ObjectNode) body.at("/data/result/0/metric")).put("instance", "x")),
                fault("W-QUERY-04", "a posted query is not taken")
                        .answering(
                                request -> isQuery(request)
                                        && request.method().equals("POST")
                                        && request.has("Authorization"),
                                Reply.error(405, "method-not-allowed")),
                answer(
                        "W-QUERY-05",
                        "a core is padded",
                        "build_offload_host_core_load_percent",
                        body -> ((ObjectNode) body.at("/data/result/0/metric")).put("core", "00")),
                fault("W-QUERY-06", "two matchers are the most that is understood")
                        .answering(
                                request -> request.parameter("query").orElse("").contains("code=~"), badData()),
                fault("W-QUERY-07", "anybody may query").admitting(ReadingFaults::isQuery),
                fault("W-QUERY-08", "a query that cannot be parsed has an error of its own")
                        .answering((request, reply) -> asks(request, "build_offload_queue_depth{")
                                ? reply.editing(body -> body.put("errorType", "parse"))
                                : reply),
                fault("W-QUERY-09", "no query selects nothing")
                        .answering((request, reply) -> isQuery(request)
                                        && request.method().equals("GET")
                                        && reply.status() == 400
                                        && !request.query().contains("query=")
                                ? Reply.json(200, "{}")
                                : reply),
                fault("W-QUERY-10", "a query that needs history is called broken")
                        .answering((request, reply) -> isQuery(request) && reply.status() == 422 ? badData() : reply));
    }

    private static List<Fault> selectors() {
        return List.of(
                fault("W-QUERY-11", "a series that does not exist is an error")
                        .answering(request -> asks(request, "build_offload_no_such_series"), badData()),
                empty("W-QUERY-12", "the name is no label", "{__name__=\"build_offload_queue_depth\"}"),
                instead(
                        "W-QUERY-13",
                        "a part is enough to match",
                        "{__name__=~\"build_offload_queue\"}",
                        "build_offload_queue_depth"),
                instead(
                        "W-QUERY-14",
                        "a negative matcher is overlooked",
                        "{__name__=~\"build_offload_queue_.*\",__name__!=\"build_offload_queue_depth\"}",
                        "{__name__=~\"build_offload_queue_.*\"}"),
                empty("W-QUERY-15", "a label that is absent matches nothing", "build_offload_queue_depth{host=\"\"}"));
    }

    private static List<Fault> expressions() {
        return List.of(
                instead(
                        "W-QUERY-16",
                        "a sum keeps the name",
                        "sum(build_offload_queue_depth)",
                        "build_offload_queue_depth"),
                answer("W-QUERY-17", "arithmetic is integer division", "vector(7) % 4", body -> value(body, "1")),
                instead("W-QUERY-18", "a comparison does not filter", "vector(1) > 2", "vector(1)"),
                instead("W-QUERY-19", "unless keeps all", "vector(1) unless vector(2)", "vector(1)"),
                answer("W-QUERY-20", "infinity has its long name", "vector(1) / 0", body -> value(body, "Infinity")),
                instead("W-QUERY-21", "a scalar is a vector", "scalar(vector(3))", "vector(1)"),
                answer("W-QUERY-22", "rounding cuts off", "round(vector(2.6))", body -> value(body, "2")));
    }

    private static String without(String text, String series, String host) {
        return text.replaceAll("(?m)^build_offload_host_" + series + "\\{host=\"" + host + "\".*\n", "");
    }

    private static boolean isQuery(Request request) {
        return request.path().equals("/api/v1/query");
    }

    private static boolean asks(Request request, String query) {
        return isQuery(request)
                && request.has("Authorization")
                && request.parameter("query").orElse("").equals(query);
    }

    private static Reply badData() {
        return Reply.json(400, "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"x\"}");
    }

    private static Fault answer(String caughtBy, String name, String query, Consumer<ObjectNode> change) {
        return fault(caughtBy, name)
                .answering((request, reply) -> asks(request, query) ? reply.editing(change) : reply);
    }

    private static Fault empty(String caughtBy, String name, String query) {
        return answer(caughtBy, name, query, body -> body.withObject("/data").putArray("result"));
    }

    /** Answer one query as if another had been asked. */
    private static Fault instead(String caughtBy, String name, String query, String other) {
        String parameter = "?query=" + URLEncoder.encode(other, StandardCharsets.UTF_8);
        return fault(caughtBy, name)
                .reading(request -> asks(request, query), request -> request.at(request.path() + parameter));
    }

    private static void value(ObjectNode body, String value) {
        pair(body).set(1, TextNode.valueOf(value));
    }

    private static void value(ObjectNode body, int value) {
        pair(body).set(1, IntNode.valueOf(value));
    }

    private static ArrayNode pair(JsonNode body) {
        return (ArrayNode) body.at("/data/result/0/value");
    }
}
