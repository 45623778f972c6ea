package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.JobRow.Progress;
import build.offload.kernel.store.JobRow.Submitted;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.ProcessIdentity;
import build.offload.spi.model.PublicationPhase;
import build.offload.spi.model.TreeId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads the ledger: jobs, their attempts, and what they brought back. */
public class JobReads {

    private static final String PROGRESS = "stage, attempt, queue_seq, rc, why_code, why_message, infra_failure,"
            + " publication, cancel_code, finished_at";

    private static final String JOB = "SELECT id, submission_key, mirror, checkout, folder, command_class, request,"
            + " environment, fingerprint, snapshot, empty_folders, generation, owner_pid, owner_start_ticks, owner_boot_id,"
            + " detached, submitted_at, controller_id, controller_epoch, " + PROGRESS + " FROM job";

    private static final String ATTEMPT = "SELECT job, number, host, handle, active, swept, placed_at, prepared_at,"
            + " started_at, exited_at, collected_at, finished_at, sent_bytes, pulled_bytes, pull_millis, controller_id,"
            + " controller_epoch FROM attempt";

    /** The condition on a job whose outputs wait for somebody to decide about them. */
    static final String UNDECIDED = "stage = 'BLOCKED' AND publication = 'BLOCKED'";

    private static final String ONE_ATTEMPT = " WHERE job = ? AND number = ?";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public JobReads(Sql sql) {
        this.sql = sql;
    }

    /** Return one job, unless its row cannot be read; who must not take that for an unknown job asks for {@link #job}. */
    public Optional<JobRow> readable(JobId id) {
        return sql.readable(JOB + " WHERE id = ?", JobReads::jobRow, id.value()).stream()
                .findFirst();
    }

    /**
     * Return one job.
     *
     * @throws UnreadableRowException when its row cannot be read
     */
    public Optional<JobRow> job(JobId id) {
        return sql.one(JOB + " WHERE id = ?", JobReads::jobRow, id.value());
    }

    /** Return how far one job has come, which costs a fraction of reading all that was submitted. */
    public Optional<Progress> progress(JobId id) {
        return sql.one("SELECT " + PROGRESS + " FROM job WHERE id = ?", JobReads::progress, id.value());
    }

    /** Return at most {@code limit} jobs whose id begins with the digits. */
    public List<JobRow> jobsByPrefix(String digits, int limit) {
        return sql.readable(
                JOB + " WHERE id >= ? AND id < ? ORDER BY id LIMIT ?", JobReads::jobRow, digits, digits + "g", limit);
    }

    /** Return the newest jobs, at most {@code limit}. */
    public List<JobRow> newest(int limit) {
        return sql.readable(JOB + " ORDER BY submitted_at DESC, queue_seq DESC LIMIT ?", JobReads::jobRow, limit);
    }

    /** Return every job that has left the queue and is not at its end. */
    public List<JobRow> atHosts() {
        return sql.readable(
                JOB + " WHERE stage IN ('PREPARING', 'RUNNING', 'COLLECTING', 'PUBLISHING')", JobReads::jobRow);
    }

    /** Return jobs that one controller took and that are neither at their end nor at their publication. */
    public List<JobRow> leftBy(String controllerId, int limit) {
        return sql.readable(
                JOB + " WHERE stage IN ('WAITING', 'PREPARING', 'RUNNING', 'COLLECTING') AND controller_id = ?"
                        + " LIMIT ?",
                JobReads::jobRow,
                controllerId,
                limit);
    }

    /** Return for whom the jobs in the queue wait that one controller took and that are not detached. */
    public List<AwaitedRow> awaited(String controllerId) {
        return sql.readable(
                "SELECT id, owner_pid, owner_start_ticks, owner_boot_id FROM job"
                        + " WHERE stage = 'WAITING' AND detached = 0 AND controller_id = ?",
                row -> row.as("job", one -> new AwaitedRow(new JobId(one.text("id")), owner(one)), "id"),
                controllerId);
    }

    /** Return the jobs of one checkout whose promotion is under way, or done and not recorded yet. */
    public List<JobRow> publishing(MirrorId checkout) {
        return sql.list(JOB + " WHERE mirror = ? AND stage = 'PUBLISHING'", JobReads::jobRow, checkout.value());
    }

