#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What goes wrong with a campaign on a machine, and that the machine comes back from it.

    wrong-turns.py IMAGE PACKAGE [TURN...]
"""

import sys
import time

from turns import check, check_restored, install, is_normal_boot, run_turns, say, start, status

START = start("grub-once")


def check_truth(machine):
    """Whether this is the awaited boot is what its command line says, too."""
    found = status(machine)
    check(found["state"] in ("waiting", "measuring"), f"status says {found['state']}")
    check(found["this_boot"]["intended"] != is_normal_boot(machine),
          "status knows whether this is the boot it waits for: "
          f"{found['this_boot']['intended']}")
    return found


def arm_again(machine):
    """next in a boot that is not the awaited one; then to the awaited one, by an orderly reboot."""
    before = status(machine)["failed_boots"]
    print(machine.run("nohz-overhead campaign next", status=10))
    check(status(machine)["failed_boots"] == before + 1,
          "next counts a failed boot and arms it again")
    machine.reboot()
    check(not is_normal_boot(machine), "the boot armed again came up")
    check_truth(machine)


def power_cut(machine):
    """At each step of a campaign the power is cut; what status says is true each time."""
    before = install(machine)
    machine.run(f"{START} --max-failed-boots 5", status=10)
    say("cut after start has armed the first boot")
    machine.cut_power()
    machine.power_on()
    check_truth(machine)
    # GRUB does not replay the journal of ext4: an entry that was written a moment before the cut
    # may not be there for it. Then the normal one comes, as after any other cut.
    if is_normal_boot(machine):
        arm_again(machine)

    say("cut before it was measured")
    machine.cut_power()
    machine.power_on()
    check(is_normal_boot(machine), "the machine booted its normal entry")
    check_truth(machine)
    arm_again(machine)

    say("cut while it is measured")
    machine.send("\nnohz-overhead campaign next >/dev/null 2>&1 &\n")
    time.sleep(4)
    machine.cut_power()
    machine.power_on()
    check(is_normal_boot(machine), "the machine booted its normal entry")
    check_truth(machine)
    machine.run("nohz-overhead campaign abort")
    check(status(machine)["state"] == "aborted", "abort ends the campaign")

    say("cut after abort")
    machine.cut_power()
    machine.power_on()
    check(is_normal_boot(machine), "the machine booted its normal entry")
    check_restored(machine, before)

    say("cut in the middle of start")
    machine.send(f"\n{START} >/dev/null 2>&1 &\n")
    machine.run("until [ -e /boot/grub/custom.cfg ]; do :; done")
    machine.cut_power()
    machine.power_on()
    found = status(machine)
    say(f"status is {found['state']}, left behind: {found['left_behind']}")
    check(found["state"] != "aborted", "the journal was there before the entry")
    machine.run("nohz-overhead campaign abort")
    check_restored(machine, before)


def panic(machine):
    """A kernel that panics in a campaign's boot: back to normal, and no boot loop."""
    before = install(machine)
    machine.run(f"{START} --max-failed-boots 2", status=10)
    for failed in (1, 2):
        machine.run(r"sed -i '/^[[:space:]]*linux/s,$, rdinit=/no-such-program panic=2,' "
                    "/boot/grub/custom.cfg && grep no-such-program /boot/grub/custom.cfg && sync")
        machine.reboot()
        check("Kernel panic" in (machine.folder / "console.log").read_text(errors="replace"),
              "the kernel panicked")
        check(is_normal_boot(machine), "the machine came up with its normal entry")
        check(not status(machine)["this_boot"]["intended"],
              "status says that this is not the boot it waits for")
        print(machine.run("nohz-overhead campaign next; echo \"exit $?\"", status=0))
        found = status(machine)
        say(f"status is {found['state']}, {found['failed_boots']} failed boots")
        check(found["failed_boots"] == failed, "the failed boot is counted")
        if found["state"] == "stopped":
            break
    check(found["state"] == "stopped", "the campaign stopped")
    check_restored(machine, before)


if __name__ == "__main__":
    sys.exit(run_turns({"power-cut": power_cut, "panic": panic}))
