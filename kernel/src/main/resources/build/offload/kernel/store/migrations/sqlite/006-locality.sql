-- Which checkouts each host laid out of late: it has most of what the next build of one needs. Only a preference rests on it.
CREATE TABLE laid_out (
    host    TEXT NOT NULL,
    mirror  TEXT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (host, mirror)
);
