package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.List;

/** Reads what rules over the whole store are about, and no more, so that it can be read after each step of a test. */
public final class Overview {

    private Overview() {}

    /** How far a job has come, and the number of its latest attempt. */
    public record Job(JobId id, JobStage stage, int attempt) {

        /** Return the id of the latest attempt; only for a job that has had one. */
        public AttemptId attemptId() {
            return new AttemptId(id, attempt);
        }
    }

    /** The slots a host has, and how many of them are taken. */
    public record Slots(HostName host, int all, int taken) {}

    /** Return every job. */
    public static List<Job> jobs(ReadTransaction tx) {
        return tx.jobs()
                .sql
                .list(
                        "SELECT id, stage, attempt FROM job",
                        row -> new Job(new JobId(row.text("id")), JobStage.valueOf(row.text("stage")), (int)
                                row.number("attempt")));
    }

    /** Return the slots of every host. */
    public static List<Slots> slots(ReadTransaction tx) {
        return tx.jobs()
                .sql
                .list(
                        "SELECT name, slots, (SELECT COALESCE(SUM(r.slots), 0) FROM reservation r WHERE r.host = name)"
                                + " AS taken FROM host",
                        row -> new Slots(
                                new HostName(row.text("name")), (int) row.number("slots"), (int) row.number("taken")));
    }
}
