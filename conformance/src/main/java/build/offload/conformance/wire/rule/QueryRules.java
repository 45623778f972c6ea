package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Page;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.http.Call;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The query API of Prometheus, as far as it needs no history. */
final class QueryRules {

    private static final String PATH = "/api/v1/query";
    private static final String DEPTH = "build_offload_queue_depth";
    private static final String NAME = "__name__";
    private static final String VECTOR =
            "expects the standard Prometheus vector JSON (`{status, data:{resultType:\"vector\", result:[{metric,value:[ts,val]}]}}`)";
    private static final String ERRORS =
            "Prometheus's own answers, also for errors (`400 {\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":…}`)";
    private static final String MATCHERS =
            "Selectors with the four matchers (regex RE2, fully anchored; absent label equals \"\"), `{__name__=…}`";
    private static final String OPERATORS =
            "plus the instant functions and operators that need no history (`sum|min|max|avg|count|topk by/without`, arithmetic, comparison, `and/or/unless`, `vector`, `scalar`, `abs`, `clamp_min`, `clamp_max`, `round`, `sort`, `sort_desc`)";
    private static final String STRINGS = "Every value is a string (`NaN`, `+Inf`, `-Inf` included).";
    private static final String EVALUATION =
            "Compare with what a Prometheus of the same series answers to the same query.";

    private QueryRules() {}

    static List<Check> all() {
        return Stream.of(answers(), selectors(), expressions())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Check> answers() {
        return Stream.of(vectors(), refusals()).flatMap(List::stream).toList();
    }

    private static List<Check> vectors() {
        return List.of(
                check("01", "A query is answered with a vector", SPEC, VECTOR)
                        .lookAt("Look at how the answer is written: status, data.resultType, data.result.")
                        .by(server -> vector(server, DEPTH)),
                check("02", "Values are strings", WIRE_CONTRACT, STRINGS)
                        .lookAt("Look at how a value is written: a pair of a number of seconds and a string.")
                        .by(QueryRules::valuesAreStrings),
                check(
                                "03",
                                "The five series of the cluster have one sample each, without labels",
                                WIRE_CONTRACT,
                                "The five cluster series exist from the first second without labels, counters at 0 and surviving restarts.")
                        .lookAt("Look at what registers the series: they are there before anything has happened.")
                        .by(QueryRules::cluster),
                check("04", "A query may be posted as a form", WIRE_CONTRACT, "## `GET|POST /api/v1/query`")
                        .lookAt("Look at how the parameter is read from a form.")
                        .by(QueryRules::posted),
                check(
                                "05",
                                "Series have the labels of the spec and no other",
                                WIRE_CONTRACT,
                                "Exactly the spec's labels and no other (no `instance`, no `job`; `core` a decimal index).")
                        .lookAt("Look at the labels of this series.")
                        .by(QueryRules::labels),
                check(
                                "06",
                                "The consumer's query about exit codes is understood",
                                SPEC,
                                "`build_offload_exit_total{host!=\"\",command!=\"\",code=~\"126|127\"}` (labels `host`, `command`, `code`).")
                        .lookAt(EVALUATION)
                        .by(server -> vector(
                                server, "build_offload_exit_total{host!=\"\",command!=\"\",code=~\"126|127\"}")));
    }

    private static List<Check> refusals() {
        return List.of(
                check(
                                "07",
                                "A query asks for the token first",
                                SPEC,
                                "Auth: **`Authorization: Bearer <token>`** on every request")
                        .lookAt(
                                "Look at where the token is checked: it has to be in front of everything else, in one place for all addresses.")
                        .by(QueryRules::tokenFirst),
                check("08", "A query that cannot be parsed is bad data", WIRE_CONTRACT, ERRORS)
                        .lookAt("Look at what becomes of the parser's error.")
                        .by(server -> badData(server, server.get(address(DEPTH + "{")))),
                check("09", "A missing query is bad data", WIRE_CONTRACT, ERRORS)
                        .lookAt("Look at what is answered when the parameter query is not there.")
                        .by(server -> badData(server, server.get(PATH))),
                check(
                                "10",
                                "A query that needs history is refused with its reason, or forwarded",
                                WIRE_CONTRACT,
                                "Range selectors and `rate` need history: `422 execution` naming the reason, or forwarded when `metrics.prometheus-url` is set.")
                        .lookAt("Look at what is answered to range selectors.")
                        .by(QueryRules::history));
    }

    private static List<Check> selectors() {
        return List.of(
                check("11", "A series that does not exist is an empty vector", WIRE_CONTRACT, MATCHERS)
                        .lookAt(EVALUATION)
                        .by(server -> size(server, "build_offload_no_such_series", 0)),
                check("12", "A series may be selected by the label __name__", WIRE_CONTRACT, MATCHERS)
                        .lookAt(EVALUATION)
                        .by(server -> size(server, "{__name__=\"" + DEPTH + "\"}", 1)),
                check("13", "Regular expressions are anchored at both ends", WIRE_CONTRACT, MATCHERS)
                        .lookAt("Look at how a matcher compares: the whole value, and not a part of it.")
                        .by(QueryRules::anchored),
                check("14", "Negative matchers exclude", WIRE_CONTRACT, MATCHERS)
                        .lookAt(EVALUATION)
                        .by(QueryRules::negative),
                check("15", "A label that is absent equals the empty string", WIRE_CONTRACT, MATCHERS)
                        .lookAt("Look at how a matcher sees a label that the series does not have.")
                        .by(QueryRules::absentLabel));
    }

    private static List<Check> expressions() {
        return List.of(
                check("16", "Aggregations have a value and no name", WIRE_CONTRACT, OPERATORS)
                        .lookAt(EVALUATION)
                        .by(QueryRules::aggregations),
                check("17", "Arithmetic computes", WIRE_CONTRACT, OPERATORS)
                        .lookAt(EVALUATION)
                        .by(server ->
                                each(server, Map.of("vector(1) + 1", "2", "vector(7) % 4", "3", "2 * vector(3)", "6"))),
                check("18", "Comparisons filter", WIRE_CONTRACT, OPERATORS)
                        .lookAt(EVALUATION)
                        .by(QueryRules::comparisons),
                check("19", "Sets are joined, intersected and subtracted", WIRE_CONTRACT, OPERATORS)
                        .lookAt(EVALUATION)
                        .by(QueryRules::sets),
                check("20", "What is no number has its name", WIRE_CONTRACT, STRINGS)
                        .lookAt("Look at how numbers are written: NaN, +Inf, -Inf.")
                        .by(server -> each(
                                server,
                                Map.of("vector(0) / 0", "NaN", "vector(1) / 0", "+Inf", "vector(-1) / 0", "-Inf"))),
                check("21", "A scalar is answered as one", WIRE_CONTRACT, OPERATORS)
                        .lookAt(
                                "Look at how a scalar is written: data.resultType is scalar, data.result is the pair itself.")
                        .by(QueryRules::scalar),
                check("22", "Functions of an instant compute", WIRE_CONTRACT, OPERATORS)
                        .lookAt(EVALUATION)
                        .by(server -> each(
                                server,
                                Map.of(
                                        "abs(vector(-2))", "2",
                                        "clamp_min(vector(1), 3)", "3",
                                        "clamp_max(vector(5), 3)", "3",
                                        "round(vector(2.6))", "3"))));
    }

    private static Check.Sourced check(String number, String title, Page page, String sentence) {
        return Check.check(Group.QUERY, "W-QUERY-" + number, title).serves(page, sentence);
    }

    private static String parameter(String query) {
        return "query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
    }

    private static String address(String query) {
        return PATH + "?" + parameter(query);
    }

    /** Ask, and expect a vector in the shape that Prometheus gives it. */
    private static JsonNode vector(Server server, String query) throws IOException {
        return vector(server.send(server.get(address(query))), query);
    }

    private static JsonNode vector(Answer answer, String query) {
        Expect.status(200, answer, "the query " + query);
        Expect.mediaType("application/json", answer);
        JsonNode body = Expect.object(answer);
        JsonNode result = body.path("data").path("result");
        Expect.that(
                body.path("status").asText().equals("success")
                        && body.path("data").path("resultType").asText().equals("vector")
                        && result.isArray(),
                "the query " + query + ": expected a vector, but the body is " + answer.text());
        result.forEach(sample -> Expect.that(
                sample.path("metric").isObject()
                        && sample.path("metric").valueStream().allMatch(JsonNode::isTextual)
                        && sample.path("value").size() == 2,
                "the query " + query + ": expected a sample with metric and value, but it is " + sample));
        return result;
    }

    private static void size(Server server, String query, int expected) throws IOException {
        int found = vector(server, query).size();
        Expect.that(
                found == expected,
                "the query " + query + ": expected " + expected + " samples, but there are " + found);
    }

    private static void each(Server server, Map<String, String> valueByQuery) throws IOException {
        for (Map.Entry<String, String> expected : new TreeMap<>(valueByQuery).entrySet()) {
            JsonNode result = vector(server, expected.getKey());
            Expect.that(
                    result.size() == 1
                            && result.get(0).path("value").path(1).asText().equals(expected.getValue()),
                    "the query " + expected.getKey() + ": expected one sample of the value " + expected.getValue()
                            + ", but there is " + result);
        }
    }

    private static void valuesAreStrings(Server server) throws IOException {
        JsonNode value = vector(server, "vector(1)").path(0).path("value");
        Expect.that(
                value.path(0).isNumber() && value.path(1).isTextual(),
                "expected a pair of a number and a string, but it is " + value);
    }

    private static void cluster(Server server) throws IOException {
        for (String name : Series.CLUSTER) {
            JsonNode result = vector(server, name);
            Map<String, String> labels = labels(result.path(0));
            Expect.that(
                    result.size() == 1 && labels.equals(Map.of(NAME, name)),
                    name + ": expected one sample without labels, but there is " + result);
        }
    }

    private static Map<String, String> labels(JsonNode sample) {
        return sample.path("metric").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, label -> label.getValue().asText()));
    }

    private static void posted(Server server) throws IOException {
        Call form = server.call("POST", PATH)
                .with("Content-Type", "application/x-www-form-urlencoded")
                .carrying(parameter(DEPTH));
        int found = vector(server.send(form), DEPTH).size();
        Expect.that(found == 1, "expected one sample to a posted query, but there are " + found);
    }

    private static void labels(Server server) throws IOException {
        for (String name : Series.labelled()) {
            vector(server, name).forEach(sample -> {
                Map<String, String> labels = new TreeMap<>(labels(sample));
                labels.remove(NAME);
                Series.expectLabels(name, labels);
            });
        }
    }

    private static void tokenFirst(Server server) throws IOException {
        Expect.status(401, server.send(Call.of("GET", address(DEPTH))), "a query without a token");
        Expect.status(401, server.send(Call.of("POST", PATH)), "a posted query without a token");
    }

    private static void badData(Server server, Call call) throws IOException {
        Answer answer = server.send(call);
        Expect.status(400, answer, "a query that is not one");
        JsonNode body = Expect.object(answer);
        Expect.that(
                body.path("status").asText().equals("error")
                        && body.path("errorType").asText().equals("bad_data")
                        && !body.path("error").asText("").isBlank(),
                "expected status error, errorType bad_data and an error, but the body is " + body);
    }

    private static void history(Server server) throws IOException {
        String query = "rate(build_offload_artifact_cas_mismatch_total[5m])";
        Answer answer = server.send(server.get(address(query)));
        if (answer.status() == 200) {
            vector(answer, query);
            return;
        }
        Expect.status(422, answer, "the query " + query);
        JsonNode body = Expect.object(answer);
        Expect.that(
                body.path("status").asText().equals("error")
                        && body.path("errorType").asText().equals("execution")
                        && !body.path("error").asText("").isBlank(),
                "expected status error, errorType execution and a reason, but the body is " + body);
    }

    private static void anchored(Server server) throws IOException {
        size(server, "{__name__=~\"build_offload_queue\"}", 0);
        size(server, "{__name__=~\"offload_queue_depth\"}", 0);
        size(server, "{__name__=~\"build_offload_queue_.*\"}", 3);
    }

    private static void negative(Server server) throws IOException {
        String queue = "{__name__=~\"build_offload_queue_.*\",__name__";
        size(server, queue + "!=\"" + DEPTH + "\"}", 2);
        size(server, queue + "!~\".*_seconds\"}", 1);
    }

    private static void absentLabel(Server server) throws IOException {
        size(server, DEPTH + "{host=\"\"}", 1);
        size(server, DEPTH + "{host!=\"\"}", 0);
    }

    private static void aggregations(Server server) throws IOException {
        for (String aggregation : List.of("sum", "min", "max", "avg", "count")) {
            String query = aggregation + "(" + DEPTH + ")";
            JsonNode result = vector(server, query);
            Expect.that(
                    result.size() == 1 && result.get(0).path("metric").isEmpty(),
                    "the query " + query + ": expected one sample without a name, but there is " + result);
        }
        each(server, Map.of("count(" + DEPTH + ")", "1"));
    }

    private static void comparisons(Server server) throws IOException {
        size(server, "vector(1) > 2", 0);
        each(server, Map.of("vector(3) > 2", "3", "vector(1) > bool 2", "0"));
    }

    private static void sets(Server server) throws IOException {
        each(server, Map.of("vector(1) or vector(2)", "1", "vector(1) and vector(2)", "1"));
        size(server, "vector(1) unless vector(2)", 0);
    }

    private static void scalar(Server server) throws IOException {
        Answer answer = server.send(server.get(address("scalar(vector(3))")));
        Expect.status(200, answer, "the query scalar(vector(3))");
        JsonNode data = Expect.object(answer).path("data");
        Expect.that(
                data.path("resultType").asText().equals("scalar")
                        && data.path("result").path(1).asText().equals("3"),
                "the query scalar(vector(3)): expected the scalar 3, but the body is " + answer.text());
    }
}
