#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sets the contestants of the GPU's benchmarks side by side.

Reads what the programs wrote by --benchmark_out, or a file that --json wrote, and prints one Markdown table for each
algorithm: a row for each cell, with the median times on the device, the share of the rate of the device's own copy of as
many bytes, and how many times faster thrum is than each peer. Ends with status 1 if a result was wrong.
"""

import argparse
import csv
import json
import math
import statistics
import sys

CIRCUMSTANCES = ("date", "device", "processors", "CUDA", "driver for CUDA", "thrum", "Thrust")
OURS = {"thrum": ("cub", "cub by warps", "thrust", "thrust composed"), "thrum to host": ("thrust to host", "thrust composed")}


def read_program(report):
    """One result for each contestant in a cell: all its repetitions."""
    results = {}
    for run in report["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        name = run["run_name"].split("/")[:5]
        result = results.setdefault(
            tuple(name),
            dict(zip(("algorithm", "type", "input", "items", "contestant"), name), device_us=[], wall_us=[]),
        )
        if run.get("error_occurred"):
            result["fault"] = run["error_message"]
            continue
        assert run["time_unit"] == "us"
        result["device_us"].append(round(run["real_time"], 3))
        result["wall_us"].append(round(run["wall_us"], 3))
        result["ideal_bytes"] = int(run["ideal_bytes"])
    return list(results.values())


def read(files):
    circumstances, results = {}, []
    for file in files:
        with open(file, encoding="utf-8") as stream:
            report = json.load(stream)
        if "results" in report:
            found, of_program = report["circumstances"], report["results"]
        else:
            found = {name: report["context"][name] for name in CIRCUMSTANCES}
            of_program = read_program(report)
        if circumstances and circumstances["device"] != found["device"]:
            sys.exit(f"{file}: another device than in {files[0]}")
        circumstances = circumstances or found
        results += of_program
    return circumstances, results


def cells(results):
    """The results of each cell by contestant, in the order in which they were measured."""
    found = {}
    for result in results:
        if result["device_us"]:
            cell = (result["algorithm"], result["type"], result["input"], int(result["items"]))
            found.setdefault(cell, {})[result["contestant"]] = result
    return found


def time(result):
    return statistics.median(result["device_us"])


def ratios(cell):
    """How many times faster a form of thrum's is than the peers that do the same."""
    for ours, peers in OURS.items():
        for peer in peers:
            if ours in cell and peer in cell:
                yield ours, peer, time(cell[peer]) / time(cell[ours])


def table(algorithm, found):
    contestants = []
    for cell in found.values():
        contestants += [name for name in cell if name not in contestants]
    heads = ["type", "input", "items", *(f"{name}, us" for name in contestants), "of copy"]
    pairs = []
    for cell in found.values():
        pairs += [pair[:2] for pair in ratios(cell) if pair[:2] not in pairs]
    heads += [f"{ours} x {peer}" for ours, peer in pairs]
    lines = [f"## {algorithm}", "", "| " + " | ".join(heads) + " |", "| --- " * len(heads) + "|"]
    for (_, kind, data, items), cell in found.items():
        row = [kind, data, f"{items:,}"]
        row += [f"{time(cell[name]):.1f}" if name in cell else "" for name in contestants]
        both = "copy" in cell and "thrum" in cell
        row.append(f"{100 * time(cell['copy']) / time(cell['thrum']):.0f}%" if both else "")
        here = {pair[:2]: pair[2] for pair in ratios(cell)}
        row += [f"{here[pair]:.2f}" if pair in here else "" for pair in pairs]
        lines.append("| " + " | ".join(row) + " |")
    for pair in pairs:
        all_ratios = [ratio for cell in found.values() for *names, ratio in ratios(cell) if tuple(names) == pair]
        mean = math.exp(statistics.fmean(map(math.log, all_ratios)))
        lines.append("")
        lines.append(f"{pair[0]} x {pair[1]}: geometric mean {mean:.2f}, least {min(all_ratios):.2f}.")
    return "\n".join(lines)


def write_csv(file, results):
    with open(file, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(
            ("algorithm", "type", "input", "items", "contestant", "ideal_bytes", "device_us", "least_us", "most_us",
             "wall_us", "repetitions", "fault")
        )
        for result in results:
            times = result["device_us"]
            writer.writerow(
                [result[name] for name in ("algorithm", "type", "input", "items", "contestant")]
                + [result.get("ideal_bytes", "")]
                + ([time(result), min(times), max(times), statistics.median(result["wall_us"])] if times else [""] * 4)
                + [len(times), result.get("fault", "")]
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", help="what the programs wrote, or an earlier --json")
    parser.add_argument("--json", help="writes all times to this file")
    parser.add_argument("--csv", help="writes medians to this file")
    options = parser.parse_args()

    circumstances, results = read(options.reports)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as stream:
            json.dump({"circumstances": circumstances, "results": results}, stream, indent=1)
            stream.write("\n")
    if options.csv:
        write_csv(options.csv, results)

    print("# Results on a GPU\n")
    print("Made by `testing/benchmarks/gpu/run.sh`: medians of times on the device, each run with a cold second-level cache")
    print("and checked; those of `wall_...` on the host, with warm caches. " + ", ".join(f"{name} {value}" for name, value in circumstances.items()) + ".")
    found = cells(results)
    for algorithm in dict.fromkeys(cell[0] for cell in found):
        print("\n" + table(algorithm, {cell: of for cell, of in found.items() if cell[0] == algorithm}))
    faults = [result for result in results if "fault" in result]
    for result in faults:
        print(f"\nWRONG: {'/'.join(result[name] for name in ('algorithm', 'type', 'input', 'items', 'contestant'))}:"
              f" {result['fault']}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
