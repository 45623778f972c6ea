package build.offload.kernel.job;

import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.transition.Transition.CancelJob;
import java.time.Instant;

/** What a person reads of each reason for a cancel. */
final class CancelReasons {

    private CancelReasons() {}

    static Ending ending(String code, Instant now) {
        String message = switch (code) {
            case CancelJob.OWNER_GONE -> "the process that waited for it is gone";
            case CancelJob.TIME_LIMIT -> "it ran longer than its time limit";
            case CancelJob.QUEUE_LIMIT -> "no host took it for as long as it was to wait";
            default -> "it was cancelled on request";
        };
        return Ending.of(code, message, now);
    }
}
