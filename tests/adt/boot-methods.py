#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Campaigns by the boot methods that are used on request only, on a machine.

    boot-methods.py IMAGE PACKAGE [METHOD...]
"""

import sys

from turns import (boot_configuration, check, check_restored, install, is_normal_boot, run_turns,
                   say, start, status)

PERSONS_FILE = "/etc/default/grub.d/50-person.cfg"


def install_on_tidy_grub(machine):
    """The boot configuration before, which update-grub can make again."""
    install(machine)
    machine.run("update-grub && sync")
    return boot_configuration(machine)


def measure_and_finish(machine):
    """What the armed boots give, then the verdict; the methods' reboots lie between."""
    boots = len(status(machine)["boots"])
    for number in range(1, boots + 1):
        check(status(machine)["this_boot"]["intended"], f"boot {number} of {boots} came up")
        last = number == boots
        # An interpreted processor's figures may be anything: any verdict, but no failed boot.
        said = machine.run("nohz-overhead campaign next; echo \"exit $?\"", timeout=300)
        exit_code = int(said.split()[-1])
        check(exit_code in ((0, 1, 3) if last else (10,)), f"next ends with {exit_code}")
        if not last:
            yield number + 1
    found = status(machine)
    check(found["state"] == "finished" and found["failed_boots"] == 0, "the campaign finished")
    check(all(boot["record"] for boot in found["boots"]), "each boot has its record")


def grub_dropin(machine):
    """The drop-in changes the default boot, is taken away at the end, and grub.cfg is as before."""
    before = install_on_tidy_grub(machine)
    machine.run(start("grub-dropin"), status=10, timeout=300)
    machine.reboot()
    for _ in measure_and_finish(machine):
        machine.reboot()
    check_restored(machine, before)
    machine.reboot()
    check(is_normal_boot(machine), "the machine boots its normal entry")


def abort_dropin(machine):
    """A default boot that was changed is the normal one again after abort."""
    before = install_on_tidy_grub(machine)
    machine.run(start("grub-dropin"), status=10, timeout=300)
    machine.cut_power()
    machine.power_on()
    check(status(machine)["this_boot"]["intended"], "the drop-in's boot came up after a power cut")
    machine.run("nohz-overhead campaign abort", timeout=300)
    check_restored(machine, before)
    machine.reboot()
    check(is_normal_boot(machine), "the machine boots its normal entry")


def manual(machine):
    """A person adds what `campaign status` says to the boot loader, and takes it away again."""
    before = install_on_tidy_grub(machine)
    print(machine.run(start("manual"), status=10))
    person_boots(machine, 1)
    for number in measure_and_finish(machine):
        person_boots(machine, number)
    machine.run(f"rm -f {PERSONS_FILE}; update-grub; sync")
    check_restored(machine, before)


def person_boots(machine, number):
    parameters = status(machine)["boots"][number - 1]["parameters"]
    say(f"the person adds '{parameters}'")
    machine.run(f"echo 'GRUB_CMDLINE_LINUX=\"$GRUB_CMDLINE_LINUX {parameters}\"' >{PERSONS_FILE} "
                "&& update-grub && sync", timeout=300)
    machine.reboot()


if __name__ == "__main__":
    sys.exit(run_turns({"grub-dropin": grub_dropin, "abort-dropin": abort_dropin,
                        "manual": manual}))
