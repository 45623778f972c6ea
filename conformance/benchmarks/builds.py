#!/usr/bin/env python3
"""What a build costs on top of itself, against ssh and rsync over a shared connection.

usage: conformance/benchmarks/builds.py [ROUNDS]      OFFLOAD=PATH measures another start script than the packaged one
"""

import itertools
import shutil
import sys
import time

from rounds import Report, Side, command
from sandbox import Sandbox

EDITED = "part7/sub3/file983.c"


class Builds:
    """The figures, each with its partner, in one sandbox."""

    def __init__(self, sandbox, rounds):
        self.sandbox = sandbox
        self.rounds = rounds
        self.report = Report()
        self.tree = sandbox.make_tree()
        self.edits = itertools.count()
        self.far = sandbox.folder / "far"
        self.far.mkdir()

    def all(self):
        self.short_command()
        self.round_trip()
        self.unchanged_tree()
        self.cold_tree()
        self.status()
        self.report.table("ms")

    def offload(self, *argv):
        return command([self.sandbox.offload, *argv], cwd=self.tree, env=self.sandbox.environment)

    def compare(self, figure, ours, partner, aim, rounds=None):
        self.report.compare(figure, ours, partner, rounds or self.rounds, aim)

    def shell(self, script):
        return command(["sh", "-ec", script])

    def push(self, target):
        return f"{' '.join(self.quoted(self.sandbox.rsync))} --delete --exclude .git {self.tree}/ host:{target}/"

    @staticmethod
    def quoted(argv):
        return [f"'{word}'" if " " in word else word for word in argv]

    def edit(self):
        with open(self.tree / EDITED, "a", encoding="utf-8") as file:
            file.write(f"/* {next(self.edits)} */\n")

    def short_command(self):
        self.compare(
            "`offload run -- true`, unchanged tree",
            Side("offload", self.offload("run", "--", "true")),
            Side("multiplexed `ssh host true`", command([*self.sandbox.ssh, "true"])),
            "–",
        )

    def round_trip(self):
        ssh = " ".join(self.sandbox.ssh)
        fetch = " ".join(self.quoted(self.sandbox.rsync))
        partner = (
            f"{self.push(self.far / 'trip')}\n{ssh} 'cd {self.far}/trip && wc -c {EDITED} >out.txt'\n"
            f"{fetch} host:{self.far}/trip/out.txt {self.sandbox.folder}/out.txt"
        )
        self.compare(
            "one file changed, a trivial command, one output back and promoted",
            Side("offload", self.offload("run", "--output", "out.txt", "--", "sh", "-c", f"wc -c {EDITED} >out.txt"), self.edit),
            Side("rsync + ssh + rsync", self.shell(partner), self.edit),
            "≤ 1, stretch 0.5",
        )

    def unchanged_tree(self):
        self.compare(
            "unchanged tree on the host, ready to build",
            Side("offload", self.laid_out),
            Side("rsync", self.shell(self.push(self.far / "trip"))),
            "≤ 0.5",
        )

    def cold_tree(self):
        cold = self.far / "cold"
        self.compare(
            "cold tree of 4,456 files on the host, ready to build",
            Side("offload", self.laid_out, self.forget),
            Side("rsync", lambda: self.shell(self.push(cold))(), lambda: shutil.rmtree(cold, ignore_errors=True)),
            "≤ 1",
            rounds=max(3, self.rounds // 3),
        )

    def forget(self):
        """Give the checkout another name: to the controller and to the host it is one never seen before."""
        fresh = self.sandbox.folder / f"tree{next(self.edits)}"
        self.tree = self.tree.rename(fresh)

    def laid_out(self):
        begin = time.time()
        return self.sandbox.build(self.tree, ["true"])["started"] - begin

    def status(self):
        self.compare(
            "`offload status`",
            Side("offload", self.offload("status")),
            Side(
                "curl of `/status`",
                command(
                    ["curl", "-sf", "-H", "Authorization: Bearer " + self.sandbox.token, self.sandbox.controller["address"] + "/status"]
                ),
            ),
            "under 150 ms",
        )


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with Sandbox() as sandbox:
        sandbox.start_host()
        sandbox.start_controller()
        sandbox.enrol_host()
        Builds(sandbox, rounds).all()


if __name__ == "__main__":
    main()
