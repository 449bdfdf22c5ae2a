#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sets the choices of the look-back side by side.

Reads what the program look_back wrote by --benchmark_out, or a file that --json wrote, and prints a Markdown table for each
cell: the median, the 5th and the 95th percentile and the slowest of all runs, and the median by that of the library's own
choices. Ends with status 1 if a result was wrong. A picture needs matplotlib.
"""

import argparse
import csv
import json
import statistics
import sys

from table import cells, read, time

OURS = "thrum"


def spread(result):
    """The 5th percentile, the 95th, and the slowest."""
    parts = statistics.quantiles(result["device_us"], n=20, method="inclusive")
    return parts[0], parts[-1], max(result["device_us"])


def in_order(found):
    """All contestants, as they are entered: peers and the library first. Runs come in a random order."""
    first = ["copy", "cub", OURS, "the same"]
    last = ["250 ns first", "1000 ns first", "own group late", "next group ahead", "no naps", "growing naps", "32 bytes a tile",
            "128 bytes a tile", "8-byte words", "16-byte words", "flags", "flags, one fence"]
    there = {name for cell in found.values() for name in cell}
    return [name for name in first + last if name in there] + sorted(there - {*first, *last})


def table(name, cell, order):
    _, kind, _, items = name
    lines = [f"### {items:,} x {kind}", "", "| | median, us | 5th | 95th | slowest | by the library's |",
             "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for contestant in order:
        if contestant in cell:
            figures = [time(cell[contestant]), *spread(cell[contestant])]
            lines.append(f"| {contestant} | " + " | ".join(f"{figure:.1f}" for figure in figures)
                         + f" | {time(cell[contestant]) / time(cell[OURS]):.3f} |")
    return "\n".join(lines)


def write_csv(file, found, order):
    with open(file, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(("type", "items", "choice", "runs", "median_us", "percentile_5_us", "percentile_95_us", "most_us"))
        for (_, kind, _, items), cell in found.items():
            for name in order:
                if name in cell:
                    figures = [time(cell[name]), *spread(cell[name])]
                    writer.writerow((kind, items, name, len(cell[name]["device_us"]), *(f"{figure:.3f}" for figure in figures)))


def draw(file, caption, found, order):
    """For each cell a line for each choice, from the 5th to the 95th percentile, with a dot at the median."""
    import matplotlib

    matplotlib.rcParams["svg.hashsalt"] = "thrum"
    import matplotlib.pyplot as plt

    from plot import COLOURS

    columns = min(4, len(found))
    rows = -(-len(found) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(3.2 * columns + 1.5, 0.25 * len(order) * rows + 1.6), sharey=True,
                                squeeze=False, layout="constrained")
    for panel, (name, cell) in zip(axes.flat, found.items()):
        ours = time(cell[OURS])
        for place, contestant in enumerate(order):
            if contestant in cell:
                least, most, _ = spread(cell[contestant])
                colour = COLOURS.get(contestant, "#2a6f97")
                panel.plot([least / ours, most / ours], [place, place], color=colour, linewidth=2, alpha=0.5)
                panel.plot([time(cell[contestant]) / ours], [place], marker="o", markersize=4, color=colour)
        panel.axvline(1, color=COLOURS[OURS], linewidth=0.8)
        panel.set_title(f"{name[3]:,} x {name[1]}", fontsize=9)
        panel.grid(True, axis="x", alpha=0.2)
        panel.tick_params(labelsize=8)
    axes[0, 0].set_yticks(range(len(order)), order)
    axes[0, 0].set_ylim(len(order) - 0.5, -0.5)  # the first on top
    for panel in list(axes.flat)[len(found):]:
        panel.set_axis_off()
    figure.suptitle("Inclusive scan: time by that of the library's look-back", x=0.02, ha="left", weight="bold")
    figure.supxlabel(caption, fontsize=8, color="#57606a")
    figure.savefig(file, metadata={"Date": None} if file.endswith(".svg") else None)  # the same results, the same file


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", help="what the program wrote, or an earlier --json")
    parser.add_argument("--json", help="writes all times to this file")
    parser.add_argument("--csv", help="writes the table to this file")
    parser.add_argument("--picture", help="draws to this file, .svg or .png")
    options = parser.parse_args()

    circumstances, results = read(options.reports)
    results = [{name: of for name, of in result.items() if name != "wall_us"} for result in results]
    found = cells(results)
    order = in_order(found)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as stream:
            lines = ",\n".join("  " + json.dumps(result) for result in results)
            stream.write(f'{{\n "circumstances": {json.dumps(circumstances)},\n "results": [\n{lines}\n ]\n}}\n')
    if options.csv:
        write_csv(options.csv, found, order)
    if options.picture:
        caption = ", ".join(f"{name} {circumstances[name]}" for name in ("device", "CUDA", "Thrust", "date"))
        draw(options.picture, caption, found, order)

    print("\n\n".join(table(name, cell, order) for name, cell in found.items()))
    faults = [result for result in results if "fault" in result]
    for result in faults:
        print(f"\nWRONG: {result['type']}/{result['items']}/{result['contestant']}: {result['fault']}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
