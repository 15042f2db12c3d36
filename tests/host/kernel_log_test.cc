// SPDX-License-Identifier: GPL-2.0-or-later
// What the kernel's log adds to what sysfs shows.
#include "host/kernel_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_machine.h"
#include "host/hazards.h"

namespace nohz::host
{

using test::FakeMachine;
using test::find_hazard;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

TEST(KernelLog, SaysWhyAListCameToNothing)
{
    FakeMachine refused("0-3", "nohz_full=9-12");
    refused.cpu_file("nohz_full", "\n")
        .write(
            "var/log/dmesg",
            "[    0.1] Housekeeping: nohz_full= or isolcpus= incorrect CPU range\n[ 0.2] next\n");
    EXPECT_THAT(find_hazard(refused.boot(), "nohz-full-no-effect")->evidence,
                HasSubstr("/var/log/dmesg: \"Housekeeping: nohz_full= or isolcpus= incorrect CPU "
                          "range\""));
    FakeMachine unsupported("0-3", "nohz_full=1-3");
    unsupported.write("sos_commands/kernel/dmesg", "Housekeeping: nohz unsupported. Build with "
                                                   "CONFIG_NO_HZ_FULL\n");
    EXPECT_THAT(find_hazard(unsupported.boot(), "nohz-full-ignored")->evidence,
                HasSubstr("nohz unsupported"));
}

// sysfs alone cannot tell that isolcpus= was dropped because it was not the list of nohz_full=.
TEST(KernelLog, ShowsARefusalThatSysfsDoesNot)
{
    FakeMachine machine("0-3", "nohz_full=1-3 isolcpus=nohz,2-3");
    machine.cpu_file("nohz_full", "1-3\n")
        .cpu_file("isolated", "1-3\n")
        .write("var/log/dmesg", "[0.1] Housekeeping: nohz_full= must match isolcpus=\n");
    const Boot boot = machine.boot();
    ASSERT_NE(find_hazard(boot, "kernel-refused-list"), nullptr);
    EXPECT_EQ(find_hazard(boot, "kernel-refused-list")->group, HazardGroup::would_be_wrong);
}

TEST(KernelLog, ShowsAnUnstableClockThatIsStillInUse)
{
    FakeMachine machine("0-3", "quiet");
    machine.write("var/log/dmesg",
                  "[ 77.0] clocksource: timekeeping watchdog on CPU1: Marking "
                  "clocksource 'tsc' as unstable because the skew is too large:\n");
    EXPECT_THAT(find_hazard(machine.boot(), "tsc-unstable")->evidence,
                HasSubstr("Marking clocksource 'tsc' as unstable"));
}

// kern.log holds earlier boots, whose troubles are not this one's.
TEST(KernelLog, TakesTheLastBootOfALogFile)
{
    FakeMachine machine("0-3", "quiet");
    machine.write("var/log/kern.log", "kernel: Linux version 5.10.0\n"
                                      "kernel: tsc: Marking TSC unstable due to x\n"
                                      "kernel: Linux version 6.1.0\nkernel: all is well\n");
    EXPECT_EQ(find_hazard(machine.boot(), "tsc-unstable"), nullptr);
}

TEST(KernelLog, NotesSkippedFlagsAndStaysPrintable)
{
    FakeMachine machine("0-3", "isolcpus=odd,2-3");
    machine.write("var/log/dmesg", "isolcpus: Skipped unknown flag odd\x1b[2J\n");
    EXPECT_THAT(machine.boot().notes,
                Contains(AllOf(HasSubstr("Skipped unknown flag odd?[2J"), HasSubstr("dmesg"))));
}

TEST(KernelLog, ANonsenseLogIsNoSurprise)
{
    for (const std::string_view odd : {"", "\n", "\xff\xfe\x01", "Housekeeping: "}) {
        FakeMachine machine("0-3", "quiet");
        machine.write("var/log/dmesg", odd);
        EXPECT_TRUE(machine.boot().hazards.empty());
    }
}

TEST(Refusal, IsForABootThatIsNotWhatItsCommandLineAsksFor)
{
    FakeMachine refused("0-3", "nohz_full=1-3");
    refused.cpu_file("nohz_full", "\n");
    ASSERT_NE(find_refusal(refused.boot()), nullptr);
    EXPECT_EQ(find_refusal(refused.boot())->id, "nohz-full-no-effect");
    // noisy or wrong figures are warned of, and a machine that was asked for nothing is measured
    FakeMachine noisy("0", "quiet");
    noisy.write("proc/loadavg", "9.0 1 1 1/2 3\n").write("proc/self/status", "Seccomp:\t2\n");
    EXPECT_EQ(find_refusal(noisy.boot()), nullptr);
}

// Scenario 1 is a kernel without the option under any command line.
TEST(Refusal, IsNotForAScenarioThatCanBeMeasured)
{
    FakeMachine ignored("0-3", "nohz_full=1-3");
    EXPECT_NE(find_hazard(ignored.boot(), "nohz-full-ignored"), nullptr);
    EXPECT_EQ(find_refusal(ignored.boot()), nullptr);
    FakeMachine all("0-3", "nohz_full=all isolcpus=0-3");
    all.cpu_file("nohz_full", "0-3\n").cpu_file("isolated", "0-3\n");
    EXPECT_NE(find_hazard(all.boot(), "no-housekeeping-cpu"), nullptr);
    EXPECT_EQ(find_refusal(all.boot()), nullptr);
}

// One of three isolated CPUs offline leaves two to measure.
TEST(Refusal, IsNotForAPartOfTheIsolatedCpus)
{
    FakeMachine machine("0-3", "nohz_full=1-3 isolcpus=1-3");
    machine.cpu_file("nohz_full", "1-3\n").cpu_file("isolated", "1-3\n");
    machine.cpu_file("online", "0-1,3\n");
    EXPECT_EQ(find_refusal(machine.boot()), nullptr);
    machine.cpu_file("online", "0\n");
    ASSERT_NE(find_refusal(machine.boot()), nullptr);
    EXPECT_EQ(find_refusal(machine.boot())->id, "isolated-cpu-offline");
}

TEST(Hazards, AWatchdogOnAnIsolatedCpu)
{
    FakeMachine machine("0-3", "nohz_full=2-3 isolcpus=2-3");
    machine.cpu_file("nohz_full", "2-3\n")
        .cpu_file("isolated", "2-3\n")
        .write("proc/sys/kernel/watchdog", "1\n")
        .write("proc/sys/kernel/watchdog_cpumask", "0-1\n");
    EXPECT_EQ(find_hazard(machine.boot(), "watchdog-on-isolated"), nullptr);
    machine.write("proc/sys/kernel/watchdog_cpumask", "0-3\n");
    ASSERT_NE(find_hazard(machine.boot(), "watchdog-on-isolated"), nullptr);
    EXPECT_THAT(find_hazard(machine.boot(), "watchdog-on-isolated")->remedy,
                HasSubstr("echo 0-1 > /proc/sys/kernel/watchdog_cpumask"));
    machine.write("proc/sys/kernel/watchdog", "0\n");
    EXPECT_EQ(find_hazard(machine.boot(), "watchdog-on-isolated"), nullptr);
}

} // namespace nohz::host
