#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sets the contestants of the benchmarks side by side.

Reads what the programs wrote by --benchmark_out, or a file that --json wrote, and prints one Markdown table for each
algorithm. Rates are ideal bytes (each input read once, each output written once) by the median of the times; memcpy's
are those of the same program on as many threads. Ends with status 1 if a result was wrong.
"""

import argparse
import csv
import json
import statistics
import sys

CIRCUMSTANCES = {  # what is kept of Google Benchmark's context and of what the programs add to it
    "date": "date",
    "items": "items",
    "seed": "seed",
    "cpu": "processor",
    "num_cpus": "processors",
    "mhz_per_cpu": "MHz",
    "caches": "caches",
    "memory": "memory",
    "system": "system",
    "libc": "C library",
    "compiler": "compiler",
    "flags": "flags",
    "thrum": "thrum",
    "thrust": "Thrust",
    "google_benchmark": "Google Benchmark",
}
MEASURES = ("ideal_bytes", "input_bytes", "scratch_bytes")
PEERS = {"thrust::omp::par": "omp::par", "thrust::seq": "seq", "loop": "fill_n"}
ON_ONE_THREAD = ("thrust::seq", "loop")


def caches(context):
    return ", ".join(
        f"L{cache['level']} {cache['type'].lower()} {cache['size'] // 1024} KiB" for cache in context["caches"]
    )


def read_program(report):
    """The results in one program's own report, one for each contestant on an input: all its repetitions."""
    results = {}
    for run in sorted(report["benchmarks"], key=lambda run: run["family_index"]):  # they end in random order
        if run["run_type"] != "iteration":
            continue
        algorithm, kind, data, contestant, threads = run["name"].split("/")[:5]
        result = results.setdefault(
            (algorithm, kind, data, contestant, threads),
            {
                "algorithm": algorithm,
                "type": kind,
                "input": data,
                "contestant": contestant,
                "threads": int(threads),
                "times_ms": [],
                "interruptions": [],
            },
        )
        if run.get("error_occurred"):
            result["fault"] = run["error_message"]
            continue
        assert run["time_unit"] == "ms"
        result["times_ms"].append(round(run["real_time"], 4))
        result["interruptions"].append(int(run["interruptions"]))
        result.update({measure: int(run[measure]) for measure in MEASURES})
    algorithms = {result["algorithm"] for result in results.values()} - {"-"}
    for result in results.values():  # memcpy stands beside the program's one algorithm
        if result["algorithm"] == "-" and len(algorithms) == 1:
            (result["algorithm"],) = algorithms
    return list(results.values())


def read(files):
    circumstances, results = {}, []
    for file in files:
        with open(file, encoding="utf-8") as stream:
            report = json.load(stream)
        if "results" in report:
            found, program_results = report["circumstances"], report["results"]
        else:
            context = dict(report["context"], caches=caches(report["context"]))
            found = {name: context[key] for key, name in CIRCUMSTANCES.items()}
            program_results = read_program(report)
        for name in ("items", "seed", "flags"):
            if circumstances and circumstances[name] != found[name]:
                sys.exit(f"{file}: {name} differ from those in {files[0]}")
        circumstances = circumstances or found
        results += program_results
    return circumstances, results


def seconds(result):
    return statistics.median(result["times_ms"]) / 1e3


def rate(result):
    return result["ideal_bytes"] / seconds(result) / 1e9


class Results:
    """Finds a contestant's result; None where it has none, or a wrong one."""

    def __init__(self, results):
        self._all = {}
        for result in results:
            if result["times_ms"]:
                self._all[self._key(result, result["contestant"], result["threads"])] = result

    @staticmethod
    def _key(contest, contestant, threads):
        on = ("-", "-") if contestant == "memcpy" else (contest["type"], contest["input"])
        return (contest["algorithm"], *on, contestant, 1 if contestant in ON_ONE_THREAD else threads)

    def find(self, contest, contestant, threads=None):
        return self._all.get(self._key(contest, contestant, threads or contest["threads"]))


def of(result, other, form):
    return form.format(rate(result) / rate(other)) if result and other else ""


def interrupted(results):
    """How many of the calls were interrupted, and of how many."""
    calls = [count for result in results for count in result["interruptions"]]
    return sum(count > 0 for count in calls), len(calls)


def gb_per_s(result):
    return f"{rate(result):.2f}" if result else ""


