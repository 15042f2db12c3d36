#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Downloads a stock Debian kernel package of any suite and prints the path of the file.
#   stock-kernel.sh SUITE OUTDIR [PACKAGE [ARCH]]
# PACKAGE is a name or a shell pattern ('linux-image-5.10.*-cloud-amd64'), by default the suite's
# linux-image-cloud-ARCH; a metapackage is followed to the package that holds the kernel. What OUTDIR has already is used again, without a network.
# Nothing of the machine's own apt state is changed: lists, sources and cache lie in OUTDIR/apt.
set -eu

die() {
    echo "stock-kernel.sh: $*" >&2
    exit 4
}

[ $# -ge 2 ] || { echo "usage: stock-kernel.sh SUITE OUTDIR [PACKAGE [ARCH]]" >&2; exit 2; }
suite=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
arch=${4-$(dpkg --print-architecture)}
pattern=${3-linux-image-cloud-$arch}

stamp=$out/$(printf '%s' "$suite-$arch-$pattern" | tr -c 'a-zA-Z0-9.+-' _).path
if [ -s "$stamp" ] && [ -s "$out/$(cat "$stamp")" ]; then
    echo "$out/$(cat "$stamp")"
    exit 0
fi

private=$out/apt/$suite-$arch
mkdir -p "$private/lists/partial" "$private/cache/archives/partial" "$private/parts"
: >"$private/status"
cat >"$private/apt.conf" <<END
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Sandbox::User "root";
APT::Get::List-Cleanup "false";
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
Acquire::Retries "3";
Dir::State "$private";
Dir::State::lists "$private/lists";
Dir::State::status "$private/status";
Dir::Cache "$private/cache";
Dir::Etc::sourcelist "$private/sources.list";
Dir::Etc::sourceparts "$private/parts";
END

# The mirrors that this machine uses anyway; security updates of a suite have their own.
repositories=$(apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' 'Created-By: Packages' |
    sed -n 's/^Debian //p; s/^ \(.*\/debian\(-security\)*\/*\)$/\1/p' | sort -u)
main=$(echo "$repositories" | grep -v 'security/*$' | head -n 1)
security=$(echo "$repositories" | grep 'security/*$' | head -n 1)
[ -n "$main" ] || die "apt of this machine has no Debian mirror: add one, run 'apt-get update'"

# Run only through its own configuration file, which comes last and so wins.
apt_here() {
    tool=$1
    shift
    APT_CONFIG=$private/apt.conf "$tool" -q "$@"
}

newest_match() {
    apt_here apt-cache pkgnames linux- 2>/dev/null | sort -V | while read -r name; do
        case $name in
        *-unsigned | *-dbg | *-rt-*) ;;
        $1) echo "$name" ;;
        esac
    done | tail -n 1
}

depends_of() {
    apt_here apt-cache show --no-all-versions "$1" 2>/dev/null | sed -n 's/^Depends: //p' |
        tr ',|' '\n\n' | sed 's/^ *//; s/[ (:].*//'
}

# Sets `file` if the package can be had from the sources that sources.list names now.
get_package() {
    apt_here apt-get update >"$private/log" 2>&1 || true
    package=$(newest_match "$pattern")
    [ -n "$package" ] || return 1
    # At most: metapackage, image package, the package that holds the image in newer packaging.
    for step in 1 2 3; do
        next=$(depends_of "$package" | grep -E '^linux-(image|binary)-[0-9]' | head -n 1 || true)
        [ -n "$next" ] || break
        package=$next
    done
    file=$(apt_here apt-get download --print-uris "$package" 2>>"$private/log" |
        sed -n "s/^'[^']*' \([^ ]*\) .*/\1/p")
    [ -n "$file" ] || return 1
    [ -s "$file" ] || apt_here apt-get download "$package" >"$private/log" 2>&1 || return 1
    # Newer packaging has the kernel's config in a package of its own.
    config_package=$(depends_of "$package" | grep -E '^linux-base-[0-9]' | head -n 1 || true)
    [ -z "$config_package" ] || apt_here apt-get download "$config_package" >>"$private/log" 2>&1 ||
        echo "stock-kernel.sh: $config_package cannot be had: going on without the config" >&2
}

cd "$out"
echo "deb $main $suite main" >"$private/sources.list"
if [ "$suite" != sid ] && [ -n "$security" ]; then
    echo "deb $security $suite-security main" >>"$private/sources.list"
fi
if ! get_package; then
    # An old suite's security archive may list packages that are gone: the suite itself remains.
    echo "deb $main $suite main" >"$private/sources.list"
    rm -rf "$private/lists"
    mkdir -p "$private/lists/partial"
    get_package || die "no package '$pattern' for $arch to be had from $suite" \
        "($(grep -v '^$' "$private/log" | tail -n 1))"
fi
echo "$file" >"$stamp"
echo "$out/$file"
