package build.offload.distribution.client;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Asks for changes on a person's behalf. Each gets a fresh key, under which it is repeated until its outcome is known, so
 * that nothing is done twice; a revision that moved on meanwhile is taken up, since the person named what is to change and
 * not what it is to look like before.
 */
public final class Operator {

    private static final int MOST_TRIES = 8;
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final ControllerClient client;

    /** Create one that asks through a client. */
    public Operator(ControllerClient client) {
        this.client = client;
    }

    /**
     * Ask for one of the verbs.
     *
     * @return the result of the commit
     * @throws CommandFailure when it was refused or could not be settled
     */
    public Json transition(String verb, Map<String, String> args, String wish) {
        return post("/transition/" + verb, Map.of("args", args), wish, true);
    }

    /** Ask for any other change; {@code revisioned} says whether it moves the revision. */
    public Json post(String path, Map<String, ?> body, String wish, boolean revisioned) {
        Map<String, Object> whole = new LinkedHashMap<>(body);
        whole.putIfAbsent("idempotencyKey", UUID.randomUUID().toString());
        if (revisioned) {
            whole.put("expectedRevision", revision());
        }
        return settle(path, whole, wish).expect(wish).at("result");
    }

    /** Read something. */
    public Reply get(String path) {
        try {
            return client.get(path);
        } catch (IOException failed) {
            throw client.unreachable(failed);
        }
    }

    /** Read something again and again until it is as a person waits for; the controller says when that is. */
    public Json await(String path, Predicate<Json> done, String wish) {
        Json seen = get(path).expect(wish);
        while (!done.test(seen)) {
            pause(PAUSE, wish);
            seen = get(path).expect(wish);
        }
        return seen;
    }

    private long revision() {
        return get("/status").expect("reading the status").number("revision").orElse(0);
    }

    private Reply settle(String path, Map<String, Object> body, String wish) {
        Reply reply = attempt(path, body);
        for (int tries = 1; tries < MOST_TRIES && worthRepeating(reply); tries++) {
            if (reply.error().equals("stale-revision")) {
                body.put(
                        "expectedRevision",
                        reply.json().number("currentRevision").orElseGet(this::revision));
            } else {
                pause(reply.retryAfter().orElse(PAUSE), wish);
            }
            reply = attempt(path, body);
        }
        return reply;
    }

    private static boolean worthRepeating(Reply reply) {
        return switch (reply.error()) {
            case "stale-revision", "busy", "outcome-unknown" -> true;
            default -> false;
        };
    }

    private Reply attempt(String path, Map<String, Object> body) {
        try {
            return client.post(path, body);
        } catch (IOException broken) {
            return attemptAgain(path, body);
        }
    }

    // The same key: if the first came through after all, this one gets its answer.
    private Reply attemptAgain(String path, Map<String, Object> body) {
        try {
            return client.post(path, body);
        } catch (IOException failed) {
            throw client.unreachable(failed);
        }
    }

    private static void pause(Duration time, String wish) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.CANCELLED, wish + ": interrupted", interrupted);
        }
    }
}