def bytes_text(count):
    return f"{count / 1024:.1f} KB" if count < 1 << 20 else f"{count / (1 << 20):.1f} MB"


def rows_of(algorithm, results, lookup):
    mine = [r for r in results if r["algorithm"] == algorithm]
    peers = [peer for peer in PEERS if any(r["contestant"] == peer for r in mine)]
    yield (
        ["type", "input", "threads", "thrum"]
        + [PEERS[peer] for peer in peers]
        + ["memcpy", "of memcpy"]
        + [f"x {PEERS[peer]}" for peer in peers]
        + ["speed-up", "memcpy's", "scratch", "of input"]
    )
    for entry in mine:
        if entry["contestant"] != "thrum":
            continue
        if "fault" in entry:
            yield [entry["type"], entry["input"], str(entry["threads"]), "WRONG"]
            continue
        memcpy = lookup.find(entry, "memcpy")
        others = [lookup.find(entry, peer) for peer in peers]
        yield (
            [entry["type"], entry["input"], str(entry["threads"]), gb_per_s(entry)]
            + [gb_per_s(other) for other in others]
            + [gb_per_s(memcpy), of(entry, memcpy, "{:.0%}")]
            + [of(entry, other, "{:.2f}") for other in others]
            + [of(entry, lookup.find(entry, "thrum", 1), "{:.2f}")]
            + [of(memcpy, lookup.find(entry, "memcpy", 1), "{:.2f}")]
            + [bytes_text(entry["scratch_bytes"]), f"{entry['scratch_bytes'] / entry['input_bytes']:.3%}"]
        )


def print_table(rows):
    rows = list(rows)
    rows = [row + [""] * (len(rows[0]) - len(row)) for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    left = 2  # columns of words; the others are of numbers
    rows.insert(1, ["-" * w if i < left else "-" * (w - 1) + ":" for i, w in enumerate(widths)])
    for row in rows:
        cells = (cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths)))
        print("|", " | ".join(cells), "|")


def print_all(circumstances, results):
    print("# Results")
    print()
    print("Rates in GB/s; see [README.md](README.md) for what they mean.")
    print()
    for name, value in circumstances.items():
        print(f"- {name}: {value}")
    lookup = Results(results)
    for algorithm in dict.fromkeys(result["algorithm"] for result in results):
        print(f"\n## {algorithm}\n")
        print_table(rows_of(algorithm, results, lookup))
    some, every = interrupted(results)
    print(f"\nOther programs took a processor away in {some} of {every} calls", end="")
    print("." if some < every / 20 else ": **the machine was not quiet, and these times say little.**")
    faults = [result for result in results if "fault" in result]
    if faults:
        print("\n## Wrong results\n")
    for result in faults:
        name = "/".join(str(result[key]) for key in ("algorithm", "type", "input", "contestant", "threads"))
        print("-", name, result["fault"])
    return not faults


def write_json(file, circumstances, results):
    """One result a line, so that a person can compare two files."""
    with open(file, "w", encoding="utf-8") as stream:
        lines = ",\n".join(json.dumps(result) for result in results)
        stream.write(f'{{"circumstances": {json.dumps(circumstances, indent=2)},\n"results": [\n{lines}\n]}}\n')


def write_csv(file, circumstances, results):
    lookup = Results(results)
    columns = ["algorithm", "type", "input", "contestant", "threads", *MEASURES]
    with open(file, "w", encoding="utf-8", newline="") as stream:
        for name, value in circumstances.items():
            stream.write(f"# {name}: {value}\n")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([*columns, "runs", "interrupted", "median_ms", "least_ms", "most_ms", "gb_per_s", "of_memcpy"])
        for result in results:
            times = result["times_ms"]
            if not times:
                continue
            writer.writerow(
                [result[column] for column in columns]
                + [len(times), interrupted([result])[0]]
                + [f"{seconds(result) * 1e3:.4f}", min(times), max(times)]
                + [gb_per_s(result), of(result, lookup.find(result, "memcpy"), "{:.4f}")]
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a report in JSON")
    parser.add_argument("--json", help="write all times, and what they were measured on, to this file")
    parser.add_argument("--csv", help="write the medians to this file")
    options = parser.parse_args()
    circumstances, results = read(options.files)
    if options.json:
        write_json(options.json, circumstances, results)
    if options.csv:
        write_csv(options.csv, circumstances, results)
    sys.exit(0 if print_all(circumstances, results) else 1)


if __name__ == "__main__":
    main()
