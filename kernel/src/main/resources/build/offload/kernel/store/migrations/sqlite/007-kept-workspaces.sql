-- The workspaces that hosts keep for the next keeping build of a checkout. The attempt that has one reserved stands in it, and nobody
-- else gets it until that was swept; one that is being discarded goes to nobody.
CREATE TABLE workspace (
    host               TEXT NOT NULL,
    mirror             TEXT NOT NULL,
    checkout           TEXT NOT NULL,
    holder_job         TEXT,
    holder_attempt     BIGINT,
    discarding         BIGINT NOT NULL,
    bytes              BIGINT NOT NULL,
    used_at            BIGINT NOT NULL,
    PRIMARY KEY (host, mirror)
);