    /** Return the jobs that ended last and whose host is still enrolled, newest first. */
    public List<JobRow> finishedOnEnrolledHosts(int limit) {
        return sql.readable(
                JOB
                        + " WHERE finished_at IS NOT NULL AND EXISTS (SELECT 1 FROM"
                        + " attempt, host WHERE attempt.job = job.id AND attempt.number = job.attempt"
                        + " AND host.name = attempt.host) ORDER BY finished_at DESC LIMIT ?",
                JobReads::jobRow,
                limit);
    }

    /** Return one attempt. */
    public Optional<AttemptRow> attempt(AttemptId id) {
        return sql.one(ATTEMPT + ONE_ATTEMPT, JobReads::attemptRow, id.job().value(), id.number());
    }

    /** Return one attempt, unless its row cannot be read. */
    public Optional<AttemptRow> readable(AttemptId id) {
        return sql
                .readable(ATTEMPT + ONE_ATTEMPT, JobReads::attemptRow, id.job().value(), id.number())
                .stream()
                .findFirst();
    }

    /** Return every attempt that is not at its end. */
    public List<AttemptRow> activeAttempts() {
        return sql.readable(ATTEMPT + " WHERE active = 1 ORDER BY placed_at, job", JobReads::attemptRow);
    }

    /** Return the attempts that are not at their end on one host. */
    public List<AttemptRow> activeAttempts(HostName host) {
        return sql.list(
                ATTEMPT + " WHERE active = 1 AND host = ? ORDER BY placed_at, job", JobReads::attemptRow, host.value());
    }

    /**
     * Return attempts at their end, of which a host still keeps something, oldest first: those that ended before a moment, those
     * that hold a slot until they are swept, and those from a future that the clock was set back from. One whose outputs wait for a
     * decision is none of them.
     */
    public List<AttemptRow> unsweptAttempts(Instant endedBefore, Instant now, int limit) {
        return sql.readable(
                ATTEMPT + " WHERE swept = 0 AND active = 0 AND (finished_at <= ? OR finished_at > ? OR EXISTS"
                        + " (SELECT 1 FROM reservation r WHERE r.job = attempt.job AND r.attempt = attempt.number))"
                        + " AND NOT EXISTS (SELECT 1 FROM job WHERE job.id = attempt.job AND job.attempt = attempt.number AND "
                        + UNDECIDED + ") ORDER BY finished_at LIMIT ?",
                JobReads::attemptRow,
                endedBefore,
                now,
                limit);
    }

    /** Return the jobs whose outputs wait for a decision and whose workspace is still on a host. */
    public List<JobId> undecidedOn(HostName host) {
        return sql.list(
                "SELECT job.id FROM attempt JOIN job ON job.id = attempt.job AND job.attempt = attempt.number"
                        + " WHERE attempt.swept = 0 AND attempt.active = 0 AND attempt.host = ? AND " + UNDECIDED,
                row -> new JobId(row.text("id")),
                host.value());
    }

    /** Return how many attempts ended on each host since a moment. */
    public Map<String, Long> attemptsEndedSince(Instant since) {
        Map<String, Long> ended = new TreeMap<>();
        sql.list(
                "SELECT host, COUNT(*) AS ended FROM attempt WHERE active = 0 AND finished_at >= ? GROUP BY host",
                row -> ended.put(row.text("host"), row.number("ended")) == null,
                since);
        return ended;
    }

    /** Return what stood under a job's declared outputs when it was submitted. */
    public Map<OutputPath, FileStamp> outputStamps(JobId job) {
        Map<OutputPath, FileStamp> stamps = new TreeMap<>();
        sql.list(
                "SELECT path, inode, size, modified_nanos, changed_nanos FROM output_stamp WHERE job = ?",
                row -> stamps.put(new OutputPath(row.text("path")), stamp(row)) == null,
                job.value());
        return stamps;
    }

    /** Return what promotions put into a checkout, by path. */
    public Map<OutputPath, PromotedFileRow> promotedInto(MirrorId mirror) {
        Map<OutputPath, PromotedFileRow> files = new TreeMap<>();
        sql.list(
                "SELECT path, job, queue_seq, inode, size, modified_nanos, changed_nanos FROM promoted_file WHERE mirror = ?",
                row -> {
                    OutputPath path = new OutputPath(row.text("path"));
                    JobId job = new JobId(row.text("job"));
                    return files.put(path, new PromotedFileRow(path, job, row.number("queue_seq"), stamp(row))) == null;
                },
                mirror.value());
        return files;
    }

