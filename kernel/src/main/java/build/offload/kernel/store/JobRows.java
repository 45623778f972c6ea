package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.JobRow.Progress;
import build.offload.kernel.store.JobRow.Submitted;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Placed;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Changes the ledger; only inside a transition. */
public final class JobRows extends JobReads {

    /** Create rows over the statements of one transaction. */
    public JobRows(Sql sql) {
        super(sql);
    }

    /** Enter a job. */
    public void insert(JobRow job, Map<OutputPath, FileStamp> outputStamps) {
        Submitted s = job.submitted();
        sql.update(
                "INSERT INTO job (id, submission_key, mirror, repo, checkout, folder, command_class, request, environment,"
                        + " fingerprint, snapshot, empty_folders, generation, stage, attempt, queue_seq, publication,"
                        + " owner_pid, owner_start_ticks, owner_boot_id, detached, submitted_at, controller_id,"
                        + " controller_epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                s.id().value(),
                s.key(),
                s.mirror().value(),
                s.repo(),
                s.checkout(),
                s.folder(),
                s.build().commandClass(),
                BuildText.write(s.build()),
                Json.text(s.build().environment()),
                s.fingerprint(),
                s.snapshot().value(),
                Json.text(Map.of("folders", s.emptyFolders())),
                s.generation(),
                job.progress().stage(),
                job.progress().attempt(),
                job.progress().queueSeq(),
                job.progress().publication(),
                s.owner().pid(),
                s.owner().startTicks(),
                s.owner().bootId(),
                s.detached(),
                s.at(),
                s.controllerId(),
                s.controllerEpoch());
        outputStamps.forEach((path, stamp) -> insertStamp(s.id(), path, stamp));
    }

    private void insertStamp(JobId job, OutputPath path, FileStamp stamp) {
        sql.update(
                "INSERT INTO output_stamp (job, path, inode, size, modified_nanos, changed_nanos)"
                        + " VALUES (?, ?, ?, ?, ?, ?)",
                job.value(),
                path.value(),
                stamp.inode(),
                stamp.size(),
                stamp.modifiedNanos(),
                stamp.changedNanos());
    }

    /** Record how far a job has come. */
    public void setProgress(JobRow job) {
        Progress p = job.progress();
        sql.update(
                "UPDATE job SET stage = ?, attempt = ?, rc = ?, why_code = ?, why_message = ?, infra_failure = ?,"
                        + " publication = ?, cancel_code = ?, finished_at = ? WHERE id = ?",
                p.stage(),
                p.attempt(),
                p.rc(),
                p.ending().map(Ending::code),
                p.ending().map(Ending::message),
                p.ending().flatMap(Ending::infraFailure),
                p.publication(),
                p.cancelCode(),
                p.ending().map(Ending::at),
                job.id().value());
    }

    /** Enter a job's next attempt. */
    public void insertAttempt(AttemptRow attempt) {
        sql.update(
                "INSERT INTO attempt (job, number, host, active, swept, placed_at, controller_id, controller_epoch)"
                        + " VALUES (?, ?, ?, 1, 0, ?, ?, ?)",
                attempt.id().job().value(),
                attempt.id().number(),
                attempt.host().value(),
                attempt.times().placed(),
                attempt.controllerId(),
                attempt.controllerEpoch());
    }

    /** Record that an attempt's workspace is laid out. */
    public void prepared(AttemptId attempt, long sentBytes, Instant now) {
        updateAttempt(attempt, "prepared_at = ?, sent_bytes = ?", now, sentBytes);
    }

    /** Record that an attempt's command runs. */
    public void started(AttemptId attempt, String handle, Instant now) {
        updateAttempt(attempt, "started_at = ?, handle = ?", now, handle);
    }

    /** Record that an attempt's command ended. */
    public void exited(AttemptId attempt, Instant now) {
        updateAttempt(attempt, "exited_at = ?", now);
    }

    /** Record what an attempt brought into staging. */
    public void collected(AttemptId attempt, List<OutputFile> files, long pullMillis, Instant now) {
        long bytes = files.stream().mapToLong(OutputFile::size).sum();
        updateAttempt(attempt, "collected_at = ?, pulled_bytes = ?, pull_millis = ?", now, bytes, pullMillis);
        for (OutputFile file : files) {
            sql.update(
                    "INSERT INTO staged_file (job, attempt, path, executable, size, sha256) VALUES (?, ?, ?, ?, ?, ?)",
                    attempt.job().value(),
                    attempt.number(),
                    file.path().value(),
                    file.executable(),
                    file.size(),
                    file.sha256());
        }
    }

    /** Record that an attempt is at its end. */
    public void ended(AttemptId attempt, Instant now) {
        updateAttempt(attempt, "active = 0, finished_at = ?", now);
    }

    /** Record that an attempt goes on after all. */
    public void resumed(AttemptId attempt) {
        updateAttempt(attempt, "active = 1, finished_at = NULL");
    }

    /** Record that the host keeps nothing of an attempt. */
    public void swept(AttemptId attempt) {
        updateAttempt(attempt, "swept = 1");
    }

    private void updateAttempt(AttemptId attempt, String assignments, Object... values) {
        Object[] all = Arrays.copyOf(values, values.length + 2);
        all[values.length] = attempt.job().value();
        all[values.length + 1] = attempt.number();
        sql.update("UPDATE attempt SET " + assignments + " WHERE job = ? AND number = ?", all);
    }

    /** Forget a job's environment, once it is over. */
    public void forgetEnvironment(JobId job) {
        sql.update("UPDATE job SET environment = '{}' WHERE id = ?", job.value());
    }

    /** Record that nobody's process waits for a job any more. */
    public void detach(JobId job) {
        sql.update("UPDATE job SET detached = ? WHERE id = ?", true, job.value());
    }

    /** Record the files a promotion put into a checkout. */
    public void promoted(MirrorId mirror, JobRow job, List<Placed> files) {
        for (Placed file : files) {
            sql.update(
                    "INSERT INTO promoted_file (mirror, path, job, queue_seq, inode, size, modified_nanos, changed_nanos)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (mirror, path) DO UPDATE SET"
                            + " job = excluded.job, queue_seq = excluded.queue_seq, inode = excluded.inode,"
                            + " size = excluded.size, modified_nanos = excluded.modified_nanos,"
                            + " changed_nanos = excluded.changed_nanos",
                    mirror.value(),
                    file.path().value(),
                    job.id().value(),
                    job.progress().queueSeq(),
                    file.stamp().inode(),
                    file.stamp().size(),
                    file.stamp().modifiedNanos(),
                    file.stamp().changedNanos());
        }
    }

    /** Replace the paths that stood in the way of a job's publication. */
    public void setConflicts(JobId job, List<ConflictRow> conflicts) {
        sql.update("DELETE FROM publication_conflict WHERE job = ?", job.value());
        for (ConflictRow conflict : conflicts) {
            sql.update(
                    "INSERT INTO publication_conflict (job, path, reason) VALUES (?, ?, ?)",
                    job.value(),
                    conflict.path(),
                    conflict.reason());
        }
    }

    /** Count one up. */
    public void count(String name) {
        sql.update(
                "INSERT INTO counter (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = counter.value + 1",
                name);
    }
}
