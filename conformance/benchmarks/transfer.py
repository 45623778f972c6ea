#!/usr/bin/env python3
"""What moving trees and outputs costs, by their size, against rsync and tar over a shared connection.

usage: conformance/benchmarks/transfer.py [ROUNDS [FILES…]]      OFFLOAD=PATH measures another start script than the packaged one
"""

import itertools
import os
import shutil
import sys
import time

from rounds import Report, Side, command
from sandbox import Sandbox

MEBIBYTE = 1 << 20


class Trees:
    """A checkout of some size: on its way to a host that never saw it, unchanged, and with one file changed."""

    def __init__(self, sandbox, report, files):
        self.sandbox = sandbox
        self.report = report
        self.files = files
        self.tree = sandbox.make_tree(files)
        self.far = sandbox.folder / "far" / str(files)
        self.far.parent.mkdir(exist_ok=True)
        self.edits = itertools.count()
        self.edited = self.tree / "part0/sub0/file0.c"

    def all(self, rounds):
        warm = Side("rsync", self.push(self.far))
        self.compare("cold", Side("rsync", self.push(self.far), self.forget_far), self.forget, rounds=max(2, rounds // 3))
        self.compare("unchanged", warm, None, rounds)
        self.compare("one file changed", Side("rsync", self.push(self.far), self.edit), self.edit, rounds)
        shutil.rmtree(self.tree)
        shutil.rmtree(self.far)

    def compare(self, state, partner, before, rounds):
        aim = "≤ 1" if state == "cold" else "≤ 0.5"
        self.report.compare(f"{self.files:,} files, {state}", Side("offload", self.laid_out, before), partner, rounds, aim)

    def laid_out(self):
        begin = time.time()
        return self.sandbox.build(self.tree, ["true"])["started"] - begin

    def push(self, target):
        return lambda: command([*self.sandbox.rsync, "--delete", "--exclude", ".git", f"{self.tree}/", f"host:{target}/"])()

    def edit(self):
        with open(self.edited, "a", encoding="utf-8") as file:
            file.write(f"/* {next(self.edits)} */\n")

    def forget(self):
        """Give the checkout another name: to the controller and to the host it is one never seen before."""
        self.tree = self.tree.rename(self.sandbox.folder / f"tree-{self.files}-{next(self.edits)}")
        self.edited = self.tree / "part0/sub0/file0.c"

    def forget_far(self):
        shutil.rmtree(self.far, ignore_errors=True)


class Outputs:
    """One output of some size, from the end of its command until it is promoted and synced; tar unpacks and syncs as well."""

    def __init__(self, sandbox, report):
        self.sandbox = sandbox
        self.report = report
        self.checkout = sandbox.folder / "outputs"
        self.checkout.mkdir()
        self.far = sandbox.folder / "far-outputs"
        self.far.mkdir()
        self.near = sandbox.folder / "near-outputs"
        self.near.mkdir()

    def compare(self, mebibytes, rounds):
        (self.far / "out.bin").write_bytes(b"")
        with open(self.far / "out.bin", "wb") as file:
            for _ in range(mebibytes):
                file.write(os.urandom(MEBIBYTE))
        copy = ["cp", str(self.far / "out.bin"), "out.bin"]
        ssh = " ".join(self.sandbox.ssh)
        fetch = f"{ssh} 'tar -C {self.far} -cf - out.bin' | tar -C {self.near} -xf - && sync {self.near}/out.bin"
        self.report.compare(
            f"an output of {mebibytes:,} MiB back",
            Side("offload", lambda: self.back(copy)),
            Side("tar over ssh", command(["sh", "-ec", fetch])),
            rounds,
            "≤ 1",
        )

    def back(self, argv):
        times = self.sandbox.build(self.checkout, argv, ["out.bin"])
        return times["finished"] - times["exited"]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    sizes = [int(size) for size in sys.argv[2:]] or [1_000, 10_000, 100_000]
    with Sandbox() as sandbox:
        sandbox.start_host()
        sandbox.start_controller()
        sandbox.enrol_host()
        report = Report()
        outputs = Outputs(sandbox, report)
        outputs.compare(1, rounds)
        outputs.compare(1024, max(2, rounds // 3))
        for files in sizes:
            Trees(sandbox, report, files).all(rounds)
        report.table("ms")


if __name__ == "__main__":
    main()
