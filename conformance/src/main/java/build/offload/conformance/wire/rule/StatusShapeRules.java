package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;
import static build.offload.conformance.wire.rule.Shapes.AGE;
import static build.offload.conformance.wire.rule.Shapes.ARRAY;
import static build.offload.conformance.wire.rule.Shapes.COUNT;
import static build.offload.conformance.wire.rule.Shapes.FLAG;
import static build.offload.conformance.wire.rule.Shapes.FROM_ONE;
import static build.offload.conformance.wire.rule.Shapes.OBJECT;
import static build.offload.conformance.wire.rule.Shapes.TEXT;
import static build.offload.conformance.wire.rule.Shapes.TRUE;
import static build.offload.conformance.wire.rule.Shapes.WHOLE;
import static build.offload.conformance.wire.rule.Shapes.each;
import static build.offload.conformance.wire.rule.Shapes.object;
import static build.offload.conformance.wire.rule.Shapes.oneOf;
import static build.offload.conformance.wire.rule.Shapes.optional;
import static build.offload.conformance.wire.rule.Shapes.orNull;
import static build.offload.conformance.wire.rule.Shapes.required;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Page;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.rule.Shapes.Shape;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** The shape of the status, part by part: keys, types, words. A consumer that validates breaks at the first deviation. */
final class StatusShapeRules {

    private static final Shape STATE = oneOf("available", "draining", "maintenance", "restoring", "degraded");
    private static final Shape STAGE = oneOf(
            "preparing", "running", "collecting", "publishing", "succeeded", "failed", "blocked", "cancelled", "lost");

    private static final Shape TOP = object(
            required("desired", STATE),
            required("observed", STATE),
            required("revision", COUNT),
            required("lease", OBJECT),
            required("capacity", OBJECT),
            required("reconciler", OBJECT),
            required("dispatch", OBJECT),
            required("hosts", OBJECT),
            required("queue", OBJECT),
            required("jobs", ARRAY));
    private static final Shape LEASE = object(
            required("active", FLAG),
            optional("expired", FLAG),
            optional("host", orNull(TEXT)),
            optional("expiresAt", orNull(TEXT)),
            optional("reason", orNull(TEXT)));
    private static final Shape CAPACITY =
            object(required("builders", COUNT), required("idleSlots", COUNT), required("overloaded", FLAG));
    private static final Shape RECONCILER = object(required("healthy", FLAG), optional("lastAt", TEXT));
    private static final Shape DISPATCH = object(
            required("state", oneOf("healthy", "wedged", "paused")), optional("detail", TEXT), optional("host", TEXT));
    private static final Shape HOST = object(
            required("state", STATE),
            required("role", oneOf("builder", "workstation")),
            optional("primary", FLAG),
            optional("enrolling", TRUE),
            optional("capability", OBJECT));
    private static final Shape PROBE = object(
            required("command", TEXT),
            required("ok", FLAG),
            optional("version", TEXT),
            optional("detail", TEXT),
            required("checkedAt", TEXT));
    private static final Shape CAPABILITY =
            object(required("probes", each(PROBE)), optional("circuitOpen", TRUE), optional("missingCommand", TEXT));
    private static final Shape QUEUE = object(
            required("depth", COUNT),
            required("oldestAgeSeconds", AGE),
            required("p95AgeSeconds", AGE),
            required("sloSeconds", AGE),
            optional("dispatchTarget", TEXT),
            optional("spill", object(required("active", FLAG), optional("stale", FLAG))),
            required("tickets", ARRAY),
            optional("wedge", object(required("host", TEXT), required("detail", TEXT))));
    private static final Shape TICKET = object(
            required("position", FROM_ONE),
            required("key", TEXT),
            required("repo", TEXT),
            required("owner", object(required("pid", FROM_ONE), required("starttime", COUNT), optional("label", TEXT))),
            required("enqueueAgeSeconds", AGE),
            required("state", oneOf("waiting", "blocked")),
            optional("dispatchTarget", TEXT));
    private static final Shape JOB = object(
            required("id", TEXT),
            required("repo", TEXT),
            required("snapshot", TEXT),
            required("stage", STAGE),
            required("host", TEXT),
            required("rc", orNull(WHOLE)),
            required("pullBytes", orNull(COUNT)),
            required("pullDurationSeconds", orNull(AGE)),
            optional("publication", OBJECT));
    private static final Shape PUBLICATION = object(
            required("state", oneOf("none", "staged", "promoted", "blocked", "discarded")), optional("reason", TEXT));

    private StatusShapeRules() {}

    static List<Check> all() {
        return Stream.of(cluster(), hosts(), work()).flatMap(List::stream).toList();
    }

