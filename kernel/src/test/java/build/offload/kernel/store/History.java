package build.offload.kernel.store;

import java.nio.file.Path;

/** Makes a store look as if it had been used for years. */
public final class History {

    private static final String NUMBERS =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ";

    private static final String JOBS = "INSERT INTO job SELECT printf('%%064x', n.i), submission_key || n.i, mirror,"
            + " repo, checkout, folder, command_class, request, environment, fingerprint, snapshot, empty_folders,"
            + " generation, stage, attempt, queue_seq + n.i, rc, why_code, why_message, infra_failure, publication,"
            + " cancel_code, owner_pid, owner_start_ticks, owner_boot_id, detached, submitted_at, finished_at,"
            + " controller_id, controller_epoch FROM (SELECT * FROM job WHERE finished_at IS NOT NULL LIMIT 1), n";

    private static final String ATTEMPTS =
            "INSERT INTO attempt SELECT printf('%%064x', n.i), number, host, handle, active,"
                    + " swept, placed_at, prepared_at, started_at, exited_at, collected_at, finished_at, sent_bytes,"
                    + " pulled_bytes, pull_millis, controller_id, controller_epoch"
                    + " FROM (SELECT * FROM attempt WHERE swept = 1 LIMIT 1), n";

    private static final String EVENTS =
            "INSERT INTO event SELECT (SELECT MAX(seq) FROM event) + n.i, revision, at, type,"
                    + " actor, printf('%%064x', n.i), repo, host, snapshot, attempt, stage, reason, rc, duration_seconds, data"
                    + " FROM (SELECT * FROM event WHERE type = 'job-exited' LIMIT 1), n";

    private History() {}

    /** Have a store of which one job has ended and was swept say the same of so many more, an event for each. */
    public static void repeat(Path folder, int times) {
        SqliteBackend backend = new SqliteBackend(folder);
        for (String rows : new String[] {JOBS, ATTEMPTS, EVENTS}) {
            // Values that an aggregate reads are those from before the statement.
            backend.tamper((NUMBERS + rows).formatted(times));
        }
    }
}
