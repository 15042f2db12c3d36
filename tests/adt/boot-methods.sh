#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Campaigns by the boot methods that four-scenarios does not take, as they change the default boot
# or wait for a person.
#   boot-methods.sh OUTDIR [grub-dropin|abort-dropin|manual]...
set -eu
. "$(dirname "$0")/lib.sh"

out=$(realpath -m "$1")
shift
"$adt_dir/qemu.sh" "$out" --prepare
"$adt_dir/boot-methods.py" "$out/bookworm.img" "$out"/shared/nohz-overhead_*.deb "$@"
