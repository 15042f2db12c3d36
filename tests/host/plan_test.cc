// SPDX-License-Identifier: GPL-2.0-or-later
// Placements of a boot, in order, and CPUs that cannot be asked for.
#include "host/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "host/classes.h"

namespace nohz::host
{

using testing::ElementsAre;
using testing::HasSubstr;

namespace
{

Boot make_boot(KernelState state, CpuClasses cpus)
{
    Boot boot;
    boot.kernel_state = state;
    boot.cpus = std::move(cpus);
    classify(boot.cpus);
    boot.scenarios = measurable_scenarios(boot.kernel_state, boot.cpus);
    return boot;
}

CpuClasses four_cpus()
{
    CpuClasses cpus;
    cpus.present = cpus.online = cpus.allowed = CpuList{0, 1, 2, 3};
    return cpus;
}

Boot active_boot()
{
    CpuClasses cpus = four_cpus();
    cpus.nohz_full = cpus.isolated_sysfs = CpuList{2, 3};
    return make_boot(KernelState::active, cpus);
}

std::string refusal(const Boot& boot, int cpu)
{
    try {
        plan_measurement(boot, cpu);
        return "taken";
    } catch (const UsageError& e) {
        return e.what();
    }
}

} // namespace

TEST(Plan, AnActiveBootIsMeasuredOnTheLastIsolatedAndTheFirstHousekeepingCpu)
{
    const auto plan = plan_measurement(active_boot());
    EXPECT_THAT(plan.placements, ElementsAre(PlannedPlacement{3, Placement::unpinned, std::nullopt},
                                             PlannedPlacement{3, Placement::isolated, 3},
                                             PlannedPlacement{4, Placement::housekeeping, 0}));
    ASSERT_TRUE(plan.pair);
    EXPECT_EQ(plan.placements[plan.pair->first].placement, Placement::isolated);
    EXPECT_EQ(plan.placements[plan.pair->second].placement, Placement::housekeeping);
}

TEST(Plan, OtherBootsAreMeasuredUnpinnedAndOnTheLastCpu)
{
    const auto inactive = plan_measurement(make_boot(KernelState::inactive, four_cpus()));
    EXPECT_THAT(inactive.placements,
                ElementsAre(PlannedPlacement{2, Placement::unpinned, std::nullopt},
                            PlannedPlacement{2, Placement::pinned, 3}));
    EXPECT_FALSE(inactive.pair);
    const auto not_built = plan_measurement(make_boot(KernelState::not_built, four_cpus()));
    EXPECT_EQ(not_built.placements.at(1), (PlannedPlacement{1, Placement::pinned, 3}));
}

// The pinned CPU of an inactive boot must be the one that the active boot isolates.
TEST(Plan, TheLastCpuIsTheLastOnlineAndAllowedOne)
{
    CpuClasses cpus = four_cpus();
    cpus.online = CpuList{0, 1, 2};
    cpus.allowed = CpuList{0, 1};
    const auto plan = plan_measurement(make_boot(KernelState::inactive, cpus));
    EXPECT_EQ(plan.placements.at(1).cpu, 1);
}

TEST(Plan, TheCpuMayBeChosen)
{
    EXPECT_EQ(plan_measurement(active_boot(), 2).placements.at(1).cpu, 2);
    EXPECT_EQ(
        plan_measurement(make_boot(KernelState::inactive, four_cpus()), 1).placements.at(1).cpu, 1);
}

TEST(Plan, RefusesCpusThatCannotBeMeasuredAndSaysWhich)
{
    EXPECT_THAT(refusal(active_boot(), 9), HasSubstr("CPU 9: this machine has no such CPU"));
    EXPECT_THAT(refusal(active_boot(), -1), HasSubstr("no such CPU"));
    EXPECT_THAT(refusal(active_boot(), 0),
                HasSubstr("not an isolated CPU of this boot; isolated: 2-3"));
    CpuClasses cpus = four_cpus();
    cpus.online = CpuList{0, 1, 3};
    cpus.allowed = CpuList{0, 1};
    const Boot boot = make_boot(KernelState::inactive, cpus);
    EXPECT_THAT(refusal(boot, 2), HasSubstr("is offline"));
    EXPECT_THAT(refusal(boot, 3), HasSubstr("not in the cpuset of this process; allowed: 0-1"));
}

TEST(Plan, EveryScenarioIsEitherPlannedOrMissing)
{
    for (const Boot& boot : {active_boot(), make_boot(KernelState::inactive, four_cpus()),
                             make_boot(KernelState::not_built, four_cpus())}) {
        const auto plan = plan_measurement(boot);
        EXPECT_EQ(plan.missing.size() + boot.scenarios.size(), 4U);
        for (const MissingScenario& missing : plan.missing) {
            EXPECT_FALSE(missing.reason.empty());
            EXPECT_FALSE(missing.remedy.empty());
        }
    }
}

// Allowed on isolated CPUs only: nothing to compare them with, and said so.
TEST(Plan, WithoutAHousekeepingCpuScenarioFourIsMissing)
{
    CpuClasses cpus = four_cpus();
    cpus.nohz_full = cpus.isolated_sysfs = CpuList{2, 3};
    cpus.allowed = CpuList{2, 3};
    const auto plan = plan_measurement(make_boot(KernelState::active, cpus));
    ASSERT_EQ(plan.placements.size(), 2U);
    EXPECT_FALSE(plan.pair);
    EXPECT_THAT(plan.missing.back().reason, HasSubstr("housekeeping"));
}

TEST(Plan, IsolatedCpusThatAreAllOfflineAreToldSo)
{
    CpuClasses cpus = four_cpus();
    cpus.nohz_full = cpus.isolated_sysfs = CpuList{3};
    cpus.online = cpus.allowed = CpuList{0, 1, 2};
    const auto plan = plan_measurement(make_boot(KernelState::active, cpus));
    EXPECT_TRUE(plan.placements.empty());
    EXPECT_THAT(plan.missing.back().reason, HasSubstr("not online"));
    EXPECT_THAT(plan.missing.back().remedy, HasSubstr("cpu3/online"));
}

} // namespace nohz::host
