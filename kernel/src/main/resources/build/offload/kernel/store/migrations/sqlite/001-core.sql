-- Revision, audit journal, replay store, events, controllers, incidents.
-- Times are milliseconds since the epoch, truth values 0 or 1, JSON is text.

CREATE TABLE cluster (
    id          BIGINT PRIMARY KEY CHECK (id = 1),
    revision    BIGINT NOT NULL CHECK (revision >= 0),
    desired     TEXT   NOT NULL,
    created_at  BIGINT NOT NULL
);

CREATE TABLE controller (
    id            TEXT PRIMARY KEY,
    epoch         BIGINT NOT NULL CHECK (epoch >= 1),
    boot_id       TEXT   NOT NULL,
    pid           BIGINT NOT NULL,
    start_ticks   BIGINT NOT NULL,
    heartbeat_at  BIGINT NOT NULL,
    started_at    BIGINT NOT NULL
);

CREATE TABLE intent (
    id                 INTEGER PRIMARY KEY,
    idempotency_key    TEXT,
    kind               TEXT   NOT NULL,
    actor              TEXT   NOT NULL,
    args               TEXT   NOT NULL,
    expected_revision  BIGINT,
    controller_id      TEXT   NOT NULL,
    controller_epoch   BIGINT NOT NULL,
    at                 BIGINT NOT NULL,
    state              TEXT   NOT NULL
        CHECK (state IN ('OPEN', 'APPLIED', 'REPLAYED', 'REFUSED', 'FAILED', 'ABANDONED')),
    closed_at          BIGINT,
    outcome            TEXT,
    CHECK ((state = 'OPEN') = (closed_at IS NULL)),
    CHECK ((state = 'OPEN') = (outcome IS NULL))
);

CREATE INDEX intent_open ON intent (controller_id) WHERE state = 'OPEN';

CREATE TABLE replay (
    idempotency_key  TEXT PRIMARY KEY,
    verb             TEXT   NOT NULL,
    fingerprint      TEXT   NOT NULL,
    body             BLOB   NOT NULL,
    revision         BIGINT NOT NULL,
    committed_at     BIGINT NOT NULL
) WITHOUT ROWID;

CREATE INDEX replay_by_age ON replay (committed_at);

CREATE TABLE event (
    seq               INTEGER PRIMARY KEY CHECK (seq >= 1),
    revision          BIGINT NOT NULL,
    at                BIGINT NOT NULL,
    type              TEXT   NOT NULL,
    actor             TEXT   NOT NULL,
    job               TEXT   NOT NULL,
    repo              TEXT   NOT NULL,
    host              TEXT   NOT NULL,
    snapshot          TEXT   NOT NULL,
    attempt           BIGINT NOT NULL,
    stage             TEXT   NOT NULL,
    reason            TEXT   NOT NULL,
    rc                BIGINT,
    duration_seconds  DOUBLE PRECISION NOT NULL,
    data              TEXT   NOT NULL
);

CREATE INDEX event_by_revision ON event (revision);
CREATE INDEX event_by_job ON event (job, seq) WHERE job <> '';

-- How far the event table was written out to a file.
CREATE TABLE projection (
    name         TEXT PRIMARY KEY,
    file         TEXT   NOT NULL,
    byte_offset  BIGINT NOT NULL,
    seq          BIGINT NOT NULL
);

CREATE TABLE incident (
    id         INTEGER PRIMARY KEY,
    kind       TEXT   NOT NULL,
    subject    TEXT   NOT NULL,
    severity   TEXT   NOT NULL,
    message    TEXT   NOT NULL,
    opened_at  BIGINT NOT NULL,
    closed_at  BIGINT
);

CREATE UNIQUE INDEX incident_one_open ON incident (kind, subject) WHERE closed_at IS NULL;

-- What may be deleted for good: events and closed intents below these numbers. Raising a number is the only way past the
-- triggers below; do it in the transaction that deletes, keep the newest event and intent, and never lower it.
CREATE TABLE retention (
    id                BIGINT PRIMARY KEY CHECK (id = 1),
    events_kept_from  BIGINT NOT NULL,
    intents_kept_from BIGINT NOT NULL
);

INSERT INTO retention (id, events_kept_from, intents_kept_from) VALUES (1, 0, 0);

CREATE TRIGGER retention_only_rises BEFORE UPDATE ON retention
    WHEN NEW.events_kept_from < OLD.events_kept_from OR NEW.intents_kept_from < OLD.intents_kept_from
        OR NEW.events_kept_from > (SELECT COALESCE(MAX(seq), 0) FROM event)
        OR NEW.intents_kept_from > (SELECT COALESCE(MAX(id), 0) FROM intent)
BEGIN
    SELECT RAISE(ABORT, 'retention only rises, and keeps the newest event and intent');
END;

CREATE TRIGGER retention_stays BEFORE DELETE ON retention
BEGIN
    SELECT RAISE(ABORT, 'the retention row stays');
END;

CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER event_never_goes BEFORE DELETE ON event
    WHEN OLD.seq >= (SELECT events_kept_from FROM retention WHERE id = 1)
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER event_follows BEFORE INSERT ON event
    WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM event)
BEGIN
    SELECT RAISE(ABORT, 'events are numbered without gaps');
END;

CREATE TRIGGER intent_never_goes BEFORE DELETE ON intent
    WHEN OLD.state = 'OPEN' OR OLD.id >= (SELECT intents_kept_from FROM retention WHERE id = 1)
BEGIN
    SELECT RAISE(ABORT, 'intents are not deleted');
END;

CREATE TRIGGER intent_closed_stays BEFORE UPDATE ON intent
    WHEN OLD.state <> 'OPEN'
BEGIN
    SELECT RAISE(ABORT, 'a closed intent never changes');
END;

CREATE TRIGGER intent_words_stay
    BEFORE UPDATE OF id, idempotency_key, kind, actor, args, expected_revision, controller_id, controller_epoch, at ON intent
BEGIN
    SELECT RAISE(ABORT, 'only the state of an intent changes');
END;
