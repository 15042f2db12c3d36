# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of campaigns on a machine share."""

import json
import pathlib
import re
import shutil
import sys
import tempfile

from machine import Machine


def start(method):
    """The command that starts a campaign of short boots of the running kernel."""
    return (f"nohz-overhead campaign start --boot-method {method} --boots 1 "
            "--runs 1 --duration 0.2 --budget 0.5 --kernel $(uname -r)")


def say(text):
    print(f"  {text}", flush=True)


def check(holds, what):
    if not holds:
        raise AssertionError(what)
    say(f"ok: {what}")


def status(machine):
    said = machine.run("nohz-overhead campaign status --json")
    return json.loads(said[said.index("{"):])  # after what the shell may have said before


def command_line(machine):
    return machine.run("cat /proc/cmdline").strip()


def is_normal_boot(machine):
    return not re.search(r"nohz_overhead\.boot=|nohz_full=", command_line(machine))


def boot_configuration(machine):
    return machine.run("sha256sum /boot/grub/grub.cfg /etc/default/grub; ls /etc/default/grub.d; "
                       "ls /boot/grub/custom.cfg 2>/dev/null; "
                       "grub-editenv list | grep -v '^next_entry=$'; true")


def install(machine):
    machine.power_on()
    machine.run("dpkg --install /hand-over/*.deb && sync", timeout=300)
    return boot_configuration(machine)


def check_restored(machine, before):
    found = status(machine)
    check(found["left_behind"] == [], "nothing is left behind")
    check(boot_configuration(machine) == before, "the boot configuration is as it was")


def run_turns(turns):
    """Each of the named turns, or all, on a machine of its own; the exit status."""
    image, package, *names = sys.argv[1:]
    failed = []
    for name in names or turns:
        print(f"{name}: {turns[name].__doc__}", flush=True)
        with tempfile.TemporaryDirectory(prefix="adt-") as folder:
            hand_over = pathlib.Path(folder) / "hand-over"
            hand_over.mkdir()
            shutil.copy(package, hand_over)
            machine = Machine(pathlib.Path(image).resolve(), folder, hand_over)
            try:
                turns[name](machine)
                print(f"PASS: {name}, {machine.boots} boots", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                failed.append(name)
                print(f"FAIL: {name}: {error}", flush=True)
                console = (machine.folder / "console.log").read_text(errors="replace")
                print("console:", *console.splitlines()[-15:], sep="\n    ", flush=True)
            finally:
                if machine.qemu:
                    machine.cut_power()
    return 1 if failed else 0
