-- The leases under which a laptop takes jobs itself: one for each workstation, the last one it was granted. A recalled one stays
-- until its time is up, so that nothing is granted in its place before.
CREATE TABLE fallback_lease (
    host              TEXT PRIMARY KEY,
    state             TEXT NOT NULL,
    reason            TEXT NOT NULL,
    granted_at        BIGINT NOT NULL,
    expires_at        BIGINT NOT NULL,
    jobs_left         BIGINT NOT NULL CHECK (jobs_left >= 0),
    controller_id     TEXT NOT NULL,
    controller_epoch  BIGINT NOT NULL
);
