-- The fleet, the queue and the ledger. Times are milliseconds since the epoch; 0 and 1 stand for false and true.
-- Every row that claims something for a controller names its id and the epoch in which it was written.

CREATE TABLE host (
    name              TEXT COLLATE "C" PRIMARY KEY,
    role              TEXT NOT NULL,
    state             TEXT NOT NULL,
    reason            TEXT,
    executor          TEXT NOT NULL,
    address           TEXT,
    host_key          TEXT,
    identity_file     TEXT,
    workspace_root    TEXT NOT NULL,
    slots             BIGINT NOT NULL CHECK (slots >= 1),
    is_primary        BIGINT NOT NULL,
    enrolling         BIGINT NOT NULL,
    machine_id        TEXT NOT NULL,
    boot_id           TEXT NOT NULL,
    runner            TEXT NOT NULL,
    load1             DOUBLE PRECISION,
    cores             BIGINT,
    observed_at       BIGINT,
    silent_since      BIGINT,
    enrolled_at       BIGINT NOT NULL,
    controller_id     TEXT NOT NULL,
    controller_epoch  BIGINT NOT NULL
);

CREATE UNIQUE INDEX host_one_primary ON host (is_primary) WHERE is_primary = 1;

-- One row for each host an operator ever drained or restored; no row means active, version 0.
CREATE TABLE host_control (
    host             TEXT COLLATE "C" PRIMARY KEY,
    mode             TEXT NOT NULL,
    version          BIGINT NOT NULL CHECK (version >= 1),
    request_version  BIGINT CHECK (request_version IS NULL OR request_version = version - 1),
    updated_at       BIGINT NOT NULL CHECK (updated_at >= 0)
);

CREATE TABLE capability (
    host             TEXT COLLATE "C" NOT NULL,
    command          TEXT COLLATE "C" NOT NULL,
    ok               BIGINT NOT NULL,
    required         BIGINT NOT NULL,
    version          TEXT,
    detail           TEXT,
    checked_at       BIGINT NOT NULL,
    PRIMARY KEY (host, command)
);

CREATE TABLE circuit (
    host       TEXT COLLATE "C" NOT NULL,
    command    TEXT COLLATE "C" NOT NULL,
    state      TEXT NOT NULL,
    reason     TEXT NOT NULL,
    opened_at  BIGINT NOT NULL,
    PRIMARY KEY (host, command)
);

-- How often a command class ended with 126 or 127 on a host: in a row, and ever.
CREATE TABLE launch_failure (
    host     TEXT COLLATE "C" NOT NULL,
    command  TEXT COLLATE "C" NOT NULL,
    code     BIGINT NOT NULL,
    in_row   BIGINT NOT NULL,
    total    BIGINT NOT NULL,
    PRIMARY KEY (host, command, code)
);

CREATE TABLE job (
    id                  TEXT COLLATE "C" PRIMARY KEY,
    submission_key      TEXT NOT NULL,
    mirror              TEXT COLLATE "C" NOT NULL,
    repo                TEXT NOT NULL,
    checkout            TEXT NOT NULL,
    folder              TEXT NOT NULL,
    command_class       TEXT NOT NULL,
    request             TEXT NOT NULL,
    environment         TEXT NOT NULL,
    fingerprint         TEXT NOT NULL,
    snapshot            TEXT NOT NULL,
    empty_folders       TEXT NOT NULL,
    generation          TEXT NOT NULL,
    stage               TEXT NOT NULL,
    attempt             BIGINT NOT NULL,
    queue_seq           BIGINT NOT NULL,
    rc                  BIGINT,
    why_code            TEXT,
    why_message         TEXT,
    infra_failure       TEXT,
    publication         TEXT NOT NULL,
    cancel_code         TEXT,
    owner_pid           BIGINT NOT NULL,
    owner_start_ticks   BIGINT NOT NULL,
    owner_boot_id       TEXT NOT NULL,
    detached            BIGINT NOT NULL,
    submitted_at        BIGINT NOT NULL,
    finished_at         BIGINT,
    controller_id       TEXT NOT NULL,
    controller_epoch    BIGINT NOT NULL
);

