package build.offload.kernel.status;

import build.offload.kernel.dispatch.Candidate;
import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.dispatch.Needs;
import build.offload.kernel.store.JobRow;
import build.offload.spi.frontend.Query.WaitingReason;
import build.offload.spi.model.JobStage;
import java.util.List;

/** Host by host, why a waiting job is not there. */
final class WaitingReasons {

    private WaitingReasons() {}

    /** Return a reason for each host; none for a job that does not wait. */
    static List<WaitingReason> of(JobRow job, ClusterReading reading) {
        if (job.progress().stage() != JobStage.WAITING) {
            return List.of();
        }
        Needs needs = Needs.of(job.submitted().build());
        Blocker otherwise = Admittance.closed(reading)
                .orElse(new Blocker("eligible", "nothing stands in the way; the next pass places what waits longest"));
        return reading.fleet().candidates().stream()
                .map(host -> reason(host, reading.fleet().blocker(host, needs).orElse(otherwise)))
                .toList();
    }

    private static WaitingReason reason(Candidate host, Blocker blocker) {
        return new WaitingReason(host.name(), blocker.code(), blocker.message());
    }
}
