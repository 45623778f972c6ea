-- Revision, audit journal, replay store, events, controllers, incidents.
-- Times are milliseconds since the epoch, truth values 0 or 1, JSON is text. Names sort by bytes, whatever the database's
-- language. Functions look for tables where they themselves are, whoever calls them.

CREATE TABLE cluster (
    id          BIGINT PRIMARY KEY CHECK (id = 1),
    revision    BIGINT NOT NULL CHECK (revision >= 0),
    desired     TEXT   NOT NULL,
    created_at  BIGINT NOT NULL
);

CREATE TABLE controller (
    id            TEXT COLLATE "C" PRIMARY KEY,
    epoch         BIGINT NOT NULL CHECK (epoch >= 1),
    boot_id       TEXT   NOT NULL,
    pid           BIGINT NOT NULL,
    start_ticks   BIGINT NOT NULL,
    heartbeat_at  BIGINT NOT NULL,
    started_at    BIGINT NOT NULL
);

CREATE TABLE intent (
    id                 BIGINT PRIMARY KEY,
    idempotency_key    TEXT COLLATE "C",
    kind               TEXT COLLATE "C" NOT NULL,
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
    idempotency_key  TEXT COLLATE "C" PRIMARY KEY,
    verb             TEXT   NOT NULL,
    fingerprint      TEXT   NOT NULL,
    body             BYTEA  NOT NULL,
    revision         BIGINT NOT NULL,
    committed_at     BIGINT NOT NULL
);

CREATE INDEX replay_by_age ON replay (committed_at);

CREATE TABLE event (
    seq               BIGINT PRIMARY KEY CHECK (seq >= 1),
    revision          BIGINT NOT NULL,
    at                BIGINT NOT NULL,
    type              TEXT COLLATE "C" NOT NULL,
    actor             TEXT   NOT NULL,
    job               TEXT COLLATE "C" NOT NULL,
    repo              TEXT   NOT NULL,
    host              TEXT COLLATE "C" NOT NULL,
    snapshot          TEXT   NOT NULL,
    attempt           BIGINT NOT NULL,
    stage             TEXT   NOT NULL,
    reason            TEXT   NOT NULL,
    rc                BIGINT,
    duration_seconds  DOUBLE PRECISION NOT NULL,
    data              TEXT   NOT NULL
);

CREATE INDEX event_by_revision ON event (revision, seq);
CREATE INDEX event_by_job ON event (job, seq) WHERE job <> '';

-- How far the event table was written out to a file.
CREATE TABLE projection (
    name         TEXT COLLATE "C" PRIMARY KEY,
    file         TEXT   NOT NULL,
    byte_offset  BIGINT NOT NULL,
    seq          BIGINT NOT NULL
);

CREATE TABLE incident (
    id         BIGINT PRIMARY KEY,
    kind       TEXT COLLATE "C" NOT NULL,
    subject    TEXT COLLATE "C" NOT NULL,
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

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation';
END
$$;

CREATE FUNCTION refuse_lower_retention() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.events_kept_from < OLD.events_kept_from OR NEW.intents_kept_from < OLD.intents_kept_from
        OR NEW.events_kept_from > (SELECT COALESCE(MAX(seq), 0) FROM event)
        OR NEW.intents_kept_from > (SELECT COALESCE(MAX(id), 0) FROM intent)
    THEN
        RAISE EXCEPTION 'retention only rises, and keeps the newest event and intent' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_event_not_given_up() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF OLD.seq >= (SELECT events_kept_from FROM retention WHERE id = 1) THEN
        RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
END
$$;

CREATE FUNCTION refuse_event_out_of_turn() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM event) THEN
        RAISE EXCEPTION 'events are numbered without gaps' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION refuse_intent_not_given_up() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF OLD.state = 'OPEN' OR OLD.id >= (SELECT intents_kept_from FROM retention WHERE id = 1) THEN
        RAISE EXCEPTION 'intents are not deleted' USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
END
$$;

CREATE TRIGGER retention_only_rises BEFORE UPDATE ON retention
    FOR EACH ROW EXECUTE FUNCTION refuse_lower_retention();

CREATE TRIGGER retention_stays BEFORE DELETE OR TRUNCATE ON retention
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('the retention row stays');

CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
    FOR EACH ROW EXECUTE FUNCTION refuse_change('events are append-only');

CREATE TRIGGER event_never_goes BEFORE DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION refuse_event_not_given_up();

CREATE TRIGGER event_never_goes_at_once BEFORE TRUNCATE ON event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('events are append-only');

CREATE TRIGGER event_follows BEFORE INSERT ON event
    FOR EACH ROW EXECUTE FUNCTION refuse_event_out_of_turn();

CREATE TRIGGER intent_never_goes BEFORE DELETE ON intent
    FOR EACH ROW EXECUTE FUNCTION refuse_intent_not_given_up();

CREATE TRIGGER intent_never_goes_at_once BEFORE TRUNCATE ON intent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('intents are not deleted');

CREATE TRIGGER intent_closed_stays BEFORE UPDATE ON intent
    FOR EACH ROW WHEN (OLD.state <> 'OPEN') EXECUTE FUNCTION refuse_change('a closed intent never changes');

CREATE TRIGGER intent_words_stay
    BEFORE UPDATE OF id, idempotency_key, kind, actor, args, expected_revision, controller_id, controller_epoch, at ON intent
    FOR EACH ROW EXECUTE FUNCTION refuse_change('only the state of an intent changes');
