package build.offload.conformance.wire.check;

import build.offload.conformance.wire.http.Answer;
import java.time.Duration;

/** Waits, where waiting is what the contract asks of a client. */
public final class Pause {

    private static final long LONGEST_SECONDS = 10;

    private Pause() {}

    /** Wait as long as an answer asks to in {@code Retry-After}, within reason; an answer without it asks for nothing. */
    static void of(Answer answer) {
        answer.header("Retry-After")
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(Long::parseLong)
                .ifPresent(seconds -> of(Duration.ofSeconds(Math.min(seconds, LONGEST_SECONDS))));
    }

    /**
     * Wait.
     *
     * @throws NotApplicable when interrupted
     */
    public static void of(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotApplicable("interrupted while the check waited");
        }
    }
}
