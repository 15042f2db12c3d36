#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The static package in fresh installations of Debian releases, without a network: installs with
# dpkg alone, passes the smoke test, gets its file capability where that is asked for, and a purge
# leaves nothing of it:
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
fail() {
    echo "FAIL: $*"
    exit 1
}
capability_is() {
    [ "$(getcap /usr/bin/nohz-measure)" = "$1" ] || fail "the capability is '$(getcap /usr/bin/nohz-measure)'"
}
dpkg --install /hand-over/*.deb
sh /hand-over/smoke
touch /etc/nohz-overhead/file-capability /var/lib/nohz-overhead/something
dpkg --install /hand-over/*.deb 2>/tmp/said || { cat /tmp/said; fail "the second installation"; }
cat /tmp/said
if command -v setcap; then
    capability_is '/usr/bin/nohz-measure cap_ipc_lock=p'
    setpriv --reuid 65534 --regid 65534 --clear-groups nohz-measure --version
    rm /etc/nohz-overhead/file-capability
    dpkg --install /hand-over/*.deb
    capability_is ''
else
    grep 'no setcap (package libcap2-bin)' /tmp/said || fail "not a word of the missing setcap"
fi
dpkg --purge nohz-overhead
files >/tmp/after
diff /tmp/before /tmp/after || fail "the purge left something"
if dpkg --list nohz-overhead 2>/dev/null | grep '^[ir]'; then
    fail "dpkg still knows the package"
fi
echo "PASS in $(. /etc/os-release; echo "$PRETTY_NAME"), $(ldd --version 2>/dev/null | head -n 1)"
SCRIPT

for suite; do
    say "$suite: installing"
    with=
    [ "$suite" = bullseye ] || with=--include=libcap2-bin
    # shellcheck disable=SC2086 # an option or none
    mmdebstrap --quiet --mode=root --variant=essential $with --aptopt='Acquire::Check-Valid-Until "false"' \
        --customize-hook="mkdir \"\$1/hand-over\"; cp $work/hand-over/* \"\$1/hand-over/\"" \
        --customize-hook='unshare --net chroot "$1" sh /hand-over/all' \
        "$suite" /dev/null "$(mirror_of "$suite")" >"$out/chroot-$suite.log" 2>&1 || {
        tail -n 30 "$out/chroot-$suite.log"
        die "$suite"
    }
    grep '^PASS in' "$out/chroot-$suite.log"
done
say "PASS"
