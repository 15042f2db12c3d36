#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs FUZZER over CORPUS for a short while; new inputs go into a folder that is thrown away.
set -eu
fuzzer=$1
corpus=$2
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
# A crashing input is printed as well: the folder goes.
"$fuzzer" -runs=20000 -max_total_time=20 -max_len=8192 -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$found/" "$found" "$corpus" || {
    for input in "$found"/crash-* "$found"/oom-* "$found"/timeout-* "$found"/leak-*; do
        [ -e "$input" ] && { echo "input $(basename "$input"), base64:"; base64 "$input"; }
    done
    exit 1
}
