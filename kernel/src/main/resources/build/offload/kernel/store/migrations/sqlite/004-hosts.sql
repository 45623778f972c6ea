-- What operators say of a host beside what probes find, and what became another by itself.

ALTER TABLE host ADD COLUMN labels TEXT NOT NULL DEFAULT '{}';

-- Tools that are not what they were when the host was last proved; a missing version says that the tool is not there.
CREATE TABLE tool_drift (
    host            TEXT NOT NULL,
    command         TEXT NOT NULL,
    version_before  TEXT,
    version_after   TEXT,
    found_at        BIGINT NOT NULL,
    PRIMARY KEY (host, command)
);
