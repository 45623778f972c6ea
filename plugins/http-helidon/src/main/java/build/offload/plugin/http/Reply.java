package build.offload.plugin.http;

import java.util.Map;

/** What goes back to the client. */
sealed interface Reply {

    /** Return whether nothing more can come on the connection. */
    default boolean last() {
        return this instanceof Problem(int _, String _, Map<String, Object> _, Map<String, String> headers)
                && headers.equals(Problem.CLOSE);
    }

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
    record Problem(int status, String error, Map<String, Object> fields, Map<String, String> headers) implements Reply {

        private static final Map<String, String> CLOSE = Map.of("Connection", "close");

        /** Return the same as the last answer on its connection: where the next request would begin is not known. */
        Problem closing() {
            return new Problem(status, error, fields, CLOSE);
        }
    }

    /** Writes a streamed body; runs on the request's thread and returns when the body is complete. */
    @FunctionalInterface
    interface Streamer {
        void writeTo(Lines lines);
    }
}
