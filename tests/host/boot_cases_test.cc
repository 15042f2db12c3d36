// SPDX-License-Identifier: GPL-2.0-or-later
// Fifteen boots as they are met in the field, and what must be made of each.
#include "host/boot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "fake_machine.h"
#include "host/plan.h"

namespace nohz::host
{

using test::FakeMachine;
using test::find_hazard;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace
{

constexpr std::string_view null_mask = " (null)\n";

// `id`'s evidence, "" if the hazard is not there.
std::string evidence(const Boot& boot, std::string_view id)
{
    const Hazard* hazard = find_hazard(boot, id);
    return hazard ? hazard->evidence : "";
}

// The reasons of the scenarios that the boot cannot give, in order.
std::vector<int> missing(const MeasurementPlan& plan)
{
    std::vector<int> scenarios;
    for (const MissingScenario& scenario : plan.missing)
        scenarios.push_back(scenario.scenario);
    return scenarios;
}

const MissingScenario& missing(const MeasurementPlan& plan, int scenario)
{
    for (const MissingScenario& candidate : plan.missing)
        if (candidate.scenario == scenario)
            return candidate;
    throw std::out_of_range("scenario is not missing");
}

} // namespace

TEST(Boot, Case1NotBuilt)
{
    FakeMachine machine("0-3", "quiet");
    machine.config(FakeMachine::not_built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::not_built);
    EXPECT_THAT(boot.scenarios, ElementsAre(1));
    EXPECT_EQ(boot.cpus.housekeeping, CpuList({0, 1, 2, 3}));
    EXPECT_THAT(boot.known_from,
                ElementsAre("/sys/devices/system/cpu/nohz_full: absent",
                            "/boot/config-6.1.0-57-amd64: # CONFIG_NO_HZ_FULL is not set"));
    EXPECT_THAT(boot.hazards, IsEmpty());
    const auto plan = plan_measurement(boot);
    EXPECT_THAT(missing(plan), ElementsAre(2, 3, 4));
    EXPECT_THAT(missing(plan, 3).reason, HasSubstr("CONFIG_NO_HZ_FULL"));
    EXPECT_THAT(missing(plan, 3).remedy, HasSubstr("nohz_full=1-3 isolcpus=1-3 rcu_nocbs=1-3"));
}

TEST(Boot, Case2ParameterIgnoredByAKernelWithoutTheOption)
{
    FakeMachine machine("0-3", "nohz_full=1-3");
    machine.config(FakeMachine::not_built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::not_built);
    EXPECT_THAT(boot.scenarios, ElementsAre(1));
    EXPECT_TRUE(boot.cpus.nohz_full.empty());
    EXPECT_THAT(evidence(boot, "nohz-full-ignored"),
                AllOf(HasSubstr("nohz_full=1-3"), HasSubstr("CONFIG_NO_HZ_FULL")));
    EXPECT_THAT(find_hazard(boot, "nohz-full-ignored")->remedy, HasSubstr("CONFIG_NO_HZ_FULL=y"));
}

TEST(Boot, Case3BuiltInAndInactive)
{
    FakeMachine machine("0-3", "quiet");
    machine.cpu_file("nohz_full", null_mask).config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::inactive);
    EXPECT_THAT(boot.scenarios, ElementsAre(2));
    EXPECT_THAT(boot.known_from, ElementsAre("/sys/devices/system/cpu/nohz_full: (null)",
                                             "/boot/config-6.1.0-57-amd64: CONFIG_NO_HZ_FULL=y"));
    EXPECT_THAT(boot.hazards, IsEmpty());
    const auto plan = plan_measurement(boot);
    EXPECT_THAT(missing(plan), ElementsAre(1, 3, 4));
    EXPECT_THAT(missing(plan, 4).reason, HasSubstr("not in force"));
}

TEST(Boot, Case4InactiveKnownFromSysfsAlone)
{
    FakeMachine machine("0-3", "quiet");
    machine.cpu_file("nohz_full", "\n");
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::inactive);
    EXPECT_THAT(boot.scenarios, ElementsAre(2));
    EXPECT_FALSE(boot.config);
    EXPECT_THAT(boot.known_from, ElementsAre("/sys/devices/system/cpu/nohz_full: empty"));
    EXPECT_THAT(boot.notes, Contains(HasSubstr("known from sysfs alone")));
}

TEST(Boot, Case5TheReferenceMachine)
{
    const std::string cpus = "2-63,66-127";
    FakeMachine machine("0-127", "isolcpus=" + cpus + " nohz_full=" + cpus + " rcu_nocbs=" + cpus);
    machine.cpu_file("nohz_full", cpus + "\n")
        .cpu_file("isolated", cpus + "\n")
        .config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_EQ(boot.cpus.isolated.size(), 124U);
    EXPECT_EQ(boot.cpus.isolated.to_string(), cpus);
    EXPECT_EQ(boot.cpus.housekeeping, CpuList({0, 1, 64, 65}));
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_THAT(boot.hazards, IsEmpty());
    const auto plan = plan_measurement(boot);
    EXPECT_THAT(missing(plan), ElementsAre(1, 2));
    EXPECT_THAT(missing(plan, 2).remedy, HasSubstr("without nohz_full="));
}

