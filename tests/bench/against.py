#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Our decision beside what people use now, on the same CPU, turn by turn in one run.

usage: against.py NOHZ_MEASURE DECIDE [--trials N] [--loaded] [--cpu N]
Every trial compares a CPU with itself, so the true ratio is 1 and a ratio above the limit of 1.05
is a wrong FAIL:
  perf       perf bench syscall basic, once a side (package linux-perf)
  reference  the protocol of Launchpad bug 1919154: 4 runs a side, one side after the other, plain
             averages of the whole runs
  ours       decide, one decision
Prints one JSON line a method: share of wrong FAILs, error of the ratio (median and largest, in
percentage points), seconds of a decision, and the quiet cost that the averages should have read.
"""
import argparse
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

LIMIT = 1.05
RUNS_A_SIDE = 4
ITERATIONS = 1_000_000


def perf_average(cpu):
    """Microseconds a call, as `perf bench` prints it, in ns."""
    out = subprocess.run(["taskset", "-c", str(cpu), "perf", "bench", "syscall", "basic", "--loop",
                          str(ITERATIONS)], check=True, capture_output=True, text=True).stdout
    return 1000 * float(re.search(r"([0-9.]+) usecs/op", out).group(1))


def reference_average(measure, cpu):
    totals = []
    for _ in range(RUNS_A_SIDE):
        out = subprocess.run(["taskset", "-c", str(cpu), measure, "--iterations",
                              str(ITERATIONS)], check=True, capture_output=True, text=True).stdout
        totals.append(int(re.search(r"^total (\d+) nsec$", out, re.M).group(1)))
    return statistics.mean(totals) / ITERATIONS


def perf(_measure, _decide, cpu):
    a, b = perf_average(cpu), perf_average(cpu)
    return a / b, a / b > LIMIT, (a + b) / 2


def reference(measure, _decide, cpu):
    a, b = reference_average(measure, cpu), reference_average(measure, cpu)
    return a / b, a / b > LIMIT, (a + b) / 2


def ours(_measure, decide, cpu):
    out = subprocess.run([decide, "--decisions", "1", "--injected", "0", "--limit", "5", "--cpu",
                          str(cpu)], check=True, capture_output=True, text=True).stdout
    line = json.loads(out)
    return line["mean_ratio"], line["fail"] > 0, math.nan


def busy_loops():
    return [subprocess.Popen([sys.executable, "-c", "while True: pass"])
            for _ in range(2 * os.cpu_count())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure")
    parser.add_argument("decide")
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)))
    parser.add_argument("--loaded", action="store_true")
    options = parser.parse_args()
    methods = [reference, ours]
    if shutil.which("perf"):
        methods.insert(0, perf)
    else:
        print("perf is not installed (package linux-perf): left out", file=sys.stderr)
    results = {method: [] for method in methods}
    load = busy_loops() if options.loaded else []
    try:
        for _ in range(options.trials):
            for method in methods:
                started = time.monotonic()
                ratio, failed, cost = method(options.measure, options.decide, options.cpu)
                results[method].append((ratio, failed, cost, time.monotonic() - started))
    finally:
        for child in load:
            child.kill()
            child.wait()
    for method, trials in results.items():
        errors = [100 * abs(ratio - 1) for ratio, _, _, _ in trials]
        line = {"method": method.__name__, "loaded": options.loaded, "trials": len(trials),
                "wrong_fail_share": sum(failed for _, failed, _, _ in trials) / len(trials),
                "median_error_points": round(statistics.median(errors), 3),
                "largest_error_points": round(max(errors), 3),
                "median_seconds": round(statistics.median(s for _, _, _, s in trials), 2)}
        cost = statistics.median(c for _, _, c, _ in trials)
        if not math.isnan(cost):
            line["median_cost_ns"] = round(cost, 1)
        print(json.dumps(line))


main()