    private static List<Check> cluster() {
        return List.of(
                answerIsJson(),
                shape(
                        "02",
                        "The status has its ten keys and no other",
                        SPEC,
                        "field names are normative — the adapter deserializes these exact keys",
                        status -> Stream.of(new Part("status", status, TOP))),
                shape(
                        "03",
                        "The lease has its shape",
                        SPEC,
                        "lease:      { active: boolean, expired?: boolean, host?: string|null, expiresAt?: string|null, reason?: string|null }",
                        status -> part("lease", status, LEASE)),
                shape(
                        "04",
                        "The capacity has its shape",
                        WIRE_CONTRACT,
                        "`overloaded` is always present",
                        status -> part("capacity", status, CAPACITY)),
                shape(
                        "05",
                        "The reconciler has its shape",
                        SPEC,
                        "reconciler: { healthy: boolean, lastAt?: string }",
                        status -> part("reconciler", status, RECONCILER)),
                shape(
                        "06",
                        "The dispatch has its shape",
                        SPEC,
                        "dispatch:   { state: \"healthy\"|\"wedged\"|\"paused\", detail?: string, host?: string }",
                        status -> part("dispatch", status, DISPATCH)));
    }

    private static List<Check> hosts() {
        return List.of(
                shape(
                        "07",
                        "The hosts are a map of names to hosts of their shape",
                        SPEC,
                        "hosts:      Record<hostname, HostStatus>,   // a MAP keyed by host, NOT an array",
                        StatusShapeRules::hosts),
                shape(
                        "08",
                        "What a host is capable of has its shape",
                        WIRE_CONTRACT,
                        "`capability.probes[]`: `{command, ok, version?, detail?, checkedAt}`; `circuitOpen: true` while any circuit of the host is open or half-open, else absent",
                        StatusShapeRules::capabilities));
    }

    private static List<Check> work() {
        return List.of(
                shape(
                        "09",
                        "The queue has its shape",
                        SPEC,
                        "QueueStatus = { depth: number, oldestAgeSeconds: number, p95AgeSeconds: number, sloSeconds: number,",
                        status -> part("queue", status, QUEUE)),
                shape(
                        "10",
                        "The tickets have their shape",
                        SPEC,
                        "owner: { pid: number, starttime: number, label?: string }",
                        status -> elements("queue.tickets", status.path("queue").path("tickets"), TICKET)),
                shape(
                        "11",
                        "The jobs have their shape, with null for what is not known yet",
                        WIRE_CONTRACT,
                        "`rc`, `pullBytes`, `pullDurationSeconds` are null until known.",
                        status -> elements("jobs", status.path("jobs"), JOB)),
                shape(
                        "12",
                        "The publication of a job has its shape",
                        SPEC,
                        "PublicationState = { state: \"none\"|\"staged\"|\"promoted\"|\"blocked\"|\"discarded\", reason?: string }",
                        StatusShapeRules::publications));
    }

    /** A value, where it is, and what it must look like. */
    private record Part(String path, JsonNode value, Shape shape) {}

    /** Finds the parts a check is about. */
    private interface Parts {
        Stream<Part> of(ObjectNode status);
    }

    private static Check answerIsJson() {
        return Check.check(Group.CORE, "W-STATUS-01", "The status is answered in JSON")
                .serves(SPEC, "### `GET /status` → `ControllerStatus` (complete snapshot;")
                .lookAt("Look at what answers GET /status: the status 200 and the content type application/json.")
                .by(StatusShapeRules::isJson);
    }

    private static void isJson(Server server) throws IOException {
        Answer answer = server.send(server.get("/status"));
        Expect.status(200, answer, "GET /status");
        Expect.mediaType("application/json", answer);
        Expect.object(answer);
    }

    private static Check shape(String number, String title, Page page, String sentence, Parts parts) {
        return Check.check(Group.CORE, "W-STATUS-" + number, title)
                .serves(page, sentence)
                .lookAt(
                        "Look at how this part is written: keys are absent where nothing is known, null only where the contract says so, words are lower case.")
                .by(server ->
                        parts.of(server.status()).forEach(part -> part.shape().check(part.value(), part.path())));
    }

    private static Stream<Part> part(String name, ObjectNode status, Shape shape) {
        return Stream.of(new Part(name, status.path(name), shape));
    }

    private static Stream<Part> elements(String path, JsonNode array, Shape shape) {
        return Stream.of(new Part(path, array, each(shape)));
    }

    private static Stream<Part> hosts(ObjectNode status) {
        return Stream.concat(
                Stream.of(new Part("hosts", status.path("hosts"), OBJECT)),
                Status.hosts(status).map(host -> new Part("hosts." + host.getKey(), host.getValue(), HOST)));
    }

    private static Stream<Part> capabilities(ObjectNode status) {
        return Status.hosts(status)
                .filter(host -> host.getValue().has("capability"))
                .map(host -> new Part(
                        "hosts." + host.getKey() + ".capability",
                        host.getValue().path("capability"),
                        CAPABILITY));
    }

    private static Stream<Part> publications(ObjectNode status) {
        return Status.jobs(status)
                .filter(job -> job.has("publication"))
                .map(job -> new Part(
                        "publication of job " + job.path("id").asText(), job.path("publication"), PUBLICATION));
    }
}
