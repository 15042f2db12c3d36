// SPDX-License-Identifier: GPL-2.0-or-later
// An unpacked sosreport as --root: what a support engineer has of a machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_machine.h"
#include "host/machine.h"
#include "host/plan.h"
#include "host/status.h"

namespace nohz::host
{

using test::FakeMachine;
using test::find_hazard;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{

// The files that sos keeps of /proc, /sys and /boot, and of the commands that it runs.
void write_report(FakeMachine& machine, const std::string& top)
{
    const std::string cpu = top + "sys/devices/system/cpu/";
    const std::string clock = top + "sys/devices/system/clocksource/clocksource0/";
    machine.write(cpu + "possible", "0-7\n")
        .write(cpu + "present", "0-7\n")
        .write(cpu + "online", "0-7\n")
        .write(cpu + "isolated", "4-7\n")
        .write(cpu + "nohz_full", "4-6\n")
        .write(cpu + "vulnerabilities/meltdown", "Mitigation: PTI\n")
        .write(cpu + "cpu6/cpufreq/scaling_governor", "schedutil\n")
        .write(clock + "current_clocksource", "hpet\n")
        .write(clock + "available_clocksource", "hpet acpi_pm\n")
        .write(top + "proc/cmdline", "BOOT_IMAGE=/vmlinuz nohz_full=4-6 isolcpus=4-7\n")
        .write(top + "proc/cpuinfo", "model name\t: Lab CPU\nflags\t\t: fpu tsc\n")
        .write(top + "proc/version", "Linux version 5.15.0-86-generic (buildd@lcy02) #96-Ubuntu\n")
        .write(top + "proc/loadavg", "6.20 5.00 4.00 7/900 1234\n")
        .write(top + "proc/meminfo", "MemTotal: 65536000 kB\n")
        .write(top + "boot/config-5.15.0-86-generic", "CONFIG_X86_64=y\nCONFIG_NO_HZ_FULL=y\n")
        .write(top + "etc/os-release", "PRETTY_NAME=\"Ubuntu 20.04.6 LTS\"\n")
        .write(top + "sos_commands/kernel/uname_-a",
               "Linux lab4 5.15.0-86-generic #96-Ubuntu SMP x86_64 GNU/Linux\n")
        .write(top + "sos_commands/kernel/dmesg",
               "[ 9.1] tsc: Marking TSC unstable due to clocksource watchdog\n")
        .write(top + "sos_commands/auditd/auditctl_-l", "-a always,exit -F arch=b64 -S execve\n");
}

void expect_what_the_report_says(const std::filesystem::path& root)
{
    const Boot boot = read_boot(root);
    const Machine machine = read_machine(root);
    EXPECT_EQ(machine.arch, "amd64");
    EXPECT_EQ(machine.cpu_model, "Lab CPU");
    EXPECT_EQ(machine.os, "Ubuntu 20.04.6 LTS");
    EXPECT_EQ(boot.kernel_release, "5.15.0-86-generic");
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_EQ(boot.cpus.isolated, CpuList({4, 5, 6}));
    EXPECT_EQ(boot.mitigations.at("meltdown"), "Mitigation: PTI");
    EXPECT_THAT(boot.known_from.back(), HasSubstr("/boot/config-5.15.0-86-generic"));
    for (const char* id : {"nohz-isolated-mismatch", "audit-rules", "clock-source-slow",
                           "tsc-unstable", "governor", "loaded"})
        EXPECT_NE(find_hazard(boot, id), nullptr) << id;
    const std::string text = status_text(machine, boot, plan_measurement(boot));
    EXPECT_THAT(text, AllOf(HasSubstr("Hazards: would be wrong"),
                            HasSubstr("Hazards: would be noisy"), HasSubstr("isolated, CPU 6")));
}

} // namespace

TEST(Sosreport, IsReadByItsTopFolder)
{
    FakeMachine machine;
    write_report(machine, "");
    expect_what_the_report_says(machine.root());
}

// tar unpacks it into a folder of its own; the folder around it is what people give.
TEST(Sosreport, IsReadByTheFolderAroundIt)
{
    FakeMachine machine;
    write_report(machine, "sosreport-lab4-2026-11-30-abcdef/");
    machine.write("sosreport-lab4.tar.xz.sha256", "0123\n");
    expect_what_the_report_says(machine.root());
}

TEST(Sosreport, OfTwoNoneIsChosen)
{
    FakeMachine machine;
    write_report(machine, "sosreport-lab4/");
    write_report(machine, "sosreport-lab5/");
    EXPECT_ANY_THROW(machine.boot());
}

} // namespace nohz::host
