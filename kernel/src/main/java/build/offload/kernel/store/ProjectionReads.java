package build.offload.kernel.store;

import java.util.Optional;

/** Reads how far the event table was written out. */
public class ProjectionReads {

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public ProjectionReads(Sql sql) {
        this.sql = sql;
    }

    /** Return where a projection goes on; absent before its first line. */
    public Optional<ResumePoint> find(String name) {
        return sql.one(
                "SELECT file, byte_offset, seq FROM projection WHERE name = ?",
                row -> new ResumePoint(row.text("file"), row.number("byte_offset"), row.number("seq")),
                name);
    }
}
