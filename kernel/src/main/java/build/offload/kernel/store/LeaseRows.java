package build.offload.kernel.store;

/** Changes the fallback leases; only inside a transition. */
public final class LeaseRows extends LeaseReads {

    /** Create rows over the statements of one transaction. */
    public LeaseRows(Sql sql) {
        super(sql);
    }

    /** Put a lease in the place of the workstation's last one. */
    public void set(LeaseRow lease, String controllerId, long controllerEpoch) {
        sql.update(
                "INSERT INTO fallback_lease (host, state, reason, granted_at, expires_at, jobs_left, controller_id,"
                        + " controller_epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host) DO UPDATE SET"
                        + " state = excluded.state, reason = excluded.reason, granted_at = excluded.granted_at,"
                        + " expires_at = excluded.expires_at, jobs_left = excluded.jobs_left,"
                        + " controller_id = excluded.controller_id, controller_epoch = excluded.controller_epoch",
                lease.host().value(),
                lease.state(),
                lease.reason(),
                lease.grantedAt(),
                lease.expiresAt(),
                lease.jobsLeft(),
                controllerId,
                controllerEpoch);
    }
}
