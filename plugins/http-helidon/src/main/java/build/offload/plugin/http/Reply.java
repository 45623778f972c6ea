package build.offload.plugin.http;

import java.util.Map;

/** What goes back to the client. */
sealed interface Reply {

    /** A complete body. */
    record Whole(int status, String contentType, byte[] body, Map<String, String> headers) implements Reply {}

    /** Nothing new since what the client has. */
    record NotModified(Map<String, String> headers) implements Reply {}

    /** A body that comes line by line while the endpoint has something to say. */
    record Streamed(String contentType, Streamer streamer) implements Reply {}

    /**
     * A refusal, as {@code {"error": …}} with further fields.
     *
     * @param error stable and short, such as {@code stale-revision}
     * @param fields what stands beside {@code error}
     */
    record Problem(int status, String error, Map<String, Object> fields, Map<String, String> headers) implements Reply {}

    /** Writes a streamed body; runs on the request's thread and returns when the body is complete. */
    @FunctionalInterface
    interface Streamer {
        void writeTo(Lines lines);
    }
}
