#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what became faster or slower between two results of the GPU's benchmarks.

Times are taken in multiples of the device's own copy in the same cell of the same run, since no two runs find a device in
the same state; those of block primitives, which memory does not bind, in multiples of CUB's. Prints a row for each cell in which a contestant's median changed by more than --threshold per cent, and
for each contestant the geometric mean of all changes. Ends with status 1 if thrum is slower by more than --limit per
cent in any cell.
"""

import argparse
import math
import statistics
import sys

from table import cells, read, time


def changes(old, new):
    """(cell, contestant, new time by old time), where both results have them."""
    for name, cell in new.items():
        unit = "cub" if name[0].startswith("block_") else "copy"
        for contestant in cell:
            if contestant not in (unit, "copy") and contestant in old.get(name, {}) and unit in old[name] and unit in cell:
                ratio = (time(cell[contestant]) / time(cell[unit])) / (time(old[name][contestant]) / time(old[name][unit]))
                yield name, contestant, ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="what table.py wrote by --json, or a program by --benchmark_out")
    parser.add_argument("new", help="likewise")
    parser.add_argument("--threshold", type=float, default=5, help="per cent below which nothing is said of a cell (5)")
    parser.add_argument("--limit", type=float, default=math.inf, help="per cent by which no cell of thrum's may be slower")
    options = parser.parse_args()

    found = list(changes(cells(read([options.old])[1]), cells(read([options.new])[1])))
    if not found:
        sys.exit("The two results have no cell in common.")
    print("| cell | contestant | time, new by old |\n| --- | --- | --- |")
    for name, contestant, ratio in sorted(found, key=lambda change: -change[2]):
        if abs(ratio - 1) * 100 > options.threshold:
            print(f"| {' '.join(map(str, name))} | {contestant} | {ratio:.2f} |")
    for contestant in dict.fromkeys(change[1] for change in found):
        ratios = [ratio for _, who, ratio in found if who == contestant]
        print(f"\n{contestant}: geometric mean {math.exp(statistics.fmean(map(math.log, ratios))):.3f},"
              f" most {max(ratios):.2f}, least {min(ratios):.2f}, {len(ratios)} cells.")
    slowest = max((ratio for _, who, ratio in found if who.startswith("thrum")), default=0)
    return 1 if (slowest - 1) * 100 > options.limit else 0


if __name__ == "__main__":
    sys.exit(main())
