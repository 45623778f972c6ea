#!/usr/bin/env python3
"""Durable changes a second over HTTP, against what the same disk, database and machine give without offload.

usage: conformance/benchmarks/mutations.py [ROUNDS [SECONDS]]     OFFLOAD=PATH measures another start script than the packaged one

A change is the cancelling of a waiting job in a controller that dispatches nothing: it has no revision precondition, so callers do
not wait for one another. (A submission has none either, but most of its cost is git's reading of the checkout; submissions are given apart.)
Needs wrk, and, each for its partner, PostgreSQL with pgbench, and etcd.
"""

import json
import os
import pathlib
import re
import sqlite3
import sys
import time
import uuid

from rounds import Spread
from sandbox import Sandbox

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = [1, 16, 64]
WARM_UP_SECONDS = 10


class Load:
    """Runs wrk and reads what it says."""

    def __init__(self, sandbox, seconds):
        self.sandbox = sandbox
        self.seconds = seconds

    def __call__(self, url, script, clients, **environment):
        self.sandbox.environment |= {name: str(value) for name, value in environment.items()}
        threads = 1 if clients == 1 else 2
        said = self.sandbox.run(
            "wrk", f"-t{threads}", f"-c{clients}", f"-d{self.seconds}s", "--latency", "-s", str(HERE / script), url
        )  # fmt: skip
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))
        p99 = milliseconds(re.search(r"(?m)^\s+99%\s+(\S+)", said).group(1))
        odd = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
        return rate, p99, int(odd.group(1)) if odd else 0


def milliseconds(text):
    value, unit = re.match(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


class Controller:
    """Ours, and (a) the same server doing nothing."""

    JOBS = 60_000

    def __init__(self, sandbox, load):
        self.sandbox = sandbox
        self.load = load
        sandbox.start_controller("enabled = false")
        tree = sandbox.folder / "checkout"
        tree.mkdir()
        (tree / "file").write_text("content\n")
        sandbox.run("git", "init", "-q", cwd=tree)
        self.body = {"checkout": str(tree), "folder": "", "commandClass": "true", "argv": ["true"], "outputs": []}
        self.first = self._submit_one()
        self.batch = 0

    def _submit_one(self):
        return self.sandbox.post("/api/offload/v1/jobs", self.body | {"idempotencyKey": uuid.uuid4().hex})["result"]["jobId"]

    def submissions(self, clients):
        """Return real submissions a second: each rests on a capture of the checkout that began after it was asked for."""
        rate, p99, odd = self._post("/api/offload/v1/jobs", clients, json.dumps(self.body))
        if odd:
            sys.exit(f"{odd} submissions were not taken")
        return rate, p99

    def change(self, clients):
        """Cancel waiting jobs, each once; they are copies of the first, put into the store while nothing runs on it.

        The jobs of a batch of their own are cancelled before, unmeasured: the partners were compiled before they started.
        """
        self.sandbox.stop_controller()
        self._end_what_is_left()
        self._copy_jobs(self.batch + 1)
        self._copy_jobs(self.batch + 2)
        self.sandbox.restart_controller()
        self.load.seconds, measured = WARM_UP_SECONDS, self.load.seconds
        self._cancel(16)
        self.load.seconds = measured
        return self._cancel(clients)

    def _cancel(self, clients):
        self.batch += 1
        rate, p99, odd = self._post("/api/offload/v1/jobs/JOB/cancel", clients, "{}")
        if odd:
            sys.exit(f"{odd} jobs were not cancelled; fewer seconds are enough, or more jobs are needed")
        return rate, p99

    def _end_what_is_left(self):
        """The queue is as long for each figure; how long it is makes a difference right after a start."""
        store = sqlite3.connect(self.sandbox.folder / "state/offload/offload.db")
        store.execute("DELETE FROM ticket WHERE job <> ?", (self.first,))
        store.execute("DELETE FROM counter WHERE name = 'tickets'")
        store.execute(
            "UPDATE job SET stage = 'CANCELLED', why_code = 'ended', why_message = 'ended', finished_at = submitted_at"
            " WHERE stage = 'WAITING' AND id <> ?",
            (self.first,),
        )
        store.commit()
        store.close()

    def _copy_jobs(self, batch):
        store = sqlite3.connect(self.sandbox.folder / "state/offload/offload.db")
        for table, key, order in (("job", "id", "queue_seq"), ("ticket", "job", "seq")):
            columns = [column[1] for column in store.execute(f"PRAGMA table_info({table})")]
            values = [
                "printf('%032d%032d', :batch, n)" if name == key
                else f"(SELECT MAX({order}) FROM {table}) + n" if name == order
                else name
                for name in columns
            ]  # fmt: skip
            store.execute(
                f"WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {self.JOBS}) "
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table}, counted WHERE {table}.{key} = :first",
                {"batch": batch, "first": self.first},
            )
        store.commit()
        store.close()

    def nothing(self, clients):
        return self._post("/transition/nothing", clients, json.dumps({"expectedRevision": 0, "args": {}}))[:2]

    def _post(self, path, clients, body):
        body = body[:-1] + (", " if len(body) > 2 else "") + '"idempotencyKey": "KEY"}'
        url = self.sandbox.controller["address"].rstrip("/")
        return self.load(
            url, "post.lua", clients, ADDRESS=path, BODY=body, TOKEN=self.sandbox.token, RUN=uuid.uuid4().hex, BATCH=self.batch
        )  # fmt: skip


