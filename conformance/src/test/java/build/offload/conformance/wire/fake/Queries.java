package build.offload.conformance.wire.fake;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Answers the queries that the checks ask: those for series from the metrics, all others from a list. */
final class Queries {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern IS_NAME = Pattern.compile("[a-z0-9_.*]+");
    private static final double NOW = 1_784_367_000.125;

    /** Values of expressions, each one sample without a name. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("vector(1)", "1"),
            Map.entry("vector(1) + 1", "2"),
            Map.entry("vector(7) % 4", "3"),
            Map.entry("2 * vector(3)", "6"),
            Map.entry("vector(3) > 2", "3"),
            Map.entry("vector(1) > bool 2", "0"),
            Map.entry("vector(1) or vector(2)", "1"),
            Map.entry("vector(1) and vector(2)", "1"),
            Map.entry("vector(0) / 0", "NaN"),
            Map.entry("vector(1) / 0", "+Inf"),
            Map.entry("vector(-1) / 0", "-Inf"),
            Map.entry("abs(vector(-2))", "2"),
            Map.entry("clamp_min(vector(1), 3)", "3"),
            Map.entry("clamp_max(vector(5), 3)", "3"),
            Map.entry("round(vector(2.6))", "3"),
            Map.entry("sum(build_offload_queue_depth)", "2"),
            Map.entry("min(build_offload_queue_depth)", "2"),
            Map.entry("max(build_offload_queue_depth)", "2"),
            Map.entry("avg(build_offload_queue_depth)", "2"),
            Map.entry("count(build_offload_queue_depth)", "1"));

    /** Selectors, and a pattern for the names of what they select. */
    private static final Map<String, String> SELECTED = Map.of(
            "{__name__=\"build_offload_queue_depth\"}", "build_offload_queue_depth",
            "{__name__=~\"build_offload_queue_.*\"}", "build_offload_queue_.*",
            "{__name__=~\"build_offload_queue_.*\",__name__!=\"build_offload_queue_depth\"}",
                    "build_offload_queue_.*_seconds",
            "{__name__=~\"build_offload_queue_.*\",__name__!~\".*_seconds\"}", "build_offload_queue_depth",
            "build_offload_queue_depth{host=\"\"}", "build_offload_queue_depth",
            "build_offload_exit_total{host!=\"\",command!=\"\",code=~\"126|127\"}", "build_offload_exit_total");

    private final List<ObjectNode> samples;

    Queries(String metrics) {
        this.samples = metrics.lines()
                .filter(line -> !line.startsWith("#"))
                .map(Queries::sample)
                .toList();
    }

    private static ObjectNode sample(String line) {
        ObjectNode sample = sample(line.substring(line.lastIndexOf(' ') + 1), line.split("[{ ]")[0]);
        Matcher labels = LABEL.matcher(line);
        while (labels.find()) {
            sample.withObject("/metric").put(labels.group(1), labels.group(2).replace("\\\"", "\""));
        }
        return sample;
    }

    private static ObjectNode sample(String value, String name) {
        ObjectNode sample = MAPPER.createObjectNode();
        ObjectNode metric = sample.putObject("metric");
        if (!name.isEmpty()) {
            metric.put("__name__", name);
        }
        sample.putArray("value").add(NOW).add(value);
        return sample;
    }

    Reply answer(Request request) {
        Optional<String> query = request.parameter("query");
        if (query.isEmpty() || query.get().endsWith("{")) {
            return error(400, "bad_data", "the query cannot be parsed");
        }
        if (query.get().contains("[")) {
            return error(422, "execution", "this needs history, which is not kept");
        }
        return query.get().equals("scalar(vector(3))") ? scalar() : vector(query.get());
    }

    private static Reply error(int status, String type, String message) {
        return Reply.json(
                status,
                MAPPER.createObjectNode()
                        .put("status", "error")
                        .put("errorType", type)
                        .put("error", message)
                        .toString());
    }

    private static Reply scalar() {
        return success("scalar", MAPPER.createArrayNode().add(NOW).add("3"));
    }

    private static Reply success(String type, ArrayNode result) {
        ObjectNode body = MAPPER.createObjectNode().put("status", "success");
        body.putObject("data").put("resultType", type).set("result", result);
        return Reply.json(200, body.toString());
    }

    private Reply vector(String query) {
        ArrayNode result = MAPPER.createArrayNode();
        Optional.ofNullable(VALUES.get(query))
                .ifPresentOrElse(
                        value -> result.add(sample(value, "")),
                        () -> selected(SELECTED.getOrDefault(query, query)).forEach(result::add));
        return success("vector", result);
    }

    /** An expression that selects nothing is the name of no series. */
    private Stream<ObjectNode> selected(String names) {
        if (!IS_NAME.matcher(names).matches()) {
            return Stream.empty();
        }
        Pattern pattern = Pattern.compile(names);
        return samples.stream()
                .filter(sample ->
                        pattern.matcher(sample.at("/metric/__name__").asText()).matches())
                .map(ObjectNode::deepCopy);
    }
}