CREATE INDEX job_by_stage ON job (stage, submitted_at);
CREATE INDEX job_by_submission ON job (submitted_at);
CREATE INDEX job_by_checkout ON job (mirror, queue_seq);
CREATE INDEX job_by_queue ON job (queue_seq);

-- The one queue. A job has a ticket exactly while it waits.
CREATE TABLE ticket (
    job               TEXT COLLATE "C" PRIMARY KEY REFERENCES job (id),
    seq               BIGINT NOT NULL UNIQUE,
    state             TEXT NOT NULL,
    detail            TEXT,
    enqueued_at       BIGINT NOT NULL,
    controller_id     TEXT NOT NULL,
    controller_epoch  BIGINT NOT NULL
);

CREATE TABLE attempt (
    job               TEXT COLLATE "C" NOT NULL REFERENCES job (id),
    number            BIGINT NOT NULL,
    host              TEXT COLLATE "C" NOT NULL,
    handle            TEXT,
    active            BIGINT NOT NULL,
    swept             BIGINT NOT NULL,
    placed_at         BIGINT NOT NULL,
    prepared_at       BIGINT,
    started_at        BIGINT,
    exited_at         BIGINT,
    collected_at      BIGINT,
    finished_at       BIGINT,
    sent_bytes        BIGINT,
    pulled_bytes      BIGINT,
    pull_millis       BIGINT,
    controller_id     TEXT NOT NULL,
    controller_epoch  BIGINT NOT NULL,
    PRIMARY KEY (job, number)
);

CREATE INDEX attempt_active ON attempt (active, host);
CREATE INDEX attempt_unswept ON attempt (swept, active);
CREATE INDEX attempt_by_end ON attempt (host, finished_at);

-- Capacity taken by an attempt; gone with the transition that ends its use of the host.
CREATE TABLE reservation (
    job               TEXT COLLATE "C" NOT NULL,
    attempt           BIGINT NOT NULL,
    host              TEXT COLLATE "C" NOT NULL,
    slots             BIGINT NOT NULL,
    reserved_at       BIGINT NOT NULL,
    controller_id     TEXT NOT NULL,
    controller_epoch  BIGINT NOT NULL,
    PRIMARY KEY (job, attempt)
);

CREATE INDEX reservation_by_host ON reservation (host);

-- What stood under a job's declared outputs when it was submitted.
CREATE TABLE output_stamp (
    job             TEXT COLLATE "C" NOT NULL REFERENCES job (id),
    path            TEXT COLLATE "C" NOT NULL,
    inode           BIGINT NOT NULL,
    size            BIGINT NOT NULL,
    modified_nanos  BIGINT NOT NULL,
    changed_nanos   BIGINT NOT NULL,
    PRIMARY KEY (job, path)
);

-- What promotions of ours put into a checkout, and which job did it last.
CREATE TABLE promoted_file (
    mirror          TEXT COLLATE "C" NOT NULL,
    path            TEXT COLLATE "C" NOT NULL,
    job             TEXT COLLATE "C" NOT NULL,
    queue_seq       BIGINT NOT NULL,
    inode           BIGINT NOT NULL,
    size            BIGINT NOT NULL,
    modified_nanos  BIGINT NOT NULL,
    changed_nanos   BIGINT NOT NULL,
    PRIMARY KEY (mirror, path)
);

-- The verified content of a job's staging folder.
CREATE TABLE staged_file (
    job         TEXT COLLATE "C" NOT NULL REFERENCES job (id),
    attempt     BIGINT NOT NULL,
    path        TEXT COLLATE "C" NOT NULL,
    executable  BIGINT NOT NULL,
    size        BIGINT NOT NULL,
    sha256      TEXT NOT NULL,
    PRIMARY KEY (job, attempt, path)
);

-- For a blocked job, every path that stood in the way.
CREATE TABLE publication_conflict (
    job     TEXT COLLATE "C" NOT NULL REFERENCES job (id),
    path    TEXT COLLATE "C" NOT NULL,
    reason  TEXT NOT NULL,
    PRIMARY KEY (job, path)
);

CREATE TABLE counter (
    name   TEXT COLLATE "C" PRIMARY KEY,
    value  BIGINT NOT NULL
);