class RawSqlite:
    """(b) The same statements with the same two durable commits, one caller at a time, straight from a program."""

    def __init__(self, sandbox, seconds):
        self.seconds = seconds
        self.store = sqlite3.connect(sandbox.folder / "raw.db", isolation_level=None)
        self.store.execute("PRAGMA journal_mode = WAL")
        self.store.execute("PRAGMA synchronous = FULL")
        self.store.executescript(
            """
            CREATE TABLE intent (id INTEGER PRIMARY KEY, idempotency_key TEXT, kind TEXT, args TEXT, state TEXT, at INTEGER, closed_at INTEGER);
            CREATE INDEX intent_open ON intent (at) WHERE state = 'OPEN';
            CREATE TABLE cluster (id INTEGER PRIMARY KEY, revision INTEGER);
            INSERT INTO cluster VALUES (1, 0);
            CREATE TABLE replay (idempotency_key TEXT PRIMARY KEY, body TEXT, at INTEGER) WITHOUT ROWID;
            CREATE TABLE job (id TEXT PRIMARY KEY, request TEXT, stage TEXT, queue_seq INTEGER, at INTEGER);
            CREATE INDEX job_by_stage ON job (stage, at);
            CREATE INDEX job_by_queue ON job (queue_seq);
            CREATE TABLE ticket (job TEXT PRIMARY KEY, seq INTEGER UNIQUE, state TEXT);
            WITH RECURSIVE counted(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM counted WHERE value < 200000)
            INSERT INTO job SELECT printf('%064d', value), printf('%0600d', value), 'WAITING', value, value FROM counted;
            INSERT INTO ticket SELECT id, queue_seq, 'WAITING' FROM job;
            CREATE TABLE event (seq INTEGER PRIMARY KEY, revision INTEGER, type TEXT, data TEXT);
            """
        )
        self.number = 0

    def change(self, _):
        taken = []
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end:
            begin = time.perf_counter()
            self._one()
            taken.append(time.perf_counter() - begin)
        taken.sort()
        return len(taken) / self.seconds, taken[int(len(taken) * 0.99)] * 1000

    def _one(self):
        self.number += 1
        key, job, now, do = uuid.uuid4().hex, f"{self.number:064d}", int(time.time() * 1000), self.store.execute
        do("BEGIN IMMEDIATE")
        intent = do("INSERT INTO intent VALUES (NULL, ?, 'job-cancel', ?, 'OPEN', ?, NULL)", (key, "a" * 300, now)).lastrowid
        do("COMMIT")
        do("BEGIN IMMEDIATE")
        do("SELECT body FROM replay WHERE idempotency_key = ?", (key,)).fetchone()
        revision = do("SELECT revision FROM cluster WHERE id = 1").fetchone()[0]
        do("SELECT * FROM job WHERE id = ?", (job,)).fetchone()
        do("UPDATE job SET stage = 'CANCELLED', at = ? WHERE id = ?", (now, job))
        do("DELETE FROM ticket WHERE job = ?", (job,))
        do("INSERT INTO event VALUES (?, ?, 'job-cancelled', ?)", (self.number, revision, "e" * 300))
        do("INSERT INTO replay VALUES (?, ?, ?)", (key, "b" * 200, now))
        do("UPDATE intent SET state = 'APPLIED', closed_at = ? WHERE id = ? AND state = 'OPEN'", (now, intent))
        do("COMMIT")


