-- How many attempts a job had had when it was put in its place, and the place that it gave up for an attempt: it goes back there when
-- the attempt never starts. The place is unknown where an older program reserved the slot.
ALTER TABLE ticket ADD COLUMN after_attempt BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reservation ADD COLUMN queue_seq BIGINT;
ALTER TABLE reservation ADD COLUMN enqueued_at BIGINT;
ALTER TABLE reservation ADD COLUMN after_attempt BIGINT;
