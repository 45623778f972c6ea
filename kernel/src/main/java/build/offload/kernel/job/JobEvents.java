package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.JobRow;
import build.offload.spi.model.JobStage;
import java.util.Locale;

/** Events about jobs. */
final class JobEvents {

    private JobEvents() {}

    static NewEvent of(String type, JobRow job, String reason) {
        return NewEvent.of(type, stage(job.progress().stage()), reason)
                .job(
                        job.id().value(),
                        job.submitted().repo(),
                        job.submitted().snapshot().value(),
                        job.progress().attempt());
    }

    private static String stage(JobStage stage) {
        return stage == JobStage.WAITING ? "queue" : stage.name().toLowerCase(Locale.ROOT);
    }
}
