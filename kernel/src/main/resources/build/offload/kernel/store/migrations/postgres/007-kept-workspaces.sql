-- The workspaces that hosts keep for the next keeping build of a checkout. The attempt that has one reserved stands in it, and nobody
-- else gets it until that was swept.
CREATE TABLE workspace (
    host               TEXT NOT NULL,
    mirror             TEXT NOT NULL,
    holder_job         TEXT,
    holder_attempt     BIGINT,
    bytes              BIGINT NOT NULL,
    used_at            BIGINT NOT NULL,
    PRIMARY KEY (host, mirror)
);
