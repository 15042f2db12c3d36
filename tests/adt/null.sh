#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The package's autopkgtests on this machine, by autopkgtest's null server, which is as good as a
# container: no test may reboot it. Installs the package and what the tests depend on; purges the
# package afterwards.
#   null.sh OUTDIR [TEST...]      leaves OUTDIR/null.log and, with records and reports, OUTDIR/null
# Environment: NAME of the output (default null).
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
name=${NAME:-null}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export_tree "$work/tree"

set -- $(for test; do echo --test-name="$test"; done)
case " $* " in
'  ' | *=unit*) ;;
*) touch "$work/tree/debian/files" ;; # a built tree: only `unit` needs it to be one
esac
rm -rf "${out:?}/$name"
rc=0
autopkgtest --no-built-binaries --output-dir="$out/$name" --env=DEB_BUILD_OPTIONS=nocheck \
    "$@" "$out"/shared/nohz-overhead_*.deb "$work/tree" -- null >"$out/$name.log" 2>&1 || rc=$?
grep -E '^(\[.*s up\]|SKIP:) ' "$out/$name.log" || true
echo "--- summary"
cat "$out/$name/summary"
dpkg --purge nohz-overhead >/dev/null
for left in /etc/nohz-overhead /usr/share/nohz-overhead /var/lib/nohz-overhead /usr/bin/nohz-measure; do
    [ ! -e "$left" ] || die "the purge left $left"
done
case $rc in
0 | 2 | 8) say "autopkgtest ended with exit $rc" ;;
*) tail -n 60 "$out/$name.log" && die "autopkgtest ended with exit $rc" ;;
esac
