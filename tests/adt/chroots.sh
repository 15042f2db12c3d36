#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The static package in fresh installations of Debian releases, without a network: installs with
# dpkg alone, passes the smoke test, and a purge leaves nothing of it:
#   chroots.sh OUTDIR [SUITE...]
set -eu
. "$(dirname "$0")/lib.sh"
need mmdebstrap=mmdebstrap

out=$(realpath -m "$1")
shift
[ $# -gt 0 ] || set -- bullseye bookworm trixie
"$adt_dir/package.sh" "$out" static
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/hand-over"
cp "$out"/static/nohz-overhead_*.deb "$work/hand-over/"
cp "$source_dir/debian/tests/smoke" "$source_dir/debian/tests/common.sh" "$work/hand-over/"
cat >"$work/hand-over/all" <<'SCRIPT'
#!/bin/sh
# In the chroot, in a network namespace with nothing in it.
set -eu
files() {
    find / -xdev \( -path /proc -o -path /sys -o -path /hand-over -o -path /tmp \
        -o -path /var/lib/dpkg -o -path /var/log -o -path /var/cache \) -prune -o -print | sort
}
files >/tmp/before
dpkg --install /hand-over/*.deb
sh /hand-over/smoke
touch /etc/nohz-overhead/file-capability /var/lib/nohz-overhead/something
dpkg --configure --pending
dpkg --purge nohz-overhead
files >/tmp/after
diff /tmp/before /tmp/after || { echo "FAIL: the purge left something"; exit 1; }
if dpkg --list nohz-overhead 2>/dev/null | grep '^[ir]'; then
    echo "FAIL: dpkg still knows the package"
    exit 1
fi
echo "PASS in $(. /etc/os-release; echo "$PRETTY_NAME"), $(ldd --version 2>/dev/null | head -n 1)"
SCRIPT

for suite; do
    say "$suite: installing"
    mmdebstrap --quiet --mode=root --variant=essential --aptopt='Acquire::Check-Valid-Until "false"' \
        --customize-hook="mkdir \"\$1/hand-over\"; cp $work/hand-over/* \"\$1/hand-over/\"" \
        --customize-hook='unshare --net chroot "$1" sh /hand-over/all' \
        "$suite" /dev/null "$(mirror_of "$suite")" >"$out/chroot-$suite.log" 2>&1 || {
        tail -n 30 "$out/chroot-$suite.log"
        die "$suite"
    }
    grep '^PASS in' "$out/chroot-$suite.log"
done
say "PASS"
