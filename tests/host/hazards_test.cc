// SPDX-License-Identifier: GPL-2.0-or-later
// Hazards that files show, each with and without its cause.
#include "host/boot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "fake_machine.h"

namespace nohz::host
{

using test::FakeMachine;
using test::find_hazard;
using testing::HasSubstr;

namespace
{

// One file that causes a hazard, and the same file harmless.
struct Cause {
    const char* name;
    const char* id;
    HazardGroup group;
    const char* file;
    const char* harmful;
    const char* harmless;
    const char* remedy_has;
};

void PrintTo(const Cause& cause, std::ostream* out)
{
    *out << cause.name;
}

constexpr auto wrong = HazardGroup::would_be_wrong;
constexpr auto noisy = HazardGroup::would_be_noisy;
constexpr const char* clock_file =
    "sys/devices/system/clocksource/clocksource0/current_clocksource";
constexpr const char* siblings_file = "sys/devices/system/cpu/cpu3/topology/thread_siblings_list";

const Cause causes[] = {
    {"SeccompFilter", "seccomp-filter", wrong, "proc/self/status", "Seccomp:\t2\n", "Seccomp:\t0\n",
     "seccomp=unconfined"},
    {"Traced", "traced", wrong, "proc/self/status", "TracerPid:\t812\n", "TracerPid:\t0\n",
     "strace"},
    {"Hpet", "clock-source-slow", noisy, clock_file, "hpet\n", "tsc\n", "no quicker one"},
    {"AcpiPm", "clock-source-slow", noisy, clock_file, "acpi_pm\n", "kvm-clock\n", "batches"},
    {"Jiffies", "clock-source-slow", noisy, clock_file, "jiffies\n", "arch_sys_counter\n",
     "batches"},
    {"SyscallTracepoints", "syscall-tracing", wrong,
     "sys/kernel/tracing/events/raw_syscalls/enable", "1\n", "0\n",
     "echo 0 > /sys/kernel/tracing/events/raw_syscalls/enable"},
    {"SomeSyscallTracepoints", "syscall-tracing", wrong,
     "sys/kernel/debug/tracing/events/syscalls/enable", "X\n", "0\n", "echo 0 >"},
    {"FunctionTracer", "kernel-tracer", wrong, "sys/kernel/tracing/current_tracer", "function\n",
     "nop\n", "echo nop >"},
    {"AuditRules", "audit-rules", wrong, "etc/audit/audit.rules",
     "-D\n-a always,exit -F arch=b64 -S execve\n", "-D\n-a never,task\n", "auditctl -D"},
    {"AuditRulesOfASosreport", "audit-rules", wrong, "sos_commands/auditd/auditctl_-l",
     "-a always,exit -S open\n", "No rules\n", "auditctl -D"},
    {"Governor", "governor", noisy, "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor",
     "powersave\n", "performance\n", "cpupower frequency-set -g performance"},
    {"SmtSibling", "smt-sibling-active", noisy, siblings_file, "1,3\n", "3\n", "cpu1/online"},
    {"HypervisorFlag", "virtualised", noisy, "proc/cpuinfo", "flags\t: fpu hypervisor\n",
     "flags\t: fpu\n", "real hardware"},
    {"XenGuest", "virtualised", noisy, "sys/hypervisor/type", "xen\n", "\n", "steal_ns"},
    {"DmiProduct", "virtualised", noisy, "sys/class/dmi/id/product_name",
     "Standard PC (Q35 + ICH9, 2009) QEMU\n", "PowerEdge R740\n", "steal_ns"},
    {"DeviceTreeOfVirt", "virtualised", noisy, "proc/device-tree/compatible", "linux,dummy-virt",
     "raspberrypi,4-model-b", "steal_ns"},
    {"ControlProgramOfS390x", "virtualised", noisy, "proc/sysinfo",
     "VM00 Control Program: KVM/Linux\n", "Manufacturer: IBM\n", "steal_ns"},
    {"Tcg", "emulated", wrong, "proc/cpuinfo", "model name\t: QEMU TCG CPU version 2.5+\n",
     "model name\t: EPYC\n", "nohz-overhead vm"},
    {"ContainerOfSystemd", "container", noisy, "run/systemd/container", "lxc\n", "\n",
     "on the host"},
    {"Docker", "container", noisy, "proc/1/cgroup", "1:name=systemd:/docker/ab12\n",
     "0::/init.scope\n", "on the host"},
    {"QuotaV2", "cpu-quota", noisy, "sys/fs/cgroup/cpu.max", "50000 100000\n", "max 100000\n",
     "CPUQuota="},
    {"Load", "loaded", noisy, "proc/loadavg", "3.10 2.00 1.00 4/100 99\n",
     "0.10 2.00 1.00 1/100 99\n", "stop other work"},
};

class HazardOfAFile : public testing::TestWithParam<Cause>
{
};

} // namespace

TEST_P(HazardOfAFile, IsSeenWithEvidenceAndRemedy)
{
    FakeMachine machine("0-3", "quiet");
    machine.cpu_file("nohz_full", "\n").write(GetParam().file, GetParam().harmful);
    const Boot boot = machine.boot();
    const Hazard* hazard = find_hazard(boot, GetParam().id);
    ASSERT_NE(hazard, nullptr);
    EXPECT_EQ(hazard->group, GetParam().group);
    EXPECT_THAT(hazard->evidence, HasSubstr(std::string("/") + GetParam().file));
    EXPECT_THAT(hazard->remedy, HasSubstr(GetParam().remedy_has));
}

TEST_P(HazardOfAFile, IsNotSeenWhereTheFileIsHarmless)
{
    FakeMachine machine("0-3", "quiet");
    machine.cpu_file("nohz_full", "\n").write(GetParam().file, GetParam().harmless);
    EXPECT_EQ(find_hazard(machine.boot(), GetParam().id), nullptr);
}

// Odd files are met in containers and cut-off reports. None may end the program but in one way:
// a CPU list that is none is refused as such.
TEST_P(HazardOfAFile, OddContentIsNoSurprise)
{
    const bool is_list = std::string_view(GetParam().file) == siblings_file;
    FakeMachine machine("0-3", "quiet");
    for (const std::string_view odd : {"\xff\xfe\x01", "::::", "99999999999999999999 x"}) {
        machine.write(GetParam().file, odd);
        if (is_list)
            EXPECT_THROW(machine.boot(), InputError);
        else
            EXPECT_NO_THROW(machine.boot());
    }
    for (const std::string_view empty : {"", "\n"}) {
        machine.write(GetParam().file, empty);
        EXPECT_NO_THROW(machine.boot());
    }
}

INSTANTIATE_TEST_SUITE_P(Files, HazardOfAFile, testing::ValuesIn(causes),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(Hazards, ASiblingThatIsOfflineDoesNoHarm)
{
    FakeMachine machine("0-3", "quiet");
    machine.write(siblings_file, "1,3\n").cpu_file("online", "0,2-3\n");
    EXPECT_EQ(find_hazard(machine.boot(), "smt-sibling-active"), nullptr);
}

// Whoever shares a core with the housekeeping CPU spoils the other half of the ratio.
TEST(Hazards, SiblingsOfBothMeasuredCpusCount)
{
    FakeMachine machine("0-3", "nohz_full=2-3 isolcpus=2-3");
    machine.cpu_file("nohz_full", "2-3\n")
        .cpu_file("isolated", "2-3\n")
        .cpu_file("cpu0/topology/thread_siblings_list", "0-1\n")
        .cpu_file("cpu3/topology/thread_siblings_list", "2-3\n");
    int seen = 0;
    for (const Hazard& hazard : machine.boot().hazards)
        seen += hazard.id == "smt-sibling-active" ? 1 : 0;
    EXPECT_EQ(seen, 2);
}

TEST(Hazards, ASlowClockWithAQuickOneAtHandNamesTheCommand)
{
    FakeMachine machine("0-3", "quiet");
    machine.write(clock_file, "hpet\n")
        .write("sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet\n");
    const Boot boot = machine.boot();
    EXPECT_THAT(find_hazard(boot, "clock-source-slow")->remedy, HasSubstr("echo tsc >"));
    EXPECT_EQ(find_hazard(boot, "tsc-unstable"), nullptr);
}

TEST(Hazards, ATscThatTheKernelTookAwayIsUnstable)
{
    FakeMachine machine("0-3", "quiet");
    machine.write(clock_file, "hpet\n")
        .write("sys/devices/system/clocksource/clocksource0/available_clocksource",
               "hpet acpi_pm\n")
        .write("proc/cpuinfo", "flags\t\t: fpu tsc msr\n");
    EXPECT_NE(find_hazard(machine.boot(), "tsc-unstable"), nullptr);
    FakeMachine told("0-3", "tsc=unstable");
    EXPECT_NE(find_hazard(told.boot(), "tsc-unstable"), nullptr);
}

TEST(Hazards, AuditOnTheCommandLine)
{
    EXPECT_NE(find_hazard(FakeMachine("0-3", "audit=1").boot(), "audit-enabled"), nullptr);
    EXPECT_EQ(find_hazard(FakeMachine("0-3", "audit=0").boot(), "audit-enabled"), nullptr);
}

TEST(Hazards, QuotaOfAParentCgroupCounts)
{
    FakeMachine machine("0-3", "quiet");
    machine.write("proc/self/cgroup", "0::/lxc/guest/app\n")
        .write("sys/fs/cgroup/lxc/guest/app/cpu.max", "max 100000\n")
        .write("sys/fs/cgroup/lxc/guest/cpu.max", "200000 100000\n");
    const Boot boot = machine.boot();
    ASSERT_NE(find_hazard(boot, "cpu-quota"), nullptr);
    EXPECT_THAT(find_hazard(boot, "cpu-quota")->evidence,
                HasSubstr("/sys/fs/cgroup/lxc/guest/cpu.max: 200000 of 100000 us"));
}

TEST(Hazards, QuotaOfTheOldCgroups)
{
    FakeMachine machine("0-3", "quiet");
    machine.write("proc/self/cgroup", "4:cpu,cpuacct:/docker/ab\n")
        .write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n")
        .write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    EXPECT_NE(find_hazard(machine.boot(), "cpu-quota"), nullptr);
    machine.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    EXPECT_EQ(find_hazard(machine.boot(), "cpu-quota"), nullptr);
}

// One busy task on a machine of 128 CPUs is no load.
TEST(Hazards, LoadIsJudgedByTheNumberOfCpus)
{
    FakeMachine machine("0-127", "quiet");
    machine.write("proc/loadavg", "3.10 2.00 1.00 4/100 99\n");
    EXPECT_EQ(find_hazard(machine.boot(), "loaded"), nullptr);
}

// The flag "nohz" alone takes no CPU out of scheduling; an empty `isolated` is right then.
TEST(Hazards, IsolcpusWithoutTheDomainFlagIsNoFailure)
{
    FakeMachine machine("0-3", "isolcpus=nohz,2-3");
    machine.cpu_file("nohz_full", "2-3\n");
    EXPECT_EQ(find_hazard(machine.boot(), "isolcpus-no-effect"), nullptr);
}

TEST(Hazards, GroupsAreReadBackAsWhatTheyWereWrittenFor)
{
    for (const auto group : {HazardGroup::cannot_measure, wrong, noisy})
        EXPECT_EQ(parse_hazard_group(to_string(group)), group);
    EXPECT_FALSE(parse_hazard_group("noisy"));
}

} // namespace nohz::host
