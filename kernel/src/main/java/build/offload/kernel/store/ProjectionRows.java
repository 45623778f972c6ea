package build.offload.kernel.store;

/** Records how far the event table was written out. */
public final class ProjectionRows extends ProjectionReads {

    /** Create rows over the statements of one transaction. */
    public ProjectionRows(Sql sql) {
        super(sql);
    }

    /** Record where a projection goes on. */
    public void put(String name, ResumePoint point) {
        sql.update(
                "INSERT INTO projection (name, file, byte_offset, seq) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE"
                        + " SET file = excluded.file, byte_offset = excluded.byte_offset, seq = excluded.seq",
                name,
                point.file(),
                point.byteOffset(),
                point.seq());
    }
}
