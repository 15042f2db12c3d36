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

std::string refusal(const Boot& boot, const CpuChoice& choice)
{
    try {
        plan_measurement(boot, choice);
        return "taken";
    } catch (const UsageError& e) {
        return e.what();
    }
}

std::string refusal(const Boot& boot, int cpu)
{
    return refusal(boot, CpuChoice{.pinned = cpu});
}

std::vector<CpuPair> pairs_of(const MeasurementPlan& plan)
{
    std::vector<CpuPair> pairs;
    for (const auto& [first, second] : plan.pairs)
        pairs.push_back(
            {plan.placements.at(first).cpu.value(), plan.placements.at(second).cpu.value()});
    return pairs;
}

} // namespace

TEST(Plan, AnActiveBootComparesIsolatedWithHousekeepingCpusFromTheEnds)
{
    const auto plan = plan_measurement(active_boot());
    EXPECT_THAT(plan.placements, ElementsAre(PlannedPlacement{3, Placement::unpinned, std::nullopt},
                                             PlannedPlacement{3, Placement::isolated, 3},
                                             PlannedPlacement{4, Placement::housekeeping, 0},
                                             PlannedPlacement{3, Placement::isolated, 2},
                                             PlannedPlacement{4, Placement::housekeeping, 1}));
    EXPECT_THAT(pairs_of(plan), ElementsAre(CpuPair{3, 0}, CpuPair{2, 1}));
    EXPECT_TRUE(plan.is_in_pair(1));
    EXPECT_FALSE(plan.is_in_pair(0));
}

// What makes two CPUs differ anyway is known only if the inactive boot compares them too.
TEST(Plan, OtherBootsCompareTheSameCpusAsTheActiveOne)
{
    const auto active = pairs_of(plan_measurement(active_boot()));
    const auto inactive = plan_measurement(make_boot(KernelState::inactive, four_cpus()));
    EXPECT_EQ(pairs_of(inactive), active);
    EXPECT_EQ(inactive.placements.at(0), (PlannedPlacement{2, Placement::unpinned, std::nullopt}));
    EXPECT_EQ(inactive.placements.at(1), (PlannedPlacement{2, Placement::pinned, 3}));
    EXPECT_EQ(inactive.placements.at(2), (PlannedPlacement{2, Placement::pinned, 0}));
    const auto not_built = plan_measurement(make_boot(KernelState::not_built, four_cpus()));
    EXPECT_EQ(not_built.placements.at(1), (PlannedPlacement{1, Placement::pinned, 3}));
}

TEST(Plan, NoCpuStandsInTwoPairs)
{
    CpuClasses cpus = four_cpus();
    cpus.nohz_full = cpus.isolated_sysfs = CpuList{1, 2, 3};
    EXPECT_THAT(pairs_of(plan_measurement(make_boot(KernelState::active, cpus))),
                ElementsAre(CpuPair{3, 0}));
    cpus = four_cpus();
    cpus.online = CpuList{0, 1, 2};
    EXPECT_THAT(pairs_of(plan_measurement(make_boot(KernelState::inactive, cpus))),
                ElementsAre(CpuPair{2, 0}));
}

TEST(Plan, TakesAtMostFourPairsOfAManyCpuMachine)
{
    CpuClasses cpus;
    cpus.present = cpus.online = cpus.allowed = CpuList::parse("0-127", 128);
    cpus.nohz_full = cpus.isolated_sysfs = CpuList::parse("2-63,66-127", 128);
    EXPECT_THAT(pairs_of(plan_measurement(make_boot(KernelState::active, cpus))),
                ElementsAre(CpuPair{127, 0}, CpuPair{126, 1}, CpuPair{125, 64}, CpuPair{124, 65}));
    EXPECT_EQ(
        plan_measurement(make_boot(KernelState::active, cpus), {.most_pairs = 1}).pairs.size(), 1U);
}

TEST(Plan, WithOneCpuItIsMeasuredAlone)
{
    CpuClasses cpus;
    cpus.present = cpus.online = cpus.allowed = CpuList{0};
    const auto plan = plan_measurement(make_boot(KernelState::inactive, cpus));
    EXPECT_THAT(plan.placements, ElementsAre(PlannedPlacement{2, Placement::unpinned, std::nullopt},
                                             PlannedPlacement{2, Placement::pinned, 0}));
    EXPECT_TRUE(plan.pairs.empty());
}

TEST(Plan, PairsMayBeChosen)
{
    const CpuChoice choice{.pairs = {{3, 1}, {2, 0}}};
    EXPECT_EQ(pairs_of(plan_measurement(active_boot(), choice)), choice.pairs);
    EXPECT_EQ(pairs_of(plan_measurement(make_boot(KernelState::inactive, four_cpus()), choice)),
              choice.pairs);
}

TEST(Plan, RefusesPairsThatCannotBe)
{
    EXPECT_THAT(refusal(active_boot(), {.pairs = {{1, 0}}}),
                HasSubstr("CPU 1: is not an isolated"));
    EXPECT_THAT(refusal(active_boot(), {.pairs = {{3, 2}}}),
                HasSubstr("CPU 2: is not a housekeeping CPU of this boot; housekeeping: 0-1"));
    EXPECT_THAT(refusal(active_boot(), {.pairs = {{3, 0}, {2, 0}}}),
                HasSubstr("CPU 0: stands twice"));
    EXPECT_THAT(refusal(make_boot(KernelState::inactive, four_cpus()), {.pairs = {{2, 2}}}),
                HasSubstr("CPU 2: stands twice"));
    EXPECT_THAT(refusal(active_boot(), {.pairs = {{3, 9}}}), HasSubstr("no such CPU"));
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
    const CpuChoice choice{.pinned = 2};
    EXPECT_THAT(pairs_of(plan_measurement(active_boot(), choice)),
                ElementsAre(CpuPair{2, 0}, CpuPair{3, 1}));
    EXPECT_EQ(pairs_of(plan_measurement(make_boot(KernelState::inactive, four_cpus()), choice))[0],
              (CpuPair{2, 0}));
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
    EXPECT_TRUE(plan.pairs.empty());
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
