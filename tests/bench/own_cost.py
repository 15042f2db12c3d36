#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the programs themselves cost: start-up and memory of nohz-measure, check over many records.

usage: own_cost.py NOHZ_MEASURE NOHZ_OVERHEAD
Prints one JSON line a figure.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def run(words):
    """Wall seconds, CPU seconds and peak memory (MB) of one run of a program."""
    started = time.monotonic()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - started
    if os.waitstatus_to_exitcode(status) not in (0, 77):
        sys.exit(f"{words[0]} ended with {os.waitstatus_to_exitcode(status)}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def start_up(measure):
    runs = [run([measure, "--iterations", "1"]) for _ in range(20)]
    version = [run([measure, "--version"]) for _ in range(20)]
    print(json.dumps({
        "what": "nohz-measure --iterations 1, median of 20",
        "wall_ms": round(1000 * statistics.median(r[0] for r in runs), 2),
        "peak_mb": round(statistics.median(r[2] for r in runs), 1),
        "version_wall_ms": round(1000 * statistics.median(r[0] for r in version), 2),
    }))
    document = json.loads(subprocess.run([measure, "--json", "--iterations", "1000"],
                                         check=True, capture_output=True).stdout)
    print(json.dumps({"what": "nohz-measure's loop", "loop_cost_ns": document["loop_cost_ns"],
                      "clock_cost_ns": document["clock_cost_ns"]}))


def check_many(overhead, measured):
    text = open(measured, encoding="utf-8").read()
    boot_id = json.loads(text)["boot"]["boot_id"]  # each a boot of its own
    for count in (1000, 3000, 10000):
        with tempfile.TemporaryDirectory() as folder:
            for i in range(count):
                with open(os.path.join(folder, f"{i:05}.json"), "w", encoding="utf-8") as file:
                    file.write(text.replace(boot_id, f"{boot_id[:-5]}{i:05}"))
            wall, cpu, peak = run([overhead, "check", folder])
        print(json.dumps({"what": f"check of {count} records of {len(text)} bytes",
                          "wall_s": round(wall, 2), "cpu_s": round(cpu, 2),
                          "peak_mb": round(peak, 1),
                          "cpu_us_a_record": round(1e6 * cpu / count, 1)}))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    measure, overhead = sys.argv[1:]
    start_up(measure)
    folder = tempfile.mkdtemp()
    try:
        subprocess.run([overhead, "run", "-q", "--runs", "2", "--duration", "0.1", "--budget",
                        "0.5", "--output", folder], check=True, stdout=subprocess.DEVNULL)
        check_many(overhead, os.path.join(folder, os.listdir(folder)[0]))
    finally:
        shutil.rmtree(folder)


main()