TEST(Boot, Case6IsolcpusAloneDoesNotStopTheTick)
{
    FakeMachine machine("0-3", "isolcpus=1-3");
    machine.cpu_file("nohz_full", null_mask)
        .cpu_file("isolated", "1-3\n")
        .config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::inactive);
    EXPECT_THAT(boot.scenarios, ElementsAre(2));
    EXPECT_TRUE(boot.cpus.isolated.empty());
    EXPECT_EQ(boot.cpus.isolated_sysfs, CpuList({1, 2, 3}));
    EXPECT_THAT(evidence(boot, "isolcpus-without-nohz-full"),
                HasSubstr("isolcpus= alone does not stop the tick"));
    EXPECT_THAT(find_hazard(boot, "isolcpus-without-nohz-full")->remedy,
                HasSubstr("nohz_full=1-3"));
}

TEST(Boot, Case7NohzFullWithoutIsolcpus)
{
    FakeMachine machine("0-3", "nohz_full=2-3");
    machine.cpu_file("nohz_full", "2-3\n").config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_TRUE(boot.cpus.isolated.empty());
    EXPECT_EQ(boot.cpus.housekeeping, CpuList({0, 1}));
    EXPECT_THAT(evidence(boot, "nohz-full-without-isolcpus"),
                HasSubstr("scheduler may place other tasks there"));
    EXPECT_EQ(find_hazard(boot, "nohz-full-without-isolcpus")->group, HazardGroup::would_be_wrong);
    // Usable with that warning.
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_EQ(plan_measurement(boot).placements.at(1),
              (PlannedPlacement{3, Placement::isolated, 3}));
}

TEST(Boot, Case8TheIntersectionIsIsolated)
{
    FakeMachine machine("0-3", "nohz_full=1-3 isolcpus=2-3");
    machine.cpu_file("nohz_full", "1-3\n").cpu_file("isolated", "2-3\n").config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_EQ(boot.cpus.isolated, CpuList({2, 3}));
    EXPECT_EQ(boot.cpus.housekeeping, CpuList({0}));
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_THAT(evidence(boot, "nohz-isolated-mismatch"),
                HasSubstr("CPU 1 is in only one of them, so neither isolated nor housekeeping"));
    EXPECT_THROW(plan_measurement(boot, {.pinned = 1}), UsageError);
}

TEST(Boot, Case9IsolcpusWithoutEffect)
{
    FakeMachine machine("0-3", "isolcpus=0");
    machine.cpu_file("nohz_full", null_mask).config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::inactive);
    EXPECT_THAT(boot.scenarios, ElementsAre(2));
    EXPECT_THAT(evidence(boot, "isolcpus-no-effect"), HasSubstr("isolcpus=0 had no effect"));
    EXPECT_EQ(find_hazard(boot, "isolcpus-without-nohz-full"), nullptr);
}

TEST(Boot, Case10FlagsOfIsolcpus)
{
    FakeMachine machine("0-63", "isolcpus=nohz,domain,managed_irq,1-16,33-48 nohz_full=1-16,33-48");
    machine.cpu_file("nohz_full", "1-16,33-48\n")
        .cpu_file("isolated", "1-16,33-48\n")
        .config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_EQ(boot.cpus.isolated.size(), 32U);
    EXPECT_EQ(boot.cpus.housekeeping.size(), 32U);
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_THAT(boot.hazards, IsEmpty());
    EXPECT_THAT(boot.notes, Contains(HasSubstr("flags nohz, domain, managed_irq")));
    EXPECT_THAT(boot.notes, Each(Not(HasSubstr("sysfs is believed"))));
}

TEST(Boot, Case11OneCpu)
{
    FakeMachine machine("0", "nohz_full=0");
    machine.cpu_file("nohz_full", "0\n").config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_THAT(boot.scenarios, IsEmpty());
    EXPECT_NE(find_hazard(boot, "one-cpu"), nullptr);
    EXPECT_NE(find_hazard(boot, "boot-cpu-in-nohz-full"), nullptr);
    const auto plan = plan_measurement(boot);
    EXPECT_THAT(plan.placements, IsEmpty());
    EXPECT_THAT(missing(plan), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(missing(plan, 3).reason, HasSubstr("one CPU"));
    EXPECT_THAT(missing(plan, 4).reason, HasSubstr("one CPU"));
}

// The same boot on a kernel that refuses the list: scenario 2 can be measured, 3 and 4 never.
TEST(Boot, Case11OneCpuRefusedByTheKernel)
{
    FakeMachine machine("0", "nohz_full=0");
    machine.cpu_file("nohz_full", null_mask).config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::inactive);
    EXPECT_THAT(boot.scenarios, ElementsAre(2));
    EXPECT_THAT(evidence(boot, "nohz-full-no-effect"), HasSubstr("nohz_full=0"));
    EXPECT_NE(find_hazard(boot, "one-cpu"), nullptr);
    const auto plan = plan_measurement(boot);
    EXPECT_THAT(missing(plan), ElementsAre(1, 3, 4));
    EXPECT_THAT(missing(plan, 3).reason, HasSubstr("one CPU"));
}

