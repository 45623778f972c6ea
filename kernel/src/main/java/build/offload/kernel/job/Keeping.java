package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;

/** What a job needs kept on this machine. That something is needed no more never changes back for the same attempt. */
public final class Keeping {

    private Keeping() {}

    /**
     * Return whether a job's outputs wait for somebody to decide about them: they are in staging, and must stay there whatever
     * else is cleaned.
     */
    public static boolean undecided(JobRow job) {
        return job.progress().stage() == JobStage.BLOCKED && job.progress().publication() == PublicationPhase.BLOCKED;
    }

    /** Return whether an attempt's staging folder may be read again. */
    public static boolean staging(JobRow job, AttemptId attempt) {
        boolean present = job.progress().attempt() == attempt.number();
        return present && (!job.progress().stage().finished() || undecided(job));
    }

    /** Return whether another attempt may be laid out from a job's snapshot, or its publication compared with it. */
    public static boolean snapshot(JobRow job) {
        JobStage stage = job.progress().stage();
        return !stage.finished() || stage == JobStage.LOST || undecided(job);
    }
}