class Disk:
    """(c) Append 512 bytes and fdatasync, the floor of one durable commit."""

    def __init__(self, sandbox, seconds):
        self.file = sandbox.folder / "appended"
        self.seconds = seconds

    def change(self, _):
        file = os.open(self.file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        count, end = 0, time.perf_counter() + min(3, self.seconds)
        while time.perf_counter() < end:
            os.write(file, b"x" * 512)
            os.fdatasync(file)
            count += 1
        os.close(file)
        return count / min(3, self.seconds), 0.0


class Postgres:
    """(d) A transaction of four statements on one hot row, by pgbench."""

    def __init__(self, sandbox, seconds):
        self.sandbox = sandbox
        self.seconds = seconds
        sandbox.start_postgres()

    def change(self, clients):
        threads = 1 if clients == 1 else 2
        work = self.sandbox.folder / "pgbench"
        work.mkdir(exist_ok=True)
        for old in work.glob("log.*"):
            old.unlink()
        said = self.sandbox.run(
            self.sandbox.pgbench, "-n", "-M", "prepared", "-f", str(HERE / "postgres-hot.sql"), "-c", str(clients), "-j", str(threads),
            "-T", str(self.seconds), "-l", "--log-prefix", str(work / "log"), cwd=work,
        )  # fmt: skip
        taken = sorted(int(line.split()[2]) for log in work.glob("log.*") for line in log.read_text().splitlines())
        return float(re.search(r"tps = ([\d.]+)", said).group(1)), taken[int(len(taken) * 0.99)] / 1000


class Etcd:
    """(e) "If the key was never made, put it", over etcd's HTTP gateway."""

    def __init__(self, sandbox, load):
        self.load = load
        self.url = sandbox.start_etcd()

    def change(self, clients):
        rate, p99, odd = self.load(self.url, "etcd.lua", clients, RUN=time.time_ns() // 1000)
        if odd:
            sys.exit(f"{odd} puts were not taken")
        return rate, p99


AIMS = {
    ("(a) same server doing nothing", 64): "≥ 0.2",
    ("(b) raw SQLite, one caller", 64): "≥ 5",
    ("(d) PostgreSQL, hot row", 64): "≥ 5",
    ("(e) etcd", 64): "≥ 2",
    ("(d) PostgreSQL, hot row", 16): "≥ 3",
    ("(e) etcd", 16): "≥ 1.5",
    ("(b) raw SQLite, one caller", 1): "≥ 0.67",
}


def measure(sandbox, rounds, seconds):
    load = Load(sandbox, seconds)
    controller = Controller(sandbox, load)
    partners = {
        "(a) same server doing nothing": controller.nothing,
        "(b) raw SQLite, one caller": RawSqlite(sandbox, seconds).change,
        "(c) fdatasync": Disk(sandbox, seconds).change,
        "(d) PostgreSQL, hot row": Postgres(sandbox, seconds).change,
        "(e) etcd": Etcd(sandbox, load).change,
    }
    controller.submissions(16)
    for clients in CLIENTS:
        print(clients, "clients submit:", *(f"{value:.0f}" for value in controller.submissions(clients)), flush=True)
    controller.change(16)
    seen = {}
    for _ in range(rounds):
        for clients in CLIENTS:
            ours = controller.change(clients)
            for name, partner in partners.items():
                seen.setdefault((clients, name), []).append((ours, partner(clients)))
            print(clients, "clients:", *(f"{value:.0f}" for value in ours), flush=True)
    return seen


def table(seen):
    print("| clients | changes/s | p99, ms | partner | partner's/s | p99, ms | ratio of rates | aim | ratio of p99 |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for (clients, name), pairs in seen.items():
        rate = Spread([ours[0] for ours, _ in pairs]).text(1, 0)
        p99 = Spread([ours[1] for ours, _ in pairs]).text(1, 1)
        other = Spread([theirs[0] for _, theirs in pairs]).text(1, 0)
        other_p99 = Spread([theirs[1] for _, theirs in pairs]).text(1, 1)
        ratio = Spread([ours[0] / theirs[0] for ours, theirs in pairs]).text(1, 2)
        late = Spread([ours[1] / theirs[1] for ours, theirs in pairs if theirs[1]] or [0]).text(1, 2)
        print(f"| {clients} | {rate} | {p99} | {name} | {other} | {other_p99} | {ratio} | {AIMS.get((name, clients), '–')} | {late} |")


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with Sandbox() as sandbox:
        table(measure(sandbox, rounds, seconds))


if __name__ == "__main__":
    main()
