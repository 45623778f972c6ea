package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Problem;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every refusal the wire knows, in one place. None repeats what the client sent but the name of a field, so that a token that
 * strayed into a path or a body does not come back.
 */
final class Problems {

    static final String OPENAPI_PATH = "/api/offload/v1/openapi.json";

    private Problems() {}

    static Problem unauthenticated() {
        return new Problem(
                401,
                "unauthenticated",
                detail(
                        "unauthenticated",
                        "Send the header Authorization: Bearer with a token of this controller whose role reaches here."),
                Map.of("WWW-Authenticate", "Bearer"));
    }

    static Problem misdirected() {
        return bare(421, "misdirected");
    }

    static Problem unknownVerb() {
        return bare(404, "unknown-verb");
    }

    static Problem notServed() {
        return missing("not-found", "Nothing is served here; GET " + OPENAPI_PATH + " lists what is.");
    }

    static Problem methodNotAllowed(List<String> allowed) {
        String allow = String.join(", ", allowed);
        return new Problem(
                405,
                "method-not-allowed",
                detail("method-not-allowed", "This address takes " + allow + "."),
                Map.of("Allow", allow));
    }

    static Problem tooLarge(int limit) {
        return explained(413, "too-large", "The body may have " + limit + " bytes at most.");
    }

    static Problem farTooLarge() {
        return explained(413, "too-large", "The body is larger than that of any request may be.");
    }

    static Problem notJson(String where) {
        return explained(400, "not-json", "The body is not one JSON document with distinct keys: " + where + ".");
    }

    static Problem badRequest(String message) {
        return explained(400, "bad-request", message);
    }

    static Problem unsupportedMediaType() {
        return explained(
                415,
                "unsupported-media-type",
                "Send the body as application/json in UTF-8, without a content encoding.");
    }

    static Problem invalid(Refusal refusal) {
        return new Problem(422, "invalid-args", detail(refusal), Map.of());
    }

    static Problem missing(Refusal refusal) {
        return new Problem(404, refusal.code(), detail(refusal), Map.of());
    }

    static Problem missing(String code, String message) {
        return explained(404, code, message);
    }

    static Problem storeUnavailable() {
        return explained(
                503,
                "store-unavailable",
                "The store cannot be read; the controller's health and log say why. Try again later.");
    }

    static Problem busy(Duration retryAfter) {
        long seconds = Math.max(1, retryAfter.plusMillis(999).toSeconds());
        return new Problem(503, "busy", Map.of(), Map.of("Retry-After", Long.toString(seconds)));
    }

    static Problem internal() {
        return explained(500, "internal", "The controller failed at this request; its log says how.");
    }

    static Problem ofStatus(int status, String message) {
        return explained(status, status < 500 ? "bad-request" : "unsupported", message);
    }

    static Problem bare(int status, String error) {
        return new Problem(status, error, Map.of(), Map.of());
    }

    private static Problem explained(int status, String code, String message) {
        return new Problem(status, code, detail(code, message), Map.of());
    }

    private static Map<String, Object> detail(String code, String message) {
        return detail(Refusal.of(code, message));
    }

    private static Map<String, Object> detail(Refusal refusal) {
        Map<String, Object> detail = new LinkedHashMap<>();
        detail.put("code", refusal.code());
        detail.put("message", refusal.message());
        refusal.field().ifPresent(field -> detail.put("field", field));
        refusal.details().forEach(detail::putIfAbsent);
        return Map.of("detail", detail);
    }
}
