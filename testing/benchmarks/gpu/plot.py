#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the results of the GPU's benchmarks: for each algorithm a picture gpu-ALGORITHM.svg, or .png.

On the left, rates over the number of items where there are several: ideal bytes (each input read once, each output
written once) by the median time. On the right, the cells of most items: the share of the rate at which the device copies
as many bytes. Needs matplotlib.
"""

import argparse
import pathlib
import sys

import matplotlib
import matplotlib.pyplot as plt

from table import cells, read, time

COLOURS = {"copy": "#8c959f", "thrum": "#b3541e", "cub": "#76b900", "cub by warps": "#aed581", "thrust": "#2a6f97",
           "thrust composed": "#2a6f97"}


def rate(result):
    return result["ideal_bytes"] / time(result) / 1e3


def draw_sizes(axes, found):
    """A line for each contestant, of the type that has most counts."""
    series = {}
    for (_, kind, data, items), cell in found.items():
        series.setdefault((kind, data), []).append((items, cell))
    kinds = [name for name in series if len(series[name]) > 2]
    if not kinds:
        axes.set_axis_off()
        return
    chosen = next((name for name in kinds if name[0].startswith(("f32", "i32"))), kinds[0])
    points = sorted(series[chosen], key=lambda point: point[0])
    for contestant, colour in COLOURS.items():
        line = [(items, rate(cell[contestant])) for items, cell in points if contestant in cell]
        if line:
            axes.plot(*zip(*line), marker="o", color=colour, label=contestant)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("items")
    axes.set_ylabel("GB/s of ideal bytes")
    axes.set_title(" ".join(chosen))
    axes.grid(True, which="both", alpha=0.2)


def draw_shares(axes, found):
    """Bars of the shares of copy, of the largest cells."""
    largest = {}
    for (_, kind, data, items), cell in found.items():
        if "copy" in cell and items >= largest.get((kind, data), (0,))[0]:
            largest[kind, data] = (items, cell)
    names = list(largest)
    contestants = [name for name in COLOURS if name != "copy" and any(name in cell for _, cell in largest.values())]
    height = 0.8 / len(contestants)
    for number, contestant in enumerate(contestants):
        shares = [
            100 * time(cell["copy"]) / time(cell[contestant]) if contestant in cell else 0 for _, cell in largest.values()
        ]
        places = [place + (number - (len(contestants) - 1) / 2) * height for place in range(len(names))]
        axes.barh(places, shares, height, color=COLOURS[contestant], label=contestant)
    axes.axvline(100, color=COLOURS["copy"], linewidth=1)
    axes.set_yticks(range(len(names)), [" ".join(name) for name in names], fontsize=8)
    axes.set_ylim(len(names) - 0.5, -0.5)  # the first on top
    axes.set_xlabel("most items: % of the rate of copy")


def draw(algorithm, found, caption, file):
    rows = len({cell[1:3] for cell in found})
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, max(4.5, 1.5 + 0.28 * rows)), layout="constrained")
    draw_sizes(left, found)
    draw_shares(right, found)
    figure.suptitle(algorithm, x=0.02, ha="left", weight="bold")
    labels = {label: handle for axes in (left, right) for handle, label in zip(*axes.get_legend_handles_labels())}
    figure.legend(labels.values(), labels.keys(), loc="upper right", ncols=len(labels))
    figure.supxlabel(caption, fontsize=8, color="#57606a")
    # Without a date, the same results give the same file.
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", help="what table.py wrote by --json, or programs by --benchmark_out")
    parser.add_argument("--output", default=".", help="the folder for the pictures, in place of this one")
    parser.add_argument("--format", default="svg", choices=("svg", "png"))
    options = parser.parse_args()

    matplotlib.rcParams["svg.hashsalt"] = "thrum"
    circumstances, results = read(options.reports)
    caption = ", ".join(f"{name} {circumstances[name]}" for name in ("device", "CUDA", "Thrust", "date"))
    found = cells(results)
    for algorithm in dict.fromkeys(cell[0] for cell in found):
        of_algorithm = {cell: of for cell, of in found.items() if cell[0] == algorithm}
        if any("copy" in cell for cell in of_algorithm.values()):  # times of the host have none beside them
            draw(algorithm, of_algorithm, caption, pathlib.Path(options.output) / f"gpu-{algorithm}.{options.format}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