TEST(Boot, Case12AnIsolatedCpuIsOffline)
{
    FakeMachine machine("0-3", "nohz_full=1-3 isolcpus=1-3");
    machine.cpu_file("online", "0-1,3\n")
        .cpu_file("nohz_full", "1-3\n")
        .cpu_file("isolated", "1-3\n")
        .config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_EQ(boot.cpus.isolated, CpuList({1, 3}));
    EXPECT_EQ(boot.cpus.housekeeping, CpuList({0}));
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_THAT(evidence(boot, "isolated-cpu-offline"), HasSubstr("isolated CPU 2"));
    EXPECT_THAT(find_hazard(boot, "isolated-cpu-offline")->remedy,
                HasSubstr("echo 1 > /sys/devices/system/cpu/cpu2/online"));
}

TEST(Boot, Case13NoIsolatedCpuIsAllowedToUs)
{
    FakeMachine machine("0-3", "nohz_full=2-3 isolcpus=2-3");
    machine.cpu_file("nohz_full", "2-3\n")
        .cpu_file("isolated", "2-3\n")
        .write("proc/self/status", "Name:\tcat\nCpus_allowed_list:\t0-1\n")
        .config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_EQ(boot.cpus.allowed, CpuList({0, 1}));
    EXPECT_EQ(boot.cpus.isolated, CpuList({2, 3}));
    EXPECT_THAT(boot.scenarios, IsEmpty());
    EXPECT_THAT(evidence(boot, "isolated-cpu-not-allowed"),
                AllOf(HasSubstr("cpuset"), HasSubstr("Cpus_allowed_list 0-1")));
    const auto plan = plan_measurement(boot);
    EXPECT_THAT(plan.placements, IsEmpty());
    EXPECT_THAT(plan.pairs, IsEmpty());
    EXPECT_THAT(missing(plan), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(missing(plan, 3).reason, AllOf(HasSubstr("cpuset"), HasSubstr("0-1")));
    EXPECT_THAT(missing(plan, 4).reason, HasSubstr("cpuset"));
    EXPECT_THAT(missing(plan, 3).remedy, HasSubstr("AllowedCPUs=0-3"));
}

TEST(Boot, Case14AllWithTheBootCpu)
{
    FakeMachine machine("0-3", "nohz_full=all");
    machine.cpu_file("nohz_full", "0-3\n").config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_EQ(boot.cpus.nohz_full, CpuList({0, 1, 2, 3}));
    EXPECT_THAT(evidence(boot, "boot-cpu-in-nohz-full"), HasSubstr("boot CPU 0"));
    EXPECT_NE(find_hazard(boot, "nohz-full-without-isolcpus"), nullptr);
    EXPECT_NE(find_hazard(boot, "no-housekeeping-cpu"), nullptr);
    EXPECT_THAT(boot.scenarios, ElementsAre(3));
    EXPECT_THAT(missing(plan_measurement(boot), 4).reason, HasSubstr("housekeeping"));
}

// Kernels that leave the boot CPU out of `all`: what sysfs says counts.
TEST(Boot, Case14AllWithoutTheBootCpu)
{
    FakeMachine machine("0-3", "nohz_full=all");
    machine.cpu_file("nohz_full", "1-3\n").config(FakeMachine::built);
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.cpus.nohz_full, CpuList({1, 2, 3}));
    EXPECT_EQ(boot.cpus.housekeeping, CpuList({0}));
    EXPECT_EQ(find_hazard(boot, "boot-cpu-in-nohz-full"), nullptr);
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_THAT(boot.notes, Contains(HasSubstr("nohz_full=all asks for CPUs 0-3")));
}

TEST(Boot, Case15SeccompFilterInAContainer)
{
    FakeMachine machine("0-1", "nohz_full=1 isolcpus=1");
    machine.cpu_file("nohz_full", "1\n")
        .cpu_file("isolated", "1\n")
        .write("run/systemd/container", "lxc\n")
        .write("proc/self/status",
               "TracerPid:\t0\nSeccomp:\t2\nSeccomp_filters:\t1\nCpus_allowed_list:\t0-1\n");
    const Boot boot = machine.boot();
    EXPECT_EQ(boot.kernel_state, KernelState::active);
    EXPECT_FALSE(boot.config);
    EXPECT_THAT(boot.scenarios, ElementsAre(3, 4));
    EXPECT_EQ(boot.cpus.isolated, CpuList({1}));
    EXPECT_THAT(evidence(boot, "seccomp-filter"),
                AllOf(HasSubstr("Seccomp 2"), HasSubstr("adds to, every entry")));
    EXPECT_EQ(find_hazard(boot, "seccomp-filter")->group, HazardGroup::would_be_wrong);
    EXPECT_NE(find_hazard(boot, "container"), nullptr);
}

} // namespace nohz::host
