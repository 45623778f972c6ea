package build.offload.kernel.reconcile;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.transition.Transition;
import java.time.Instant;
import java.util.Optional;

/**
 * One phase of an attempt's way: does what is outside the database, and says what came of it.
 *
 * <p>A phase may be begun any number of times for the same attempt: a controller that dies in it begins it again.
 */
interface Phase {

    /** Do the phase. Called on a lane of the attempt's own; may block. */
    Result run(Present present, Instant now);

    /**
     * An attempt as the store showed it just before.
     *
     * @param enrolled its host; absent when that was let go meanwhile
     * @param keeps whether it has the kept workspace of its checkout reserved there
     */
    record Present(JobRow job, AttemptRow attempt, Optional<HostRow> enrolled, boolean keeps) {
        /** Return the host, for phases that need one; they are not begun without. */
        HostRow host() {
            return enrolled.orElseThrow(() -> new IllegalStateException(attempt.host() + " is not enrolled"));
        }
    }

    /** What came of it. */
    sealed interface Result {
        /** Something to record. */
        record Take(Transition transition) implements Result {}

        /** Nothing new; go on at once. */
        record Again() implements Result {}

        /**
         * It did not work this time, and may later.
         *
         * @param afterAll what to record when it has not worked for too long; absent when there is no such bound
         */
        record Later(String problem, Optional<Transition> afterAll) implements Result {}
    }
}
