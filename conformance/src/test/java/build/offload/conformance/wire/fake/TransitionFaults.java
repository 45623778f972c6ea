package build.offload.conformance.wire.fake;

import static build.offload.conformance.wire.fake.Fault.fault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;

/** Faults about revision, arguments, replay and commit. */
final class TransitionFaults {

    private TransitionFaults() {}

    static List<Fault> revisions() {
        return List.of(
                fault("W-REV-01", "the revision before the last one still counts")
                        .handling(expecting((given, current) -> given == current - 1)),
                fault("W-REV-02", "a number beyond all revisions is invalid")
                        .answering((request, reply) ->
                                request.json().path("expectedRevision").isBigInteger() && reply.status() == 409
                                        ? Reply.invalid("invalid-value", "The number is too large.")
                                        : reply),
                fault("W-REV-03", "revision 0 means any").handling(expecting((given, current) -> given == 0)),
                fault("W-REV-04", "409 says its revision in quotes")
                        .answering((request, reply) -> reply.status() == 409
                                ? reply.editing(body -> body.put(
                                        "currentRevision",
                                        body.path("currentRevision").asText()))
                                : reply),
                fault("W-REV-05", "409 says revision 0")
                        .answering((request, reply) ->
                                reply.status() == 409 ? reply.editing(body -> body.put("currentRevision", 0)) : reply),
                fault("W-REV-06", "a stale request takes its key").handling(remembering(409)),
                fault("W-REV-07", "the arguments are judged before the revision")
                        .handling((right, engine) -> request -> isPost(request)
                                        && request.json().path("args").has("surprise")
                                        && !engine.knows(request.key())
                                ? Reply.invalid("unknown-field", "There is no such argument.")
                                : right.answer(request)));
    }

    static List<Fault> arguments() {
        return List.of(
                fault("W-ARGS-01", "an argument nobody knows is overlooked")
                        .mending(envelope -> withoutArgument(envelope, "surprise")),
                fault("W-ARGS-02", "a quarantine without a command is one of everything")
                        .answering((request, reply) -> reply.status() == 422
                                        && request.verb().equals("host-quarantine")
                                        && !request.json().path("args").has("command")
                                ? Reply.json(200, "{}")
                                : reply),
                fault("W-ARGS-03", "an empty reason is none")
                        .mending(envelope -> envelope.at("/args/reason").isTextual()
                                        && envelope.at("/args/reason").asText().isEmpty()
                                ? withoutArgument(envelope, "reason")
                                : envelope),
                fault("W-ARGS-04", "restoring an unknown host is not found")
                        .answering((request, reply) -> request.verb().equals("box-restore")
                                        && reply.text().contains("unknown-host")
                                ? Reply.error(404, "unknown-host")
                                : reply),
                fault("W-ARGS-05", "retrying an unknown job does nothing, successfully")
                        .answering((request, reply) ->
                                reply.text().contains("unknown-job") ? Reply.json(200, "{}") : reply),
                fault("W-ARGS-06", "a request with invalid arguments takes its key")
                        .handling(remembering(422)),
                fault("W-ARGS-07", "a guard says what is wrong in a string")
                        .answering((request, reply) -> reply.text().contains("unknown-host")
                                ? reply.editing(body -> body.put("detail", "There is no such host."))
                                : reply));
    }

    static List<Fault> replays() {
        return List.of(
                fault("W-REPLAY-01", "a replay is written anew")
                        .alsoFelt("W-REPLAY-02", "W-REPLAY-03", "W-REPLAY-04", "W-REPLAY-05", "W-REPLAY-09")
                        .answering((request, reply) -> isReplay(reply) ? reply.saying(reply.text() + "\n") : reply),
                fault("W-REPLAY-02", "only the last commit's answer is kept").handling(forgetting()),
                fault("W-REPLAY-03", "a key counts for one verb")
                        .reading(
                                request -> isPost(request)
                                        && request.json().path("idempotencyKey").isTextual()
                                        && isShort(request.key()),
                                request -> request.editing(
                                        envelope -> envelope.put("idempotencyKey", request.verb() + request.key()))),
                fault("W-REPLAY-04", "a key with other arguments is a mistake")
                        .handling(comparing("args", Reply.invalid("key-reused", "x"))),
                fault("W-REPLAY-05", "a key with another revision is stale")
                        .handling(comparing("expectedRevision", Reply.stale(1))),
                fault("W-REPLAY-06", "a replay is not marked")
                        .alsoFelt("W-REPLAY-09")
                        .answering((request, reply) -> reply.without("Idempotency-Replayed")),
                fault("W-REPLAY-07", "every commit is marked as a replay")
                        .alsoFelt("W-REPLAY-09", "W-REV-06", "W-ARGS-06")
                        .answering((request, reply) -> isPost(request) && reply.status() == 200
                                ? reply.with("Idempotency-Replayed", "true")
                                : reply),
                fault("W-REPLAY-08", "a replay moves the revision").handling((right, engine) -> request -> {
                    Reply reply = right.answer(request);
                    engine.advance(isReplay(reply) ? 1 : 0);
                    return reply;
                }),
                fault("W-REPLAY-09", "two requests with one key that meet are both carried out")
                        .handling(colliding()),
                fault("W-REPLAY-10", "a known key is found before the envelope is judged")
                        .handling((right, engine) -> request -> right.answer(
                                isPost(request) && engine.knows(request.key())
                                        ? request.editing(envelope ->
                                                envelope.retain("expectedRevision", "idempotencyKey", "args"))
                                        : request)));
    }

