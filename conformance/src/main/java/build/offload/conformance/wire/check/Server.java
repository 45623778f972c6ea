package build.offload.conformance.wire.check;

import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.http.Call;
import build.offload.conformance.wire.http.Client;
import build.offload.conformance.wire.http.Exchange;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** The server as one check meets it. It remembers what was said. Not for several threads. */
public final class Server {

    /** How often a check tries again when the revision moved between its reading and its use. */
    public static final int ATTEMPTS = 10;

    private final Target target;
    private final Client client;
    private final String checkId;
    private final List<Supplier<Exchange>> exchanges = new ArrayList<>();

    /** Begin a check's conversation. */
    public Server(Target target, Client client, String checkId) {
        this.target = target;
        this.client = client;
        this.checkId = checkId;
    }

    /** Return what may be done with it. */
    public Target target() {
        return target;
    }

    /** Return the host that may be drained; checks that ask for it declare {@link Need#HOST}. */
    public String host() {
        return target.host().orElseThrow(() -> new NotApplicable(Need.HOST.reason()));
    }

    /** Return the token of the role deck; checks that ask for it declare {@link Need#DECK_TOKEN}. */
    public String deckToken() {
        return target.deckToken().orElseThrow(() -> new NotApplicable(Need.DECK_TOKEN.reason()));
    }

    /** Return the last of what was said so far, oldest first. */
    public List<Exchange> lastExchanges(int most) {
        return exchanges.stream()
                .skip(Math.max(0, exchanges.size() - most))
                .map(Supplier::get)
                .toList();
    }

    /** Make a request with the operator's token. */
    public Call call(String method, String path) {
        return Call.of(method, path).with("Authorization", "Bearer " + target.token());
    }

    /** Make a request that reads. */
    public Call get(String path) {
        return call("GET", path);
    }

    /** Make a request that carries JSON. */
    public Call post(String path, String json) {
        return call("POST", path).with("Content-Type", "application/json").carrying(json);
    }

    /** Make a request for a verb. */
    public Call verb(String verb, Envelope envelope) {
        return post("/transition/" + verb, envelope.toString());
    }

    /** Send a request as it is. */
    public Answer send(Call call) throws IOException {
        try {
            Answer answer = client.send(call);
            exchanges.add(() -> Exchange.of(call, answer));
            return answer;
        } catch (IOException failed) {
            exchanges.add(() -> Exchange.unanswered(call, String.valueOf(failed.getMessage())));
            throw failed;
        }
    }

    /** Send one request several times at once. */
    public List<Answer> race(Call call, int runners) throws IOException {
        List<Answer> answers = client.race(call, runners);
        answers.forEach(answer -> exchanges.add(() -> Exchange.of(call, answer)));
        return answers;
    }

    /** Send bytes that need not be a request. */
    public Answer sendRaw(byte[] bytes) throws IOException {
        Answer answer = client.sendRaw(bytes);
        exchanges.add(() -> Exchange.of(Call.of("(raw)", "").carrying(bytes), answer));
        return answer;
    }

    /** Make an idempotency key nobody used, which tells whoever meets it in an audit trail where it is from. */
    public String newKey() {
        return checkId + "-" + UUID.randomUUID();
    }

    /** Read the status. */
    public ObjectNode status() throws IOException {
        Answer answer = send(get("/status"));
        Expect.status(200, answer, "GET /status");
        return Expect.object(answer);
    }

    /** Read the revision. */
    public long revision() throws IOException {
        return status().path("revision").asLong(-1);
    }

    /** Make a correct envelope with a new key and a revision that no server reaches. */
    public Envelope future() {
        return Envelope.of(Envelope.FUTURE, newKey());
    }

    /**
     * Send a verb with the current revision, and again while others move that in between or the server is busy.
     *
     * @return the first answer that is neither 409 nor 503, or the last one
     */
    public Posted current(String verb, String key, Map<String, String> args) throws IOException {
        Posted posted = currentOnce(verb, key, args);
        for (int i = 1; i < ATTEMPTS && isWorthAnotherTry(posted.answer()); i++) {
            Pause.of(posted.answer());
            posted = currentOnce(verb, key, args);
        }
        return posted;
    }

    private static boolean isWorthAnotherTry(Answer answer) {
        return answer.status() == 409 || answer.status() == 503;
    }

    private Posted currentOnce(String verb, String key, Map<String, String> args) throws IOException {
        long revision = revision();
        Call call = verb(verb, Envelope.of(revision, key).withArguments(args));
        return new Posted(call, key, revision, send(call));
    }

    /** Commit a verb under a new key. */
    public Posted commit(String verb, Map<String, String> args) throws IOException {
        Posted posted = current(verb, newKey(), args);
        Expect.status(200, posted.answer(), "POST /transition/" + verb);
        return posted;
    }

    /** Commit the most harmless verb there is. */
    public Posted commit() throws IOException {
        return commit(Verbs.HARMLESS, Map.of());
    }

    /**
     * A verb that was sent.
     *
     * @param revision the revision it expected
     */
    public record Posted(Call call, String key, long revision, Answer answer) {}
}
