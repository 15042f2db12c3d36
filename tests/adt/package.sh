#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the package, and the one with static programs, from a clean copy of the tree; lintian must
# find no error and no warning in either:
#   package.sh OUTDIR [shared|static]...
# Leaves OUTDIR/shared and OUTDIR/static; what is there of this very tree is used again.
set -eu
. "$(dirname "$0")/lib.sh"
need debhelper=dh lintian=lintian

out=$(realpath -m "$1")
shift
[ $# -gt 0 ] || set -- shared static
digest=$(tree_digest)

build() {
    kind=$1
    profiles=nocheck
    [ "$kind" = shared ] || profiles=nocheck,pkg.nohz-overhead.static
    folder=$out/$kind
    if [ -e "$folder/digest" ] && [ "$(cat "$folder/digest")" = "$digest" ]; then
        say "$kind: already built: $(ls "$folder"/nohz-overhead_*.deb)"
        return
    fi
    # One place for both, so that ccache knows what was compiled for the other.
    rm -rf "$folder" "$out/build"
    mkdir -p "$folder"
    export_tree "$out/build/tree"
    say "$kind: building with profiles $profiles"
    (cd "$out/build/tree" && DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -us -uc -b -P"$profiles") \
        >"$folder/build.log" 2>&1 || {
        tail -n 40 "$folder/build.log"
        die "$kind: dpkg-buildpackage"
    }
    mv "$out"/build/nohz-overhead*_* "$folder/"
    rm -rf "$out/build"
    lintian --fail-on error,warning --allow-root --tag-display-limit 0 "$folder"/*.changes \
        >"$folder/lintian.log" 2>&1 || {
        cat "$folder/lintian.log"
        die "$kind: lintian"
    }
    cat "$folder/lintian.log"
    echo "$digest" >"$folder/digest"
    for deb in "$folder"/nohz-overhead_*.deb; do
        say "$kind: $(stat -c '%n, %s bytes' "$deb"), Depends: $(dpkg-deb -f "$deb" Depends)"
    done
}

for kind; do
    build "$kind"
done
if [ -e "$out/static/digest" ]; then
    depends=$(dpkg-deb -f "$out"/static/nohz-overhead_*.deb Depends)
    [ -z "$depends" ] || die "the static package depends on $depends"
fi
