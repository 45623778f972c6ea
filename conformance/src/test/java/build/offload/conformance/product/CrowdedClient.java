package build.offload.conformance.product;

import build.offload.conformance.wire.check.Envelope;
import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.http.Call;
import build.offload.conformance.wire.http.Client;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.RuntimeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** One of many clients: asks for verbs as a careless one would, and remembers everything that was acknowledged. */
final class CrowdedClient {

    private static final List<String> VERBS = List.of("admission-reconcile", "ci-reconcile", "recall-spill");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RuntimeFile server;
    private final SharedRevision revision;
    private final Random random;
    private final Client client;
    private final String token;
    private final Map<Asked, byte[]> acknowledged = new LinkedHashMap<>();
    private final List<Long> revisions = new ArrayList<>();
    private final List<Asked> unanswered = new ArrayList<>();
    private final List<String> strange = new ArrayList<>();
    private int stale;
    private int replayed;
    private int busy;

    /** A request that can be made again exactly as it was. */
    private record Asked(String verb, String body) {}

    CrowdedClient(RuntimeFile server, SharedRevision revision, int seed) throws IOException {
        this.server = server;
        this.revision = revision;
        this.random = new Random(seed);
        this.client = Client.tcp(server.address(), PATIENCE);
        this.token = Files.readString(server.tokenFile()).strip();
    }

    /** Ask so many times: a third on a stale revision, some under a key that was answered, some without waiting. */
    void ask(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            int dice = random.nextInt(60);
            if (dice < 20 && revision.latest() > 0) {
                long old = revision.latest() - 1 - random.nextInt((int) Math.min(5, revision.latest()));
                expectStale(asked(Math.max(0, old)));
            } else if (dice < 26 && !acknowledged.isEmpty()) {
                repeat(List.copyOf(acknowledged.keySet()).get(random.nextInt(acknowledged.size())));
            } else if (dice < 29) {
                walkAway(asked(revision.latest()));
            } else {
                take(asked(revision.latest()));
            }
        }
    }

    /** Ask once more for everything that was left without an answer: the same key says whether it was done. */
    void settle() throws IOException {
        for (Asked left : unanswered) {
            take(left);
        }
    }

    private Asked asked(long expected) {
        String verb = VERBS.get(random.nextInt(VERBS.size()));
        return new Asked(
                verb, Envelope.of(expected, UUID.randomUUID().toString()).toString());
    }

    private Call call(Asked asked) {
        return Call.of("POST", "/transition/" + asked.verb())
                .with("Authorization", "Bearer " + token)
                .with("Content-Type", "application/json")
                .carrying(asked.body());
    }

    private void take(Asked asked) throws IOException {
        Answer answer = client.send(call(asked));
        switch (answer.status()) {
            case 200 -> committed(asked, answer);
            case 409 -> stale(answer);
            case 503 -> busy++;
            default -> strange.add(answer.status() + " " + answer.text());
        }
    }

    private void committed(Asked asked, Answer answer) throws IOException {
        long reached = Json.parse(answer.body()).number("revision").orElseThrow();
        acknowledged.put(asked, answer.body());
        revisions.add(reached);
        revision.heard(reached);
    }

    private void stale(Answer answer) throws IOException {
        stale++;
        revision.heard(Json.parse(answer.body()).number("currentRevision").orElseThrow());
    }

    private void expectStale(Asked asked) throws IOException {
        Answer answer = client.send(call(asked));
        if (answer.status() == 409) {
            stale(answer);
        } else if (answer.status() == 503) {
            busy++;
        } else {
            strange.add("on a stale revision: " + answer.status() + " " + answer.text());
        }
    }

    private void repeat(Asked asked) throws IOException {
        Answer answer = client.send(call(asked));
        boolean same = answer.status() == 200
                && answer.text()
                        .equals(new String(acknowledged.getOrDefault(asked, new byte[0]), StandardCharsets.UTF_8))
                && answer.header("Idempotency-Replayed").filter("true"::equals).isPresent();
        replayed++;
        if (!same && answer.status() != 503) {
            strange.add("a repetition: " + answer.status() + " " + answer.text());
        }
    }

    /** Send it and leave before the answer. */
    private void walkAway(Asked asked) throws IOException {
        byte[] body = asked.body().getBytes(StandardCharsets.UTF_8);
        String head = "POST /transition/" + asked.verb() + " HTTP/1.1\r\nHost: 127.0.0.1:"
                + server.address().getPort() + "\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        try (Socket socket =
                new Socket(server.address().getHost(), server.address().getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
        }
        unanswered.add(asked);
    }

    /** Return the revisions of what was acknowledged, each once. */
    Collection<Long> committed() {
        return revisions;
    }

    /** Return answers that should not have been. */
    List<String> strange() {
        return strange;
    }

    static String summary(List<CrowdedClient> clients) {
        return clients.stream().mapToInt(client -> client.revisions.size()).sum() + " committed, "
                + clients.stream().mapToInt(client -> client.stale).sum() + " stale, "
                + clients.stream().mapToInt(client -> client.replayed).sum() + " repeated, "
                + clients.stream().mapToInt(client -> client.unanswered.size()).sum() + " left without an answer, "
                + clients.stream().mapToInt(client -> client.busy).sum() + " turned away";
    }
}
