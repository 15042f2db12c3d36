#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The tests that failed and the end of what they said, from one of meson's JUnit reports.

    failed.py REPORT BUILD_FOLDER
"""

import sys
import xml.etree.ElementTree as xml


def failure_of(case):
    for name in ("failure", "error"):
        if (failure := case.find(name)) is not None:
            return failure
    return None


def main():
    report, folder = sys.argv[1:]
    for suite in xml.parse(report).iter("testsuite"):
        for case in suite.iter("testcase"):
            if (failure := failure_of(case)) is None:
                continue
            print(f"FAILED in {folder}: {suite.get('name')}: {case.get('name')}")
            said = [failure.get("message"), failure.text] if failure.get("message") or failure.text \
                else [suite.findtext("system-out"), suite.findtext("system-err")]
            lines = "\n".join(filter(None, said)).splitlines()
            print("\n".join("    " + line for line in lines[-20:]))


if __name__ == "__main__":
    main()
