package build.offload.conformance.wire.fake;

import static build.offload.conformance.wire.fake.Fault.fault;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Faults about who is let in, which server is meant and what of it. */
final class AccessFaults {

    private static final Set<String> PATHS = Set.of("/status", "/metrics", "/api/v1/query", "/api/offload/v1/health");

    private AccessFaults() {}

    static List<Fault> authentication() {
        return Stream.of(tokens(), everywhere(), secretsAndRoles())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Fault> tokens() {
        return List.of(
                fault("W-AUTH-01", "anybody may read the status")
                        .alsoFelt("W-AUTH-02", "W-AUTH-06", "W-AUTH-13")
                        .admitting(request -> isBare(request)
                                && request.method().equals("GET")
                                && request.path().equals("/status")),
                fault("W-AUTH-02", "401 does not name the scheme")
                        .answering((request, reply) -> reply.without("WWW-Authenticate")),
                fault("W-AUTH-03", "an empty token is let in")
                        .admitting(request -> request.header("Authorization").equals("Bearer")),
                fault("W-AUTH-04", "the beginning of a token is enough")
                        .admitting(request -> request.header("Authorization").length() > 20
                                && ("Bearer " + Reference.OPERATOR).startsWith(request.header("Authorization"))),
                fault("W-AUTH-05", "the scheme does not matter")
                        .admitting(request -> request.header("Authorization").endsWith(Reference.OPERATOR)),
                fault("W-AUTH-06", "a token in the address is let in")
                        .admitting(request -> request.query().endsWith("token=" + Reference.OPERATOR)));
    }

    private static List<Fault> everywhere() {
        return List.of(
                fault("W-AUTH-07", "an unknown address is told before the token is judged")
                        .admitting(request ->
                                isBare(request) && !request.isTransition() && !PATHS.contains(request.path())),
                fault("W-AUTH-08", "OPTIONS is answered to anybody")
                        .answering(request -> request.method().equals("OPTIONS"), Reply.json(200, "{}")),
                fault("W-AUTH-09", "an unknown verb is told before the token is judged")
                        .admitting(request -> isBare(request) && request.isTransition() && !isVerb(request)),
                fault("W-AUTH-10", "verbs need no token")
                        .alsoFelt("W-AUTH-11", "W-AUTH-12")
                        .admitting(
                                request -> isBare(request) && request.method().equals("POST") && isVerb(request)),
                fault("W-AUTH-11", "the body is read before the token is judged")
                        .handling((right, engine) -> request -> {
                            request.body().bytes();
                            return right.answer(request);
                        }),
                fault("W-AUTH-12", "the content type is judged before the token")
                        .answering(
                                request -> isBare(request)
                                        && request.header("Content-Type").contains("form"),
                                Reply.error(415, "unsupported-media-type")),
                fault("W-AUTH-13", "Host is judged before the token")
                        .answering(
                                request -> request.header("Host").startsWith("evil"), Reply.error(421, "misdirected")));
    }

    private static List<Fault> secretsAndRoles() {
        return List.of(
                fault("W-AUTH-14", "the refusal repeats the token it refused")
                        .alsoFelt("W-AUTH-19")
                        .answering((request, reply) -> reply.status() == 401
                                ? reply.editing(body -> body.putObject("detail")
                                        .put("code", "unknown-token")
                                        .put("message", "unknown: " + request.header("Authorization")))
                                : reply),
                fault("W-AUTH-15", "the refusal of a body repeats the body")
                        .answering((request, reply) ->
                                reply.status() == 422 && request.text().contains(Reference.OPERATOR)
                                        ? Reply.invalid("invalid-value", "This is wrong: " + request.text())
                                        : reply),
                fault("W-AUTH-16", "anybody may scrape the metrics")
                        .admitting(request -> request.path().equals("/metrics")),
                fault("W-AUTH-17", "the deck may not read the status")
                        .answering(
                                request -> isDeck(request) && request.path().equals("/status"),
                                Reply.error(401, "unauthenticated")),
                fault("W-AUTH-18", "the deck may not use verbs")
                        .answering(
                                request -> isDeck(request) && request.isTransition(),
                                Reply.error(401, "unauthenticated")),
                fault("W-AUTH-19", "a token outside its role is told apart from an unknown one")
                        .answering(
                                request -> isDeck(request) && request.path().startsWith("/api/offload"),
                                Reply.error(403, "forbidden")),
                fault("W-AUTH-19", "a role reaches everything").admitting(AccessFaults::isDeck));
    }

    static List<Fault> addresses() {
        return List.of(
                fault("W-HOST-01", "Host is compared at its beginning only")
                        .reading(request -> request.header("Host").startsWith("127.0.0.1."), AccessFaults::toUs),
                fault("W-HOST-01", "Host is not looked at")
                        .alsoFelt("W-HOST-04")
                        .reading(AccessFaults::toUs),
                fault("W-HOST-02", "Origin is not looked at").reading(request -> request.without("Origin")),
                fault("W-HOST-02", "an origin that is null is let in")
                        .reading(
                                request -> request.header("Origin").equals("null"),
                                request -> request.without("Origin")),
                fault("W-HOST-03", "no origin is let in")
                        .reading(request -> request.has("Origin"), request -> request.with("Origin", "null")),
                fault("W-HOST-04", "an unknown verb is told before Host is judged")
                        .reading(request -> request.isTransition() && !isVerb(request), AccessFaults::toUs),
                fault("W-VERB-01", "the case of a verb does not matter")
                        .reading(
                                Request::isTransition,
                                request -> request.at(request.target().toLowerCase(Locale.ROOT))),
                fault("W-VERB-01", "an unknown verb is explained")
                        .alsoFelt("W-VERB-06")
                        .answering((request, reply) -> reply.status() == 404 && request.isTransition()
                                ? reply.editing(body -> body.putObject("detail")
                                        .put("code", "x")
                                        .put("message", "x"))
                                : reply),
                fault("W-VERB-02", "the body is judged before the verb")
                        .answering((request, reply) -> reply.status() == 404
                                        && request.isTransition()
                                        && request.json().isMissingNode()
                                        && request.method().equals("POST")
                                ? Reply.error(400, "not-json")
                                : reply),
                fault("W-VERB-03", "one verb is missing")
                        .alsoFelt("W-ARGS-02", "W-ARGS-05")
                        .answering(request -> request.verb().equals("job-retry"), Reply.error(404, "unknown-verb")),
                fault("W-VERB-04", "PUT is as good as POST")
                        .reading(request -> request.method().equals("PUT"), request -> request.by("POST")),
                fault("W-VERB-05", "405 does not say what is allowed")
                        .answering((request, reply) -> reply.without("Allow")),
                fault("W-VERB-06", "the method is judged before the verb")
                        .answering((request, reply) -> reply.status() == 404
                                        && request.isTransition()
                                        && request.method().equals("GET")
                                ? Reply.error(405, "method-not-allowed").with("Allow", "POST")
                                : reply),
                fault("W-VERB-07", "an unknown address is a page")
                        .answering((request, reply) -> reply.status() == 404 && !request.isTransition()
                                ? Reply.of(200, "text/html", "<html/>")
                                : reply));
    }

    private static boolean isBare(Request request) {
        return !request.has("Authorization");
    }

    private static boolean isDeck(Request request) {
        return request.header("Authorization").equals("Bearer " + Reference.DECK);
    }

    private static boolean isVerb(Request request) {
        return request.isTransition() && Engine.verbs().contains(request.verb());
    }

    private static Request toUs(Request request) {
        return request.with("Host", "127.0.0.1:8787");
    }
}
