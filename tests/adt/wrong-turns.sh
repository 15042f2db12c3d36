#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What goes wrong with a campaign on a machine: limits that cannot hold, power cuts, a kernel that
# panics.
#   wrong-turns.sh OUTDIR [low-limit|power-cut|panic]...
set -eu
. "$(dirname "$0")/lib.sh"

out=$(realpath -m "$1")
shift
[ $# -gt 0 ] || set -- low-limit power-cut panic

low_limit() {
    rc=0
    NAME=low-limit METHODS=grub-once LIMITS=isolated-vs-housekeeping=0.50 \
        "$adt_dir/qemu.sh" "$out" four-scenarios || rc=$?
    [ "$rc" = 4 ] || die "autopkgtest ended with exit $rc instead of 4, a failed test"
    log=$out/low-limit.log
    grep -q 'FAIL: a limit is exceeded' "$log" || die "not for the limit"
    grep -q 's up\] restored' "$log" || die "the machine was not restored"
    report=$(find "$out/low-limit" -name report.txt | head -n 1)
    [ -s "$report" ] || die "no report among the artefacts"
    tail -n 1 "$report"
    say "PASS: low-limit"
}

"$adt_dir/qemu.sh" "$out" --prepare
for turn; do
    case $turn in
    low-limit) low_limit ;;
    *) "$adt_dir/wrong-turns.py" "$out/bookworm.img" "$out"/shared/nohz-overhead_*.deb "$turn" ;;
    esac
done
