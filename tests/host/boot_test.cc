// SPDX-License-Identifier: GPL-2.0-or-later
// What read_boot believes, refuses and finds in which file.
#include "host/boot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "fake_machine.h"

namespace nohz::host
{

using test::FakeMachine;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

namespace
{

constexpr std::string_view null_mask = " (null)\n";

} // namespace

// A rebuilt kernel with the same release leaves a config behind that is not its own.
TEST(Boot, BelievesSysfsWhereTheConfigDisagreesAndSaysSo)
{
    FakeMachine machine("0-3", "quiet");
    machine.config(FakeMachine::built);
    Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::not_built);
    EXPECT_THAT(boot.notes,
                Contains(AllOf(HasSubstr("CONFIG_NO_HZ_FULL=y"), HasSubstr("sysfs is believed"))));
    machine.cpu_file("nohz_full", "\n").config(FakeMachine::not_built);
    boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::inactive);
    EXPECT_THAT(boot.notes, Contains(HasSubstr("sysfs is believed")));
}

// Kernels for i386 and s390x cannot have the option; their configs have no line for it.
TEST(Boot, AConfigWithoutTheLineAgreesWithAnAbsentFile)
{
    FakeMachine machine("0-1", "quiet");
    machine.config("CONFIG_HZ_PERIODIC=y");
    const Boot boot = machine.boot();
    EXPECT_THAT(boot.known_from, Contains(HasSubstr("no line for CONFIG_NO_HZ_FULL")));
    EXPECT_THAT(boot.notes, Each(Not(HasSubstr("sysfs is believed"))));
}

// An absent file tells nothing where sysfs itself was not copied.
TEST(Boot, RefusesATreeWithoutSysfs)
{
    FakeMachine machine;
    machine.write("proc/cmdline", "quiet\n");
    EXPECT_THROW(machine.boot(), RefusedError);
    EXPECT_THROW(read_boot(machine.root() / "nothing-here"), RefusedError);
    EXPECT_THROW(read_boot(machine.root() / "proc/cmdline"), RefusedError);
    machine.cpu_file("kernel_max", "63\n");
    EXPECT_THROW(machine.boot(), RefusedError);
}

TEST(Boot, RefusesAListThatIsNoneWithItsFile)
{
    for (const std::string_view file : {"possible", "present", "online", "isolated", "nohz_full"}) {
        FakeMachine machine("0-3", "quiet");
        machine.cpu_file(file, "0-3;rm\n");
        try {
            machine.boot();
            ADD_FAILURE() << file;
        } catch (const InputError& e) {
            EXPECT_THAT(e.what(), HasSubstr("cpu/" + std::string(file) + ":1"));
        }
    }
}

TEST(Boot, ReadsTheFactsOfARecord)
{
    FakeMachine machine("0-1", "quiet splash");
    machine.write("proc/sys/kernel/random/boot_id", "0a1b\n")
        .write("proc/version", "Linux version 6.1.0-57-amd64 (x)\n")
        .write("proc/version_signature", "Ubuntu 5.15.0-1.1-generic 5.15.1\n")
        .write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
        .cpu_file("cpu0/cpufreq/scaling_governor", "performance\n")
        .cpu_file("smt/active", "1\n")
        .cpu_file("vulnerabilities/meltdown", "Mitigation: PTI\n")
        .cpu_file("vulnerabilities/mds", "Not affected\n");
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.boot_id, "0a1b");
    EXPECT_EQ(boot.kernel_release, "6.1.0-57-amd64");
    EXPECT_EQ(boot.kernel_version, "Linux version 6.1.0-57-amd64 (x)");
    EXPECT_EQ(boot.version_signature, "Ubuntu 5.15.0-1.1-generic 5.15.1");
    EXPECT_EQ(boot.command_line, "BOOT_IMAGE=/boot/vmlinuz quiet splash");
    EXPECT_EQ(boot.clock_source, "tsc");
    EXPECT_EQ(boot.governor, "performance");
    EXPECT_EQ(boot.smt_active, "1");
    EXPECT_EQ(boot.mitigations.at("meltdown"), "Mitigation: PTI");
    EXPECT_EQ(boot.mitigations.size(), 2U);
}

// sosreports have /proc/version but not every file of /proc/sys.
TEST(Boot, TakesTheReleaseFromWhereItIs)
{
    FakeMachine machine("0-1", "quiet");
    machine.remove("proc/sys").write("proc/version", "Linux version 6.8.0-31-generic (x)\n");
    EXPECT_EQ(machine.boot().kernel_release, "6.8.0-31-generic");
    machine.remove("proc/version")
        .write("sos_commands/kernel/uname_-a",
               "Linux lab 5.4.0-1-generic #1 SMP x86_64 GNU/Linux\n");
    EXPECT_EQ(machine.boot().kernel_release, "5.4.0-1-generic");
}

TEST(Boot, NoListOnTheCommandLineIsSaidAndNoError)
{
    FakeMachine machine("0-3", "nohz_full=banana isolcpus=domain,");
    machine.cpu_file("nohz_full", null_mask).config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::inactive);
    EXPECT_THAT(boot.notes, Contains(HasSubstr("nohz_full=banana is no list of CPUs")));
}

// nohz_full=0-127 on a smaller machine is fine for kernels built for more CPUs.
TEST(Boot, AListBeyondTheMachineMeansTheCpusThatAreThere)
{
    FakeMachine machine("0-3", "nohz_full=1-127 isolcpus=1-127");
    machine.cpu_file("nohz_full", "1-3\n").cpu_file("isolated", "1-3\n").config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.cpus.isolated, CpuList({1, 2, 3}));
    EXPECT_THAT(boot.notes, Each(Not(HasSubstr("sysfs is believed"))));
    EXPECT_THAT(boot.notes, Each(Not(HasSubstr("no list"))));
}

} // namespace nohz::host
