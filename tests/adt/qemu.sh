#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The package's autopkgtests in a virtual machine of their own, by autopkgtest's qemu server under
# TCG: four-scenarios reboots it by way of GRUB and by kexec.
#   qemu.sh OUTDIR [TEST...]      leaves OUTDIR/qemu.log and, with records and reports, OUTDIR/qemu
#   qemu.sh OUTDIR --prepare      only builds the package and the image
# Environment: NAME of the output (default qemu), LIMITS and METHODS for
# four-scenarios (see there).
set -eu
. "$(dirname "$0")/lib.sh"
need autopkgtest=autopkgtest qemu-system-x86=qemu-system-x86_64 qemu-utils=qemu-img \
    ovmf=/usr/share/OVMF/OVMF_CODE.fd

out=$(realpath -m "$1")
shift
[ $# -gt 0 ] || set -- smoke this-boot emulated four-scenarios
name=${NAME:-qemu}
"$adt_dir/package.sh" "$out" shared
image=$out/bookworm.img
if [ ! -e "$image" ]; then
    "$adt_dir/build-image.sh" "$image.new" >"$out/image.log" 2>&1 || {
        tail -n 30 "$out/image.log"
        die "the image"
    }
    mv "$image.new" "$image"
    tail -n 1 "$out/image.log"
fi
[ "$1" != --prepare ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
cp -r "$source_dir/debian" "$work/tree/" # all that these tests need of the source
touch "$work/tree/debian/files"          # as if it had been built

set -- $(for test; do echo --test-name="$test"; done)
run_autopkgtest() {
    rm -rf "${out:?}/$name"
    rc=0
    autopkgtest --no-built-binaries --output-dir="$out/$name" --timeout-factor=3 \
        ${LIMITS:+"--env=NOHZ_OVERHEAD_LIMITS=$LIMITS"} \
        ${METHODS:+"--env=NOHZ_OVERHEAD_BOOT_METHODS=$METHODS"} "$@" \
        "$out"/shared/nohz-overhead_*.deb "$work/tree" -- \
        qemu --qemu-command="$adt_dir/qemu-tcg" --boot=efi --cpus=2 --ram-size=1024 \
        --timeout-reboot=300 --overlay-dir="$work" "$image" >"$out/$name.log" 2>&1 || rc=$?
}

say "booting"
run_autopkgtest "$@"
# The server gives the machine 5 s for some steps, which is too little where others work, too.
if [ "$rc" = 16 ] && grep -q '^<VirtSubproc>: failure: timed out' "$out/$name.log"; then
    say "once more: $(grep '^<VirtSubproc>' "$out/$name.log" | tail -n 1)"
    run_autopkgtest "$@"
fi
grep -E '^(\[.*s up\]|SKIP:) |reboot with marker|preparation for reboot' "$out/$name.log" || true
echo "--- summary"
cat "$out/$name/summary"
say "autopkgtest ended with exit $rc"
[ "$rc" = 2 ] || exit "$rc"
# An emulator inside this one would take too long; nothing else may be skipped.
if grep -v '^emulated ' "$out/$name/summary" | grep SKIP; then
    die "a test was skipped that can be run here"
fi
