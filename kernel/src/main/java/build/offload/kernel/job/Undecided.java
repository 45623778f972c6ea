package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.Locale;
import java.util.Optional;

/** What is common to the decisions about outputs that must not go into their checkout: only such a job's can be taken. */
final class Undecided {

    /** The incident that is open for as long as nobody has decided; its subject is the job. */
    static final String INCIDENT = "artifact-publication-blocked";

    private Undecided() {}

    /** Return a refusal unless the job's outputs wait for a decision. */
    static Optional<Refusal> guard(ReadTransaction tx, JobId id) {
        Optional<JobRow> job = tx.jobs().job(id);
        return job.isEmpty()
                ? Optional.of(Refusal.of("unknown-job", "there is no job " + id))
                : job.filter(known -> !Keeping.undecided(known))
                        .map(JobRow::progress)
                        .map(Undecided::decided);
    }

    private static Refusal decided(JobRow.Progress progress) {
        String publication = progress.publication().name().toLowerCase(Locale.ROOT);
        return Refusal.of(
                "nothing-undecided",
                progress.stage() == JobStage.PUBLISHING
                        ? "the job's outputs are being put in place; look again in a moment"
                        : "the job is " + progress.stage().name().toLowerCase(Locale.ROOT) + ", its publication "
                                + publication + "; only outputs whose publication is blocked wait for a decision");
    }
}
