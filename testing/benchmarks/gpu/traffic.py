#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks the profiler what the kernels of the largest cells move in DRAM, and how many instructions they take.

Runs the benchmark programs in FOLDER under Nsight Compute, thrum's call alone, once each, and prints a Markdown table:
bytes read and written in DRAM over the ideal bytes (each input read once, each output written once), and instructions of
threads for 16 ideal bytes. What the second-level cache still holds in the end has not been written: a ratio may be below
1. Needs `ncu`, and the right to use the device's counters.
"""

import argparse
import csv
import io
import subprocess
import sys

METRICS = ("dram__bytes_read.sum", "dram__bytes_write.sum", "smsp__thread_inst_executed.sum", "gpu__time_duration.sum")
KERNELS = "regex:ring_kernel|plain_kernel|chunks_kernel"
G28, G27, G26, G25 = 2**28, 2**27, 2**26, 2**25

# Program, cell, ideal bytes of an item.
CELLS = (
    ("reduce", f"reduce/i8/plus/{G28}", 1),
    ("reduce", f"reduce/f32/plus/{G28}", 4),
    ("reduce_types", f"reduce/i32/ordered/{G28}", 4),
    ("reduce_types", f"reduce/complex f32/plus/{G27}", 8),
    ("inclusive_scan", f"inclusive_scan/i8/plus/{G28}", 2),
    ("inclusive_scan", f"inclusive_scan/f32/plus/{G28}", 8),
    ("inclusive_scan", f"inclusive_scan/i64/plus/{G27}", 16),
    ("scan_types", f"inclusive_scan/24 bytes/product/{G25}", 48),
    ("scan_forms", f"scan_forms/f32/transform inclusive/{G28}", 8),
    ("scan_forms", f"scan_forms/f32/misaligned/{G28}", 8),
    ("inclusive_scan_by_key", f"inclusive_scan_by_key/i32 i32/mean 16/{G28}", 12),
    ("run_length_encode", f"run_length_encode/i32/mean 65536/{G28}", 4),
    ("reduce_by_key", f"reduce_by_key/i64 i64/mean 65536/{G27}", 16),
)


def profile(folder, program, cell):
    """The metrics of the timed call's kernel; the one before it loads it."""
    command = ["ncu", "--csv", "--clock-control", "none", "--metrics", ",".join(METRICS), "-k", KERNELS, "-s", "1", "-c", "1",
               f"{folder}/{program}", f"--benchmark_filter=^{cell}/thrum/"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    table = run.stdout[run.stdout.find('"ID"'):] if '"ID"' in run.stdout else ""
    found = {row["Metric Name"]: float(row["Metric Value"].replace(",", "")) for row in csv.DictReader(io.StringIO(table))
             if row.get("Metric Name") in METRICS}
    if len(found) < len(METRICS):
        sys.exit(f"{cell}: no figures\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    units = {row["Metric Name"]: row["Metric Unit"] for row in csv.DictReader(io.StringIO(table))}
    scale = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "inst": 1, "ns": 1e-3, "us": 1, "ms": 1e3, "nsecond": 1e-3,
             "usecond": 1, "msecond": 1e3}
    return [found[name] * scale[units[name]] for name in METRICS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="of the benchmark programs")
    options = parser.parse_args()
    print("| cell | us | read, MB | written, MB | of ideal bytes | instructions for 16 bytes |")
    print("| --- | --- | --- | --- | --- | --- |")
    for program, cell, item_bytes in CELLS:
        read, written, instructions, time = profile(options.folder, program, cell)
        ideal = int(cell.rsplit("/", 1)[1]) * item_bytes
        print(f"| {' '.join(cell.split('/'))} | {time:.0f} | {read / 1e6:.0f} | {written / 1e6:.0f} |"
              f" {(read + written) / ideal:.3f} | {instructions * 16 / ideal:.0f} |", flush=True)


if __name__ == "__main__":
    main()
