# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What the test scripts share; sourced by them.

say() {
    echo "[$(cut -d. -f1 /proc/uptime) s up] $*"
}

fail() {
    say "FAIL: $*"
    exit 1
}

# The reason belongs on standard output.
skip() {
    echo "SKIP: $*"
    exit 77
}

# expect STATUS COMMAND...: runs it and insists on its exit status.
expect() {
    wanted=$1
    shift
    say "running: $* (expecting exit $wanted)"
    got=0
    "$@" || got=$?
    [ "$got" = "$wanted" ] || fail "$1 ended with exit $got instead of $wanted"
}

# status_field EXPRESSION: of `nohz-overhead status --json`, in Python, where `s` is the document.
status_field() {
    nohz-overhead status --json | python3 -c "import json, sys; s = json.load(sys.stdin); print($1)"
}

has_hazard() {
    [ "$(status_field "any(h['id'] == '$1' for h in s['hazards'])")" = True ]
}

hazard_evidence() {
    status_field "'; '.join(h['evidence'] for h in s['hazards'] if h['id'] == '$1')"
}

artifacts() {
    folder=${AUTOPKGTEST_ARTIFACTS:-${AUTOPKGTEST_TMP:-/tmp}}/$1
    mkdir -p "$folder"
    echo "$folder"
}

# keep_reports RECORDS FOLDER [LIMIT...]: what people and CI systems read, beside the records.
keep_reports() {
    records=$1
    folder=$2
    shift 2
    # shellcheck disable=SC2046 # one word for each limit
    set -- $(for limit; do echo --limit "$limit"; done)
    for pair in launchpad=comment.txt html=report.html junit=junit.xml; do
        nohz-overhead report --format "${pair%=*}" "$@" "$records" >"$folder/${pair#*=}" ||
            say "no ${pair#*=}"
    done
}
