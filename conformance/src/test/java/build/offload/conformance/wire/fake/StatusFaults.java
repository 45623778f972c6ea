package build.offload.conformance.wire.fake;

import static build.offload.conformance.wire.fake.Fault.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Faults in the status. */
final class StatusFaults {

    private StatusFaults() {}

    static List<Fault> shapes() {
        return Stream.of(clusterShapes(), hostShapes(), workShapes())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Fault> clusterShapes() {
        return List.of(
                fault("W-STATUS-01", "the status is plain text")
                        .answering((request, reply) -> request.path().equals("/status") && reply.status() == 200
                                ? reply.with("Content-Type", "text/plain")
                                : reply),
                fault("W-STATUS-02", "the status says more").showing(status -> status.put("mode", "remote-only")),
                fault("W-STATUS-02", "the status lacks what was declared").showing(status -> status.remove("desired")),
                fault("W-STATUS-02", "a state has a word of its own")
                        .showing(status -> status.put("desired", "running")),
                fault("W-STATUS-02", "the revision is a text")
                        .showing(status ->
                                status.put("revision", status.path("revision").asText())),
                in("W-STATUS-03", "a lease is active or not, in words", "/lease", lease -> lease.put("active", "yes")),
                in(
                        "W-STATUS-04",
                        "overloaded is left out when it is false",
                        "/capacity",
                        capacity -> capacity.remove("overloaded")),
                in(
                        "W-STATUS-05",
                        "a pass that never was is null",
                        "/reconciler",
                        reconciler -> reconciler.putNull("lastAt")),
                in(
                        "W-STATUS-06",
                        "a detail that is not there is null",
                        "/dispatch",
                        dispatch -> dispatch.putNull("detail")));
    }

    private static List<Fault> hostShapes() {
        return List.of(
                in("W-STATUS-07", "a host says more", "/hosts/debian2", host -> host.put("slots", 4)),
                in(
                        "W-STATUS-07",
                        "a host that is not enrolling says so",
                        "/hosts/debian1",
                        host -> host.put("enrolling", false)),
                fault("W-STATUS-07", "the hosts are a list")
                        .alsoFelt(
                                "W-STATUS-02",
                                "W-STATUS-22",
                                "W-STATUS-23",
                                "W-STATUS-26",
                                "W-STATUS-33",
                                "W-STATUS-36")
                        .showing(StatusFaults::hostsBecomeAList),
                in(
                        "W-STATUS-08",
                        "a probe does not say when it was",
                        "/hosts/debian1",
                        host -> first(host.at("/capability/probes")).remove("checkedAt")),
                in("W-STATUS-08", "a closed circuit says so", "/hosts/debian1/capability", capability -> {
                    if (!capability.has("circuitOpen")) {
                        capability.put("circuitOpen", false);
                    }
                }));
    }

    private static List<Fault> workShapes() {
        return List.of(
                in("W-STATUS-09", "the queue does not say what is slow", "/queue", queue -> queue.remove("sloSeconds")),
                in(
                        "W-STATUS-10",
                        "the owner of a ticket is a number alone",
                        "/queue",
                        queue -> ((ObjectNode) first(queue.path("tickets")).path("owner")).remove("starttime")),
                fault("W-STATUS-11", "an exit code that is not known is left out")
                        .showing(status -> first(status.path("jobs")).remove("rc")),
                fault("W-STATUS-11", "a job names its snapshot in another way")
                        .showing(status -> first(status.path("jobs"))
                                .put("snapshot_digest", "s1")
                                .remove("snapshot")),
                fault("W-STATUS-11", "a stage is in capitals")
                        .showing(status -> first(status.path("jobs")).put("stage", "RUNNING")),
                fault("W-STATUS-12", "a publication has a state of its own")
                        .showing(status -> ((ObjectNode) status.at("/jobs/1/publication")).put("state", "done")));
    }

    static List<Fault> meanings() {
        return Stream.of(clusterMeanings(), hostMeanings(), workMeanings())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Fault> clusterMeanings() {
        return List.of(
                in(
                        "W-STATUS-20",
                        "a time has an offset",
                        "/reconciler",
                        reconciler -> reconciler.put("lastAt", "2026-07-18T09:30:00+00:00")),
                in(
                        "W-STATUS-20",
                        "a time is a number in quotes",
                        "/reconciler",
                        reconciler -> reconciler.put("lastAt", "1784367000")),
                fault("W-STATUS-21", "a lease never ends").showing(status -> {
                    if (status.at("/lease/active").asBoolean()) {
                        status.withObject("/lease").remove("expiresAt");
                    }
                }),
                in(
                        "W-STATUS-22",
                        "the laptop is counted as a builder",
                        "/capacity",
                        capacity -> capacity.put("builders", 4)),
                fault("W-STATUS-23", "without builders all is well")
                        .in(Scenario.EMPTY)
                        .showing(status -> status.withObject("/dispatch")
                                .put("state", "healthy")
                                .remove("detail")),
                fault("W-STATUS-23", "without builders the cluster is in maintenance")
                        .in(Scenario.EMPTY)
                        .showing(status -> status.put("observed", "maintenance")),
                fault("W-STATUS-24", "the cluster is as well as its worst builder but one")
                        .showing(status -> status.put("observed", "maintenance")),
                in("W-STATUS-25", "a wedge shows in one place only", "/queue", queue -> queue.remove("wedge")));
    }

    private static List<Fault> hostMeanings() {
        return List.of(
                in("W-STATUS-26", "the laptop is left out", "/hosts", hosts -> hosts.remove("laptop")),
                in("W-STATUS-27", "two hosts are primary", "/hosts/debian3", host -> host.put("primary", true)),
                in(
                        "W-STATUS-28",
                        "an open circuit does not say of what",
                        "/hosts/debian2/capability",
                        capability -> capability.remove("missingCommand")));
    }

    private static List<Fault> workMeanings() {
        return List.of(
                in("W-STATUS-29", "blocked tickets do not count", "/queue", queue -> queue.put("depth", 1)),
                in(
                        "W-STATUS-30",
                        "positions have gaps",
                        "/queue",
                        queue -> ((ObjectNode) queue.at("/tickets/1")).put("position", 3)),
                fault("W-STATUS-31", "an empty queue has the age of its last ticket")
                        .in(Scenario.EMPTY)
                        .showing(status -> status.withObject("/queue").put("oldestAgeSeconds", 5)),
                in(
                        "W-STATUS-32",
                        "the age is in milliseconds",
                        "/queue",
                        queue -> queue.put("oldestAgeSeconds", 61_500)),
                in(
                        "W-STATUS-33",
                        "a wedge names the rack and not the host",
                        "/queue/wedge",
                        wedge -> wedge.put("host", "rack-1")),
                in(
                        "W-STATUS-33",
                        "a host that was removed comes next",
                        "/queue",
                        queue -> queue.put("dispatchTarget", "debian9")),
                in("W-STATUS-34", "a lease does not show as spill", "/queue", queue -> queue.remove("spill")),
                fault("W-STATUS-35", "a job has a short id")
                        .showing(status -> first(status.path("jobs")).put("id", "job-17")),
                fault("W-STATUS-36", "a job of a host that was removed is listed")
                        .showing(status -> ((ObjectNode) status.at("/jobs/1")).put("host", "debian9")),
                fault("W-STATUS-37", "all finished jobs are listed").showing(StatusFaults::manyJobs),
                fault("W-STATUS-40", "the status is always sent").reading(request -> request.without("If-None-Match")),
                fault("W-STATUS-41", "any entity tag matches")
                        .answering((request, reply) ->
                                request.has("If-None-Match") && reply.status() == 200 ? Reply.json(304, "") : reply));
    }

    private static Fault in(String caughtBy, String name, String pointer, Consumer<ObjectNode> change) {
        return fault(caughtBy, name).showing(status -> change.accept(status.withObject(pointer)));
    }

    private static ObjectNode first(JsonNode array) {
        return (ObjectNode) array.path(0);
    }

    private static void hostsBecomeAList(ObjectNode status) {
        JsonNode hosts = status.path("hosts");
        ArrayNode list = status.putArray("hosts");
        hosts.properties().forEach(host -> list.add(((ObjectNode) host.getValue()).put("name", host.getKey())));
    }

    private static void manyJobs(ObjectNode status) {
        ArrayNode jobs = (ArrayNode) status.path("jobs");
        for (int i = 0; i < 100; i++) {
            jobs.add(status.at("/jobs/1").deepCopy());
        }
    }
}
