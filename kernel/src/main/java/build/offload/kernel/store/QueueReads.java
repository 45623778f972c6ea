package build.offload.kernel.store;

import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the queue and the capacity that is taken. */
public class QueueReads {

    private static final String TICKET =
            "SELECT job, seq, state, detail, enqueued_at, after_attempt, controller_id FROM ticket";

    /** The counter that spares counting a long queue; it begins with the first ticket that is counted. */
    static final String LENGTH = "tickets";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public QueueReads(Sql sql) {
        this.sql = sql;
    }

    /** Return the whole queue in order. */
    public List<TicketRow> tickets() {
        return sql.readable(TICKET + " ORDER BY seq", QueueReads::ticketRow);
    }

    /** Return the whole queue in order, with the builds. Thousands may be alike, so each different one is read once. */
    public List<QueuedRow> builds() {
        Map<List<String>, BuildRequest> read = new HashMap<>();
        Map<String, MirrorId> mirrors = new HashMap<>();
        return sql.readable(
                "SELECT t.job, t.seq, t.state, t.detail, t.enqueued_at, t.after_attempt, t.controller_id, j.mirror, j.command_class, j.request"
                        + " FROM ticket t JOIN job j ON j.id = t.job ORDER BY t.seq",
                row -> new QueuedRow(
                        ticketRow(row),
                        row.as("job", one -> mirrors.computeIfAbsent(one.text("mirror"), MirrorId::new), "job"),
                        row.as("job", one -> build(one, read), "job")));
    }

    private static BuildRequest build(Row row, Map<List<String>, BuildRequest> read) throws SQLException {
        return read.computeIfAbsent(
                List.of(row.text("command_class"), row.text("request")),
                text -> BuildText.read(text.getFirst(), text.getLast(), "{}"));
    }

    /** Return a job's ticket, unless its row cannot be read. */
    public Optional<TicketRow> readable(JobId job) {
        return sql.readable(TICKET + " WHERE job = ?", QueueReads::ticketRow, job.value()).stream()
                .findFirst();
    }

    /** Return a job's ticket. */
    public Optional<TicketRow> ticket(JobId job) {
        return sql.one(TICKET + " WHERE job = ?", QueueReads::ticketRow, job.value());
    }

    /** Return how many tickets there are. */
    public int length() {
        return (int) sql.number("SELECT value FROM counter WHERE name = ?", LENGTH)
                .orElseGet(() -> sql.number("SELECT COUNT(*) FROM ticket").orElse(0));
    }

    /** Return how many tickets there are that some host could take. */
    public int satisfiable() {
        return (int) sql.number("SELECT COUNT(*) FROM ticket WHERE state = ?", TicketRow.State.WAITING)
                .orElse(0);
    }

    /** Return a ticket's place, from 1. */
    public int position(TicketRow ticket) {
        return (int) sql.number("SELECT COUNT(*) FROM ticket WHERE seq <= ?", ticket.seq())
                .orElse(0);
    }

    /** Return the place the next ticket gets: behind every ticket and every job there is. */
    public long nextSeq() {
        return 1
                + Stream.of(
                                "SELECT COALESCE(MAX(queue_seq), 0) FROM job",
                                "SELECT COALESCE(MAX(seq), 0) FROM ticket",
                                "SELECT COALESCE(MAX(queue_seq), 0) FROM reservation")
                        .mapToLong(last -> sql.number(last).orElse(0))
                        .max()
                        .orElseThrow();
    }

    /** Return the place that a job gave up for an attempt; empty when the attempt has no slot, or got it from an older program. */
    public Optional<QueuePlace> placedFrom(AttemptId attempt) {
        return sql.one(
                "SELECT queue_seq, enqueued_at, after_attempt FROM reservation"
                        + " WHERE job = ? AND attempt = ? AND queue_seq IS NOT NULL",
                row -> place(row, "queue_seq"),
                attempt.job().value(),
                attempt.number());
    }

    /** Return the hosts on which attempts of a waiting job failed before they started, since it was put in its place. */
    public Set<HostName> failedOn(TicketRow ticket) {
        return Set.copyOf(sql.list(
                "SELECT DISTINCT host FROM attempt WHERE job = ? AND started_at IS NULL AND number > ?",
                row -> new HostName(row.text("host")),
                ticket.job().value(),
                ticket.place().afterAttempt()));
    }

    /** Return the same of every waiting job of which there is any; the queue is the outer loop of the join, not history. */
    public Map<JobId, Set<HostName>> failedOn() {
        Map<JobId, Set<HostName>> failed = new HashMap<>();
        sql.list(
                "SELECT DISTINCT attempt.job, attempt.host FROM ticket CROSS JOIN attempt WHERE attempt.job = ticket.job"
                        + " AND attempt.started_at IS NULL AND attempt.number > ticket.after_attempt",
                row -> failed.computeIfAbsent(new JobId(row.text("job")), _ -> new HashSet<>())
                        .add(new HostName(row.text("host"))));
        return failed;
    }

    /** Return the slots taken on each host that has any taken. */
    public Map<String, Integer> slotsTaken() {
        Map<String, Integer> taken = new TreeMap<>();
        sql.list(
                "SELECT host, SUM(slots) AS taken FROM reservation GROUP BY host",
                row -> taken.put(row.text("host"), (int) row.number("taken")) == null);
        return taken;
    }

    /** Return the slots taken on one host. */
    public int slotsTaken(HostName host) {
        return (int) sql.number("SELECT COALESCE(SUM(slots), 0) FROM reservation WHERE host = ?", host.value())
                .orElse(0);
    }

    /** Return the attempts that slots of a host are taken for. */
    public List<AttemptId> holders(HostName host) {
        return sql.list(
                "SELECT job, attempt FROM reservation WHERE host = ? ORDER BY reserved_at, job",
                row -> new AttemptId(new JobId(row.text("job")), (int) row.number("attempt")),
                host.value());
    }

    /** Return the hosts on which slots are taken for a job: more than one while an earlier attempt may still run. */
    public Set<HostName> reservedHosts(JobId job) {
        return Set.copyOf(sql.list(
                "SELECT DISTINCT host FROM reservation WHERE job = ?",
                row -> new HostName(row.text("host")),
                job.value()));
    }

    /** Return the hosts on which slots are taken, for every job that has any. */
    public Map<JobId, Set<HostName>> reservedHosts() {
        Map<JobId, Set<HostName>> reserved = new HashMap<>();
        sql.list(
                "SELECT DISTINCT job, host FROM reservation",
                row -> reserved.computeIfAbsent(new JobId(row.text("job")), _ -> new HashSet<>())
                        .add(new HostName(row.text("host"))));
        return reserved;
    }

    private static TicketRow ticketRow(Row row) throws SQLException {
        return row.as("ticket", QueueReads::wholeTicket, "job");
    }

    private static TicketRow wholeTicket(Row row) throws SQLException {
        return new TicketRow(
                new JobId(row.text("job")),
                place(row, "seq"),
                TicketRow.State.valueOf(row.text("state")),
                row.optionalText("detail"),
                row.text("controller_id"));
    }

    private static QueuePlace place(Row row, String seq) throws SQLException {
        return new QueuePlace(row.number(seq), row.instant("enqueued_at"), (int) row.number("after_attempt"));
    }
}
