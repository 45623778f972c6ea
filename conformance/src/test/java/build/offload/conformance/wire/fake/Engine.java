package build.offload.conformance.wire.fake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The state of a fake: revision, keys, hosts, lease. One transition at a time. */
public final class Engine {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long FIRST_REVISION = 41;

    /** The arguments of each verb; an optional one ends in a question mark. */
    private static final Map<String, Set<String>> ARGUMENTS = Map.of(
            "box-drain", Set.of("host"),
            "box-restore", Set.of("host"),
            "host-quarantine", Set.of("host", "command"),
            "host-unquarantine", Set.of("host", "command"),
            "admission-reconcile", Set.of("reason?"),
            "job-retry", Set.of("jobId"),
            "ci-reconcile", Set.of("host?"),
            "recall-spill", Set.of("host?"));

    private final Scenario scenario;
    private final ObjectNode template;
    private final Map<String, byte[]> committed = new HashMap<>();
    private final Set<String> drained = new HashSet<>();
    private final Map<String, Set<String>> circuits = new TreeMap<>();
    private long revision = FIRST_REVISION;
    private boolean lease;
    private long written = -1;
    private String text = "";

    Engine(Scenario scenario) {
        this.scenario = scenario;
        this.template = parsed(scenario);
        this.lease = scenario.hasLease();
    }

    static Set<String> verbs() {
        return ARGUMENTS.keySet();
    }

    public synchronized long revision() {
        return revision;
    }

    /** Move the revision, as somebody else's commit does. */
    public synchronized void advance(long steps) {
        revision += steps;
    }

    /** Return whether a key was committed. */
    public synchronized boolean knows(String key) {
        return committed.containsKey(key);
    }

    /** Forget all keys. */
    public synchronized void forget() {
        committed.clear();
    }

    /** Steps 5 to 9 of the order, on an envelope that was checked. */
    public synchronized Reply transition(String verb, JsonNode envelope) {
        String key = envelope.path("idempotencyKey").asText();
        byte[] stored = committed.get(key);
        if (stored != null) {
            return new Reply(200, Map.of("Content-Type", "application/json", "Idempotency-Replayed", "true"), stored);
        }
        if (!envelope.path("expectedRevision").bigIntegerValue().equals(BigInteger.valueOf(revision))) {
            return Reply.stale(revision);
        }
        Map<String, String> args = new TreeMap<>();
        envelope.path("args")
                .properties()
                .forEach(arg -> args.put(arg.getKey(), arg.getValue().asText()));
        args.remove("expectedRevision");
        Optional<Reply> refusal = wrong(verb, args).or(() -> guarded(verb, args));
        return refusal.orElseGet(() -> committed(key, applied(verb, args)));
    }

    private Reply committed(String key, ObjectNode result) {
        revision++;
        ObjectNode body = MAPPER.createObjectNode().put("revision", revision);
        body.set("result", result);
        Reply reply = Reply.json(200, body.toString());
        committed.put(key, reply.body());
        return reply;
    }

    private static Optional<Reply> wrong(String verb, Map<String, String> args) {
        Set<String> known = Objects.requireNonNull(ARGUMENTS.get(verb));
        for (Map.Entry<String, String> arg : args.entrySet()) {
            if (!known.contains(arg.getKey()) && !known.contains(arg.getKey() + "?")) {
                return Optional.of(Reply.invalid("unknown-field", "The verb has no such argument."));
            }
            if (arg.getValue().isEmpty()) {
                return Optional.of(Reply.invalid("invalid-value", "An argument is empty."));
            }
        }
        return known.stream().allMatch(name -> name.endsWith("?") || args.containsKey(name))
                ? Optional.empty()
                : Optional.of(Reply.invalid("missing-field", "An argument is missing."));
    }

    private Optional<Reply> guarded(String verb, Map<String, String> args) {
        if (args.containsKey("jobId")) {
            return Optional.of(Reply.invalid("unknown-job", "There is no such job."));
        }
        String host = args.getOrDefault("host", "");
        if (!host.isEmpty() && !template.path("hosts").has(host)) {
            return Optional.of(Reply.invalid("unknown-host", "There is no such host."));
        }
        if (verb.equals("box-restore") && !drained.contains(host)) {
            return Optional.of(Reply.invalid("nothing-to-restore", "The host is not drained."));
        }
        String command = args.getOrDefault("command", "");
        boolean odd = command.length() > 200 || command.chars().anyMatch(Character::isISOControl);
        return odd ? Optional.of(Reply.invalid("invalid-value", "This is no command class.")) : Optional.empty();
    }

    private ObjectNode applied(String verb, Map<String, String> args) {
        ObjectNode result = MAPPER.createObjectNode().put("changed", changes(verb, args));
        result.putArray("pending").add("dispatch");
        return result;
    }

    private boolean changes(String verb, Map<String, String> args) {
        String host = args.getOrDefault("host", "");
        Set<String> open = circuits.computeIfAbsent(host, _ -> new HashSet<>());
        return switch (verb) {
            case "box-drain" -> drained.add(host);
            case "box-restore" -> drained.remove(host);
            case "host-quarantine" -> open.add(args.getOrDefault("command", ""));
            case "host-unquarantine" -> open.remove(args.getOrDefault("command", ""));
            case "recall-spill" -> recalled();
            default -> false;
        };
    }

    private boolean recalled() {
        boolean was = lease;
        lease = false;
        return was;
    }

    /** Return the status as JSON; written once for each revision, since nothing here changes without it. */
    synchronized String status() {
        if (written != revision) {
            written = revision;
            text = json().toString();
        }
        return text;
    }

    private ObjectNode json() {
        ObjectNode status = template.deepCopy();
        status.put("revision", revision);
        drained.forEach(host -> status.withObject("/hosts/" + host).put("state", "draining"));
        if (drained.contains("debian1")) {
            status.put("observed", "restoring");
        }
        circuits.forEach((host, open) -> open.stream()
                .findFirst()
                .ifPresent(command -> status.withObject("/hosts/" + host + "/capability")
                        .put("circuitOpen", true)
                        .put("missingCommand", command)));
        if (!lease) {
            status.putObject("lease").put("active", false);
            status.withObject("/queue").remove("spill");
        }
        return status;
    }

    String metrics() {
        return scenario.metrics();
    }

    private static ObjectNode parsed(Scenario scenario) {
        try {
            return MAPPER.readValue(scenario.status(), ObjectNode.class);
        } catch (JsonProcessingException malformed) {
            throw new IllegalStateException("the scenario " + scenario + " is no JSON", malformed);
        }
    }
}
