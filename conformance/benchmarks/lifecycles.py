#!/usr/bin/env python3
"""Whole lives of jobs a second: submitted over HTTP, placed, prepared, started, ended and swept, each step journaled and committed.

usage: conformance/benchmarks/lifecycles.py [ROUNDS [SECONDS]]     OFFLOAD=PATH measures another start script than the packaged one

The hosts do nothing, at once (instant/), so what is measured is the controller: its pipeline with the audit journal on, its loops,
and the capture that each submission rests on. Submitting alone and living alone are measured apart, to see which of them bounds.
Needs wrk and a JDK 25.
"""

import json
import os
import pathlib
import shutil
import sqlite3
import sys
import time
import uuid

from mutations import Load
from rounds import Spread
from sandbox import Sandbox

HERE = pathlib.Path(__file__).resolve().parent
HOSTS = 10
SLOTS = 64
CLIENTS = 64


class Cluster:
    """A controller whose hosts do nothing."""

    def __init__(self, sandbox, seconds):
        self.sandbox = sandbox
        self.load = Load(sandbox, seconds)
        self.seconds = seconds
        self._plug_in()
        sandbox.start_controller("[spill]", "jobs = 0")
        for number in range(HOSTS):
            name = f"h{number}"
            root = sandbox.folder / name
            root.mkdir()
            sandbox.run(
                sandbox.offload, "enroll", name, "--executor", "instant", "--slots", str(SLOTS), "--workspace-root", str(root)
            )  # fmt: skip
        tree = sandbox.folder / "checkout"
        tree.mkdir()
        (tree / "file").write_text("content\n")
        sandbox.run("git", "init", "-q", cwd=tree)
        self.body = {"checkout": str(tree), "folder": "", "commandClass": "true", "argv": ["true"], "outputs": []}
        while any(host["state"] != "available" for host in sandbox.get("/api/offload/v1/hosts")["hosts"] if host["role"] == "builder"):
            time.sleep(0.2)

    def _plug_in(self):
        """Compile the executor against the interface of the distribution, and drop it in."""
        library = next(pathlib.Path(self.sandbox.offload).parent.glob("lib/offload-spi-*.jar"))
        java = pathlib.Path(os.environ["JAVA_HOME"]) / "bin" if "JAVA_HOME" in os.environ else pathlib.Path()
        classes = self.sandbox.folder / "classes"
        sources = [str(path) for path in (HERE / "instant").rglob("*.java")]
        self.sandbox.run(str(java / "javac"), "-d", str(classes), "--module-path", str(library), *sources)
        plugins = self.sandbox.folder / "config/offload/plugins"
        plugins.mkdir(parents=True)
        self.sandbox.run(str(java / "jar"), "--create", "--file", str(plugins / "instant.jar"), "-C", str(classes), ".")
        shutil.rmtree(classes)

    def mode(self, mode):
        self.sandbox.run(self.sandbox.offload, "mode", mode)

    def submit(self):
        """Submit for some seconds, and return how many were taken a second."""
        body = json.dumps(self.body)[:-1] + ', "idempotencyKey": "KEY"}'
        rate, _, odd = self.load(
            self.sandbox.controller["address"].rstrip("/"), "post.lua", CLIENTS,
            ADDRESS="/api/offload/v1/jobs", BODY=body, TOKEN=self.sandbox.token, RUN=uuid.uuid4().hex, BATCH=0,
        )  # fmt: skip
        if odd:
            sys.exit(f"{odd} submissions were not taken")
        return rate

    def counts(self):
        """Return how many jobs there are, how many ended, and how many attempts were swept."""
        store = sqlite3.connect(f"file:{self.sandbox.folder / 'state/offload/offload.db'}?mode=ro", uri=True)
        try:
            return store.execute(
                "SELECT (SELECT COUNT(*) FROM job), (SELECT COUNT(*) FROM job WHERE finished_at IS NOT NULL),"
                " (SELECT COUNT(*) FROM attempt WHERE swept = 1)"
            ).fetchone()
        finally:
            store.close()

    def settle(self):
        """Wait until every job has ended and been swept."""
        while len(set(self.counts())) > 1:
            time.sleep(0.1)

    def processor(self):
        """Return the processor seconds that the controller has used."""
        pid = self.sandbox.controller["pid"]
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def timed(cluster, work):
    """Return how many jobs ended a second while some work was done, and the processor milliseconds for each."""
    before, used, begin = cluster.counts()[1], cluster.processor(), time.perf_counter()
    work()
    cluster.settle()
    lives = cluster.counts()[1] - before
    return lives / (time.perf_counter() - begin), (cluster.processor() - used) / lives * 1000


def measure(cluster, rounds):
    cluster.submit()
    cluster.settle()
    figures = {"submitting alone": [], "living alone": [], "both, until the last is swept": []}
    costs = {"living alone": [], "both, until the last is swept": []}
    for _ in range(rounds):
        cluster.mode("maintenance")
        figures["submitting alone"].append(cluster.submit())
        for name, work in (("living alone", lambda: cluster.mode("available")), ("both, until the last is swept", cluster.submit)):
            rate, cost = timed(cluster, work)
            figures[name].append(rate)
            costs[name].append(cost)
    print("| figure | jobs/s | processor ms a job |\n| --- | --- | --- |")
    for name, rates in figures.items():
        cost = Spread(costs[name]).text(1, 1) if name in costs else "–"
        print(f"| {name} | {Spread(rates).text(1, 0)} | {cost} |", flush=True)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    with Sandbox() as sandbox:
        measure(Cluster(sandbox, seconds), rounds)


if __name__ == "__main__":
    main()
