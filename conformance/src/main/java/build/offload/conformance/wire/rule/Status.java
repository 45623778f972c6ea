package build.offload.conformance.wire.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds its way in a status whose shape may be anything: what is not there is empty. */
final class Status {

    private static final Set<String> FINISHED = Set.of("succeeded", "failed", "blocked", "cancelled", "lost");

    private Status() {}

    static Stream<Map.Entry<String, JsonNode>> hosts(JsonNode status) {
        return status.path("hosts").properties().stream();
    }

    static List<Map.Entry<String, JsonNode>> builders(JsonNode status) {
        return hosts(status)
                .filter(host -> host.getValue().path("role").asText().equals("builder"))
                .toList();
    }

    static Set<String> builderNames(JsonNode status) {
        return builders(status).stream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    static Stream<JsonNode> jobs(JsonNode status) {
        return status.path("jobs").valueStream();
    }

    static Stream<JsonNode> finishedJobs(JsonNode status) {
        return jobs(status).filter(job -> FINISHED.contains(job.path("stage").asText()));
    }

    static List<JsonNode> tickets(JsonNode status) {
        return status.path("queue").path("tickets").valueStream().toList();
    }
}
