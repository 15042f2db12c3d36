#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The package's autopkgtests on this machine, by autopkgtest's null server, which is as good as a
# container: no test may reboot it. Installs the package and what the tests depend on; purges the
# package afterwards.
#   null.sh OUTDIR [TEST...]
set -eu
. "$(dirname "$0")/lib.sh"
need autopkgtest=autopkgtest debhelper=dh lintian=lintian
if dpkg-query -W nohz-overhead >/dev/null 2>&1; then
    echo "SKIP: the package is installed on this machine, where this would purge it"
    exit 77
fi

out=$(realpath -m "$1")
shift
"$adt_dir/package.sh" "$out" shared
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export_tree "$work/tree"

set -- $(for name; do echo --test-name="$name"; done)
case " $* " in
'  ' | *=unit*) ;;
*) touch "$work/tree/debian/files" ;; # a built tree: only `unit` needs it to be one
esac
rm -rf "$out/null"
rc=0
autopkgtest --no-built-binaries --output-dir="$out/null" --env=DEB_BUILD_OPTIONS=nocheck \
    "$@" "$out"/shared/nohz-overhead_*.deb "$work/tree" -- null >"$out/null.log" 2>&1 || rc=$?
grep -E '^(\[.*s up\]|SKIP:) ' "$out/null.log" || true
echo "--- summary"
cat "$out/null/summary"
dpkg --purge nohz-overhead >/dev/null
for left in /etc/nohz-overhead /usr/share/nohz-overhead /var/lib/nohz-overhead /usr/bin/nohz-measure; do
    [ ! -e "$left" ] || die "the purge left $left"
done
case $rc in
0 | 2 | 8) say "autopkgtest ended with exit $rc" ;;
*) tail -n 60 "$out/null.log" && die "autopkgtest ended with exit $rc" ;;
esac