    static List<Fault> commits() {
        return List.of(
                fault("W-COMMIT-01", "a commit says more")
                        .answering((request, reply) -> isPost(request) && reply.status() == 200
                                ? reply.editing(body -> body.put("verb", "x"))
                                : reply),
                fault("W-COMMIT-02", "a verb with nothing to do does not move the revision")
                        .committing(
                                "ci-reconcile",
                                body -> body.put(
                                        "revision", body.path("revision").asLong() - 1)),
                fault("W-COMMIT-03", "a verb does not say whether it changed anything")
                        .committing("ci-reconcile", body -> result(body).remove("changed")),
                fault("W-COMMIT-04", "what is pending is a text")
                        .committing("recall-spill", body -> result(body).put("pending", "dispatch")),
                fault("W-COMMIT-05", "the status lags behind").handling(lagging()),
                fault("W-COMMIT-06", "a reason is not taken")
                        .answering((request, reply) ->
                                isPost(request) && request.json().path("args").has("reason")
                                        ? Reply.invalid("unknown-field", "There is no such argument.")
                                        : reply),
                fault("W-COMMIT-07", "a verb with nothing to do is refused").handling(refusingRepetition()),
                fault("W-COMMIT-08", "a recall always says it changed something")
                        .committing("recall-spill", body -> result(body).put("changed", true)),
                fault("W-COMMIT-09", "the revision in the args is taken for an argument of the verb")
                        .answering((request, reply) -> reply.status() == 200
                                        && isPost(request)
                                        && request.json().path("args").has("expectedRevision")
                                ? Reply.invalid("unknown-field", "There is no such argument.")
                                : reply),
                fault("W-COMMIT-10", "a commit is plain text")
                        .answering((request, reply) -> isPost(request) && reply.status() == 200
                                ? reply.with("Content-Type", "text/plain")
                                : reply),
                fault("W-COMMIT-12", "spill is recalled everywhere or not at all")
                        .answering(
                                request -> request.verb().equals("recall-spill")
                                        && request.json().path("args").has("host"),
                                Reply.invalid("unknown-field", "There is no such argument.")),
                fault("W-COMMIT-11", "a result is a text")
                        .alsoFelt("W-COMMIT-03", "W-COMMIT-08")
                        .committing("recall-spill", body -> body.put("result", "done")));
    }

    static List<Fault> hosts() {
        return List.of(
                fault("W-DRAIN-01", "a drain says it changed nothing")
                        .committing("box-drain", body -> result(body).put("changed", false)),
                fault("W-DRAIN-01", "a drain does not show")
                        .alsoFelt("W-DRAIN-02")
                        .showing(status -> status.withObject("/hosts/debian1").put("state", "available")),
                fault("W-DRAIN-02", "a second drain says it changed something")
                        .committing("box-drain", body -> result(body).put("changed", true)),
                fault("W-DRAIN-03", "a restore says it changed nothing")
                        .committing("box-restore", body -> result(body).put("changed", false)),
                fault("W-DRAIN-04", "restoring an available host has another code")
                        .answering((request, reply) -> reply.text().contains("nothing-to-restore")
                                ? Reply.invalid("invalid-state", "The host is not drained.")
                                : reply),
                fault("W-QUARANTINE-01", "an open circuit does not show")
                        .showing(status -> status.withObject("/hosts/debian1/capability")
                                .remove(List.of("circuitOpen", "missingCommand"))),
                fault("W-QUARANTINE-02", "lifting a quarantine says it changed nothing")
                        .committing("host-unquarantine", body -> result(body).put("changed", false)),
                fault("W-QUARANTINE-03", "control characters are dropped from a command")
                        .mending(envelope -> {
                            if (envelope.path("args") instanceof ObjectNode args && args.has("command")) {
                                args.put(
                                        "command", args.path("command").asText().replaceAll("\\p{Cntrl}", ""));
                            }
                            return envelope;
                        }));
    }

