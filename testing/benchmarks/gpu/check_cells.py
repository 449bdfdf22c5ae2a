#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the results of the GPU's benchmarks against the goals in cells.csv, or in another such file.

Reads what table.py wrote by --json. Prints for each algorithm how many cells there are and how many meet all their
goals; each goal that is missed, the worst first, in per cent of the goal; each cell that is missing; and how thrum
stands beside CUB and Thrust in all cells together, but for those of calls on the host. Ends with status 1 if a cell is
missing.
"""

import argparse
import csv
import math
import pathlib
import statistics
import sys
from typing import NamedTuple

from table import cells, ratios, read, time

NAMES = {"cub": "CUB", "thrust": "Thrust"}


class Figure(NamedTuple):
    """One of a cell's goals and what came of it; `of_goal` is 1 and more where it is met."""

    goal: str
    found: str
    of_goal: float

    def is_missed(self):
        return self.of_goal < 1 - 1e-9


class Missing(Exception):
    """What a goal is about has not been measured."""


def name_of(line):
    return line["algorithm"], line["type"], line["input"], int(line["items"])


def wanted(file):
    """The lines of cells.csv, by cell."""
    with open(file, newline="", encoding="utf-8") as stream:
        lines = list(csv.DictReader(line for line in stream if not line.startswith("#")))
    by_cell = {name_of(line): line for line in lines}
    if len(by_cell) < len(lines):
        sys.exit(f"{file}: a cell is there twice")
    return by_cell


def times_faster(cell, library):
    """How many times faster thrum is than a library in a cell, the least of its forms; None if nobody knows."""
    return min((ratio for _, peer, ratio in ratios(cell) if peer.split()[0] == library), default=None)


def contestant(found, name, who):
    if who not in found.get(name, {}):
        raise Missing(f"no time of {who}" if name in found else "not measured")
    return time(found[name][who])


def figures(name, line, found):
    """What came of each of a cell's goals. Raises Missing."""
    thrum = contestant(found, name, "thrum")
    if line["of_copy"]:
        least, share = float(line["of_copy"]), 100 * contestant(found, name, "copy") / thrum
        yield Figure(f"at least {least:g}% of copy", f"{share:.1f}%", share / least)
    for library, called in NAMES.items():
        if line[f"by_{library}"]:
            most, faster = float(line[f"by_{library}"]), times_faster(found[name], library)
            if faster is None:
                raise Missing(f"no time of {called}'s")
            yield Figure(f"at most {most:.4g} of {called}'s time", f"{1 / faster:.3f}", most * faster)
    if line["reference"]:
        reference = line["reference"].split("/")
        most = float(line["by_reference"])
        ratio = thrum / contestant(found, (*reference[:3], int(reference[3])), "thrum")
        yield Figure(f"at most {most:g} of the time of {' '.join(reference[:3])}", f"{ratio:.3f}", most / ratio)


def examine(lines, found, faults):
    """Of each cell, its figures or why they are missing."""
    results, missing = {}, {}
    for name, line in lines.items():
        try:
            if name in faults:
                raise Missing(faults[name])
            results[name] = list(figures(name, line, found))
        except Missing as why:
            missing[name] = str(why)
    return results, missing


def table(heads, rows):
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [heads, ["---"] * len(heads), *rows])


def misses(of_cell):
    return [figure for figure in of_cell if figure.is_missed()]


def counts(lines, results, missing):
    """A row for each algorithm, and one for all."""
    rows = []
    for algorithm in [*dict.fromkeys(name[0] for name in lines), "all"]:
        measured = [of_cell for name, of_cell in results.items() if algorithm in (name[0], "all")]
        short = sum(bool(misses(of_cell)) for of_cell in measured)
        absent = sum(algorithm in (name[0], "all") for name in missing)
        share = f"{100 * short / len(measured):.0f}%" if measured else ""
        rows.append([algorithm, len(measured) + absent, len(measured) - short, short, share, absent])
    return table(["algorithm", "cells", "meet their goals", "short", "of those measured", "missing"], rows)


def beside(library, goal, names, found):
    faster = {name: times_faster(found.get(name, {}), library) for name in names}
    faster = {name: ratio for name, ratio in faster.items() if ratio is not None}
    if not faster:
        return f"Beside {NAMES[library]}: no cell."
    mean, least = math.exp(statistics.fmean(map(math.log, faster.values()))), min(faster, key=faster.get)
    return (
        f"thrum x {NAMES[library]}: geometric mean {mean:.2f}, {100 * mean / goal:.0f}% of the goal"
        f" {goal:g}; least {faster[least]:.2f}, {' '.join(map(str, least))}; {len(faster)} cells."
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", help="what table.py wrote by --json")
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("--cells", default=here / "cells.csv", help="the cells and their goals")
    parser.add_argument("--cub", type=float, default=1.4, help="how many times faster than CUB thrum has to be, on average")
    parser.add_argument("--thrust", type=float, default=2.0, help="the same of Thrust")
    options = parser.parse_args()

    circumstances, measured = read([options.report])
    found, lines = cells(measured), wanted(options.cells)
    faults = {name_of(result): f"WRONG: {result['fault']}" for result in measured if "fault" in result}
    results, missing = examine(lines, found, faults)

    print("# Cells and their goals\n")
    print(f"Made by `testing/benchmarks/gpu/check_cells.py` of `{pathlib.Path(options.cells).name}` and")
    print(f"what was measured on {circumstances['date']}, {circumstances['device']}.\n")
    print(counts(lines, results, missing))
    short = [(name, figure) for name, of_cell in results.items() for figure in misses(of_cell)]
    if short:
        rows = [
            [" ".join(map(str, name)), figure.goal, figure.found, f"{100 * figure.of_goal:.1f}%"]
            for name, figure in sorted(short, key=lambda miss: miss[1].of_goal)
        ]
        print("\n" + table(["short", "goal", "found", "of the goal"], rows))
    if missing:
        print("\n" + table(["missing", "why"], [[" ".join(map(str, name)), why] for name, why in missing.items()]))
    of_device = [name for name in lines if not name[0].startswith("wall_")]
    for library in NAMES:
        print("\n" + beside(library, getattr(options, library), of_device, found))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
