package build.offload.kernel.transition;

import build.offload.kernel.json.Json;
import build.offload.kernel.redact.Redactor;
import build.offload.kernel.store.Intent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A request that waits, and whoever waits for it.
 *
 * @param args the arguments as the audit keeps them
 * @param fingerprint digest of those arguments; empty when they could not be read
 */
record Pending(Request request, Map<String, Object> args, String fingerprint, CompletableFuture<Outcome> answer) {

    /** Make a request ready to wait, on the caller's thread: what can be computed before, the writer need not do. */
    static Pending of(Request request, Redactor redactor) {
        return switch (request.wish()) {
            case Wish.Change(Transition transition) -> {
                Map<String, Object> args = redactor.redact(transition.auditArgs());
                yield new Pending(request, args, digest(Json.text(args)), new CompletableFuture<>());
            }
            case Wish.Malformed _ -> new Pending(request, Map.of(), "", new CompletableFuture<>());
        };
    }

    /** Return the intent that announces it. */
    Intent intent(Intent.Origin origin) {
        return Intent.open(request.idempotencyKey(), request.wish().kind(), request.actor(), args, origin);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