    /** Return the verified content of an attempt's staging folder, by path. */
    public List<StagedFileRow> staged(AttemptId attempt) {
        return sql.list(
                "SELECT path, executable, size, sha256 FROM staged_file WHERE job = ? AND attempt = ? ORDER BY path",
                row -> new StagedFileRow(
                        new OutputPath(row.text("path")),
                        row.bool("executable"),
                        row.number("size"),
                        row.text("sha256")),
                attempt.job().value(),
                attempt.number());
    }

    /** Return the paths that stood in the way of a job's publication. */
    public List<ConflictRow> conflicts(JobId job) {
        return sql.list(
                "SELECT path, reason FROM publication_conflict WHERE job = ? ORDER BY path",
                row -> new ConflictRow(row.text("path"), row.text("reason")),
                job.value());
    }

    /** Return a counter that survives restarts; 0 before it was first counted. */
    public long counter(String name) {
        return sql.number("SELECT value FROM counter WHERE name = ?", name).orElse(0);
    }

    private static FileStamp stamp(Row row) throws SQLException {
        return new FileStamp(
                row.number("inode"), row.number("size"), row.number("modified_nanos"), row.number("changed_nanos"));
    }

    private static JobRow jobRow(Row row) throws SQLException {
        return row.as("job", whole -> new JobRow(submitted(whole), progress(whole)), "id");
    }

    private static Submitted submitted(Row row) throws SQLException {
        return new Submitted(
                new JobId(row.text("id")),
                row.text("submission_key"),
                new MirrorId(row.text("mirror")),
                row.text("checkout"),
                row.text("folder"),
                BuildText.read(row.text("command_class"), row.text("request"), row.text("environment")),
                row.text("fingerprint"),
                new TreeId(row.text("snapshot")),
                BuildText.strings(BuildText.required(Json.object(row.text("empty_folders")), "folders")),
                row.text("generation"),
                owner(row),
                row.bool("detached"),
                row.instant("submitted_at"),
                row.text("controller_id"),
                row.number("controller_epoch"));
    }

    private static ProcessIdentity owner(Row row) throws SQLException {
        return new ProcessIdentity(row.number("owner_pid"), row.number("owner_start_ticks"), row.text("owner_boot_id"));
    }

    private static Progress progress(Row row) throws SQLException {
        OptionalLong rc = row.optionalNumber("rc");
        return new Progress(
                JobStage.valueOf(row.text("stage")),
                (int) row.number("attempt"),
                row.number("queue_seq"),
                rc.isPresent() ? OptionalInt.of((int) rc.getAsLong()) : OptionalInt.empty(),
                PublicationPhase.valueOf(row.text("publication")),
                row.optionalText("cancel_code"),
                ending(row));
    }

    private static Optional<Ending> ending(Row row) throws SQLException {
        Optional<Instant> at = row.optionalInstant("finished_at");
        if (at.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Ending(
                row.text("why_code"),
                row.text("why_message"),
                row.optionalText("infra_failure").map(InfraFailure::valueOf),
                at.get()));
    }

    private static AttemptRow attemptRow(Row row) throws SQLException {
        return row.as("attempt", JobReads::wholeAttempt, "job", "number");
    }

    private static AttemptRow wholeAttempt(Row row) throws SQLException {
        return new AttemptRow(
                new AttemptId(new JobId(row.text("job")), (int) row.number("number")),
                new HostName(row.text("host")),
                row.optionalText("handle"),
                row.bool("active"),
                row.bool("swept"),
                new AttemptRow.Times(
                        row.instant("placed_at"),
                        row.optionalInstant("prepared_at"),
                        row.optionalInstant("started_at"),
                        row.optionalInstant("exited_at"),
                        row.optionalInstant("collected_at"),
                        row.optionalInstant("finished_at")),
                new AttemptRow.Transfer(
                        row.optionalNumber("sent_bytes"),
                        row.optionalNumber("pulled_bytes"),
                        row.optionalNumber("pull_millis")),
                row.text("controller_id"),
                row.number("controller_epoch"));
    }
}
