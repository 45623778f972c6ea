"""Times two ways of doing the same, turn by turn in one run, and reports their ratio.

Figures of one machine at one hour say little about another; the ratio of two figures taken side by side says more. So every
round times both sides, the order changes from round to round, and what is reported is the median with the least and the greatest.
"""

import json
import statistics
import subprocess
import sys
import time


class Side:
    """One way of doing it: a command, or a function that returns seconds."""

    def __init__(self, name, run, before=None):
        self.name = name
        self.run = run
        self.before = before

    def seconds(self):
        if self.before:
            self.before()
        return self.run()


def command(argv, cwd=None, env=None):
    """Return a function that runs a command as a whole process and returns its wall time."""

    def run():
        begin = time.perf_counter()
        ended = subprocess.run(
            argv, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        seconds = time.perf_counter() - begin
        if ended.returncode != 0:
            sys.exit(f"{' '.join(argv)} ended with {ended.returncode}: {ended.stderr.decode(errors='replace')}")
        return seconds

    return run


class Spread:
    """Median, least and greatest of some values."""

    def __init__(self, values):
        self.median = statistics.median(values)
        self.least = min(values)
        self.greatest = max(values)

    def text(self, scale, digits):
        return f"{self.median * scale:.{digits}f} ({self.least * scale:.{digits}f}–{self.greatest * scale:.{digits}f})"


class Report:
    """Prints a line for each figure as it comes, and a table of all at the end."""

    def __init__(self):
        self.rows = []

    def compare(self, figure, ours, partner, rounds, aim):
        """Time both sides; the first round warms up and is not counted. The ratio is ours over the partner's."""
        mine, theirs = [], []
        for turn in range(rounds + 1):
            order = (ours, partner) if turn % 2 == 0 else (partner, ours)
            taken = {side: side.seconds() for side in order}
            if turn > 0:
                mine.append(taken[ours])
                theirs.append(taken[partner])
        ratios = Spread([a / b for a, b in zip(mine, theirs)])
        self.row(figure, Spread(mine).text(1000, 0), partner.name, Spread(theirs).text(1000, 0), ratios.text(1, 2), aim)

    def row(self, figure, ours, partner, theirs, ratio, aim):
        cells = [figure, ours, partner, theirs, ratio, aim]
        self.rows.append(cells)
        print(json.dumps(dict(zip(["figure", "ours", "partner", "theirs", "ratio", "aim"], cells)), ensure_ascii=False), flush=True)

    def table(self, unit):
        print(f"\n| figure | offload, {unit} | partner | partner, {unit} | ratio | aim |\n| --- | --- | --- | --- | --- | --- |")
        for cells in self.rows:
            print("| " + " | ".join(cells) + " |")