    private static boolean isPost(Request request) {
        return request.method().equals("POST") && request.json().isObject();
    }

    private static boolean isReplay(Reply reply) {
        return reply.headers().containsKey("Idempotency-Replayed");
    }

    private static boolean isShort(String key) {
        return !key.isEmpty() && key.length() < 150;
    }

    private static ObjectNode result(ObjectNode body) {
        return body.withObjectProperty("result");
    }

    private static ObjectNode withoutArgument(ObjectNode envelope, String name) {
        if (envelope.path("args") instanceof ObjectNode args) {
            args.remove(name);
        }
        return envelope;
    }

    /** Takes some expected revisions for the current one. */
    private static Fault.Way expecting(BiPredicate<Long, Long> good) {
        return (right, engine) -> request -> {
            long given =
                    isPost(request) ? request.json().path("expectedRevision").asLong(-1) : -1;
            boolean taken = given >= 0 && !engine.knows(request.key()) && good.test(given, engine.revision());
            return right.answer(
                    taken ? request.editing(envelope -> envelope.put("expectedRevision", engine.revision())) : request);
        };
    }

    /** Stores refusals of a status with their keys, and repeats them. */
    private static Fault.Way remembering(int status) {
        return (right, engine) -> {
            Map<String, Reply> kept = new ConcurrentHashMap<>();
            return request -> {
                String key = isPost(request) ? request.key() : "";
                Reply reply = Optional.ofNullable(kept.get(key)).orElseGet(() -> right.answer(request));
                if (reply.status() == status && isShort(key)) {
                    kept.put(key, reply);
                }
                return reply;
            };
        };
    }

    private static Fault.Way forgetting() {
        return (right, engine) -> request -> {
            boolean isNew = isPost(request) && !engine.knows(request.key());
            if (isNew && request.json().path("expectedRevision").asLong() == engine.revision()) {
                engine.forget();
            }
            return right.answer(request);
        };
    }

    /** Refuses a known key that comes with something else than at first. */
    private static Fault.Way comparing(String field, Reply refusal) {
        return (right, engine) -> {
            Map<String, String> first = new ConcurrentHashMap<>();
            return request -> {
                String key = isPost(request) ? request.key() : "";
                String given = isPost(request) ? request.json().path(field).toString() : "";
                if (engine.knows(key) && !given.equals(first.get(key))) {
                    return refusal;
                }
                Reply reply = right.answer(request);
                if (engine.knows(key)) {
                    first.putIfAbsent(key, given);
                }
                return reply;
            };
        };
    }

    /** Lets the first two requests of one check meet, and then carries out both, as if neither knew of the other. */
    private static Fault.Way colliding() {
        return (right, engine) -> {
            AtomicInteger arrivals = new AtomicInteger();
            CountDownLatch bothAreHere = new CountDownLatch(2);
            return request -> {
                boolean raced = isPost(request) && request.key().startsWith("W-REPLAY-09");
                int arrival = raced ? arrivals.incrementAndGet() : 0;
                if (arrival < 1 || arrival > 2) {
                    return right.answer(request);
                }
                await(bothAreHere);
                return right.answer(arrival == 1 ? request : request.editing(envelope -> another(envelope, engine)));
            };
        };
    }

    private static ObjectNode another(ObjectNode envelope, Engine engine) {
        return envelope.put("idempotencyKey", "second").put("expectedRevision", engine.revision());
    }

    private static void await(CountDownLatch latch) {
        latch.countDown();
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Shows the revision of before to the first who asks after a commit. */
    private static Fault.Way lagging() {
        return (right, engine) -> {
            AtomicLong shown = new AtomicLong(engine.revision());
            return request -> {
                Reply reply = right.answer(request);
                if (!request.path().equals("/status") || reply.status() != 200) {
                    return reply;
                }
                long before = shown.getAndSet(engine.revision());
                return reply.editing(status -> status.put("revision", before));
            };
        };
    }

    private static Fault.Way refusingRepetition() {
        return (right, engine) -> {
            AtomicReference<String> last = new AtomicReference<>("");
            return request -> {
                boolean again = isPost(request)
                        && request.verb().equals("ci-reconcile")
                        && last.get().equals("ci-reconcile");
                Reply reply = again ? Reply.invalid("nothing-to-do", "There is nothing to do.") : right.answer(request);
                if (isPost(request) && (again || reply.status() == 200)) {
                    last.set(again ? "" : request.verb());
                }
                return reply;
            };
        };
    }
}
