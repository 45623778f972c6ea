-- What is asked of everything that ever ended must not cost more with every year of history.

DROP INDEX attempt_unswept;
DROP INDEX attempt_by_end;

CREATE INDEX attempt_unswept ON attempt (swept, active, finished_at);
CREATE INDEX attempt_by_end ON attempt (finished_at, host);
CREATE INDEX job_by_end ON job (finished_at) WHERE finished_at IS NOT NULL;
