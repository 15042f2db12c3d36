// SPDX-License-Identifier: GPL-2.0-or-later
#include "check/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "records.h"

namespace nohz::check
{

namespace
{

using host::KernelState;
using host::Placement;

constexpr double limit = 1.05;

record::Record boot_with(double mean, std::string release)
{
    record::Record record = make_record(KernelState::inactive, std::move(release));
    record.runs.push_back(make_run(2, Placement::pinned, 3, mean));
    record.runs.push_back(make_run(2, Placement::pinned, 3, mean * 1.0001));
    return record;
}

// Three boots that differ by 0.1 %.
std::vector<record::Record> boots(double mean, const std::string& release)
{
    return {boot_with(mean, release), boot_with(mean * 1.001, release),
            boot_with(mean * 0.999, release)};
}

KernelRow compare_one(const std::vector<record::Record>& base,
                      const std::vector<record::Record>& newer)
{
    const KernelComparison comparison = compare_kernels(base, newer, limit, Rules{});
    EXPECT_EQ(comparison.rows.size(), 1U);
    return comparison.rows.at(0);
}

} // namespace

TEST(CompareKernels, TellsRegressionImprovementAndNoChange)
{
    const auto change_at = [](double mean) {
        return compare_one(boots(100, "6.1.0-56-amd64"), boots(mean, "6.1.0-57-amd64")).change;
    };
    EXPECT_EQ(change_at(110), Change::regression);
    EXPECT_EQ(change_at(90), Change::improvement);
    EXPECT_EQ(change_at(100), Change::none);
    EXPECT_EQ(change_at(102), Change::slower);
    EXPECT_EQ(change_at(98), Change::faster);
    EXPECT_EQ(change_at(105), Change::not_sure);
}

TEST(CompareKernels, FailsOnARegressionOnly)
{
    const auto verdict_at = [](double mean) {
        return compare_kernels(boots(100, "a"), boots(mean, "b"), limit, Rules{}).verdict;
    };
    EXPECT_EQ(verdict_at(110), Verdict::fail);
    EXPECT_EQ(verdict_at(90), Verdict::pass);
    EXPECT_EQ(verdict_at(102), Verdict::pass);
    EXPECT_EQ(verdict_at(105), Verdict::inconclusive);
}

// Two boots of one kernel differ by several percent for no cause.
TEST(CompareKernels, LabelsOneBootASideAndNeedsTheMarginToFail)
{
    const auto row_at = [](double mean) {
        return compare_one({boot_with(100, "a")}, {boot_with(mean, "b")});
    };
    EXPECT_TRUE(row_at(108).indicative);
    EXPECT_FALSE(row_at(108).low);
    EXPECT_EQ(row_at(108).change, Change::not_sure);
    EXPECT_EQ(row_at(120).change, Change::regression);
    EXPECT_EQ(row_at(103).change, Change::none);
}

TEST(CompareKernels, SeesOneInstructionOfExactRecords)
{
    const auto change_at = [](double mean) {
        return compare_one({make_exact(boot_with(300, "a"))}, {make_exact(boot_with(mean, "b"))})
            .change;
    };
    EXPECT_EQ(change_at(300), Change::none);
    EXPECT_EQ(change_at(301), Change::slower);
    EXPECT_EQ(change_at(299), Change::faster);
    EXPECT_EQ(change_at(316), Change::regression);
}

TEST(CompareKernels, ComparesTheSameCpuOnly)
{
    record::Record other = boot_with(100, "b");
    for (record::Run& run : other.runs)
        run.placed.cpu = 2;
    const KernelComparison comparison = compare_kernels({boot_with(100, "a")}, {other}, limit, {});
    EXPECT_TRUE(comparison.rows.empty());
    EXPECT_EQ(comparison.verdict, Verdict::skip);
    EXPECT_THAT(comparison.notes, testing::ElementsAre(testing::HasSubstr("no undisturbed runs")));
}

TEST(CompareKernels, NeverComparesDifferentMachinesOrUnits)
{
    record::Record machine = boot_with(100, "b");
    machine.host.cpu_model = "Another CPU";
    for (const auto& other : {machine, make_exact(boot_with(100, "b"))}) {
        const KernelComparison comparison =
            compare_kernels({boot_with(100, "a")}, {other}, limit, {});
        EXPECT_EQ(comparison.verdict, Verdict::skip);
        EXPECT_EQ(comparison.notes.size(), 1U);
    }
}

TEST(CompareKernels, LeavesDisturbedRunsOut)
{
    record::Record disturbed = boot_with(100, "b");
    disturbed.runs.push_back(make_run(2, Placement::pinned, 3, 500));
    disturbed.runs.back().disturbed = "steal";
    EXPECT_NEAR(compare_one({boot_with(100, "a")}, {disturbed}).ratio, 1, 1e-9);
}

} // namespace nohz::check
