# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What the scripts of this folder share; sourced by them.
adt_dir=$(cd "$(dirname "$0")" && pwd)
source_dir=$(cd "$adt_dir/../.." && pwd)
started=$(date +%s)

say() {
    echo "[$(($(date +%s) - started)) s] $*"
}

die() {
    say "FAILED: $*"
    exit 1
}

# need PACKAGE=PROGRAM...: skips the suite where something is not installed.
need() {
    missing=
    for pair in "$@"; do
        [ -e "${pair#*=}" ] || command -v "${pair#*=}" >/dev/null || missing="$missing ${pair%%=*}"
    done
    [ -z "$missing" ] || { echo "SKIP: not installed:$missing (./dev adt installs them)"; exit 77; }
    [ "$(id -u)" = 0 ] || { echo "SKIP: only root can build images and install packages"; exit 77; }
}

# The mirror that this machine uses for a Debian suite; a suite that it does not use itself is
# looked for where its own main suite is.
mirror_of() {
    apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
        sed -n 's/^Debian //p' | awk -v suite="$1" '
            $2 ~ /security\/*$/ { if (suite ~ /-security$/) any = $2; if ($1 == suite) exact = $2; next }
            suite !~ /-security$/ { any = $2; if ($1 == suite) exact = $2 }
            END { print exact ? exact : any }'
}

# What a package is built from, as one number.
tree_digest() {
    (cd "$source_dir" && git ls-files -z --cached --others --exclude-standard -- \
        data debian src meson.build meson_options.txt ':!debian/tests' |
        xargs -0 sha256sum --) 2>/dev/null | sha256sum | cut -c1-16
}

# Copies what belongs to the source, and nothing that was built.
export_tree() {
    mkdir -p "$1"
    (cd "$source_dir" && git ls-files -z --cached --others --exclude-standard |
        tar -c --null --files-from=- --ignore-failed-read) | tar -x -C "$1"
}
