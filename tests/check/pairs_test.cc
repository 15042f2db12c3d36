// SPDX-License-Identifier: GPL-2.0-or-later
// Rules over CPU pairs, inactive boots and many boots.
#include "check/pairs.h"

#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checking.h"
#include "stats/decision.h"

namespace nohz::check
{

namespace
{

using host::KernelState;
using host::Placement;

} // namespace

TEST(CheckPairs, PrefersInterleavedRoundsToSequentialRuns)
{
    // The runs drifted to a ratio of 2; the rounds know better.
    const auto record = with_rounds(make_active(200, 100), 1.35, 0.02, 400);
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_NEAR(*result.ratio, 1.35, 0.01);
    EXPECT_LT(*result.high - *result.low, 0.03);
}

// A CPU that is 4 % slower than the other one for a cause of its own must not fail the kernel.
TEST(CheckPairs, TakesOutWhatTheSameCpusDifferByWhenInactive)
{
    const Rules rules = with_limit("isolated-vs-housekeeping=1.38");
    const auto active = with_rounds(make_active(140, 100), 1.404, 0.002, 400);
    EXPECT_EQ(check_one({active}, "isolated-vs-housekeeping", rules).verdict, Verdict::fail);
    const auto inactive = with_plain_rounds(make_inactive(100), 1.04, 0.002, 400);
    const RuleResult result = check_one({active, inactive}, "isolated-vs-housekeeping", rules);
    EXPECT_EQ(result.verdict, Verdict::pass);
    EXPECT_NEAR(*result.ratio, 1.35, 0.002);
    EXPECT_NEAR(*result.inactive_ratio, 1.04, 0.001);
    EXPECT_THAT(result.reason, testing::HasSubstr("when inactive, 1.0"));
    // The error of both boots is in it.
    const RuleResult alone = check_one({active}, "isolated-vs-housekeeping", rules);
    EXPECT_GT(*result.high / *result.low, *alone.high / *alone.low);
}

// The worst case, as for one boot: the true ratio is the limit once the CPUs' own difference is
// out, and the measurement of the active boot ends when its own decision seems sure.
TEST(CheckPairs, ErrsAtMostAsStatedWithTheInactiveBootTakenOut)
{
    constexpr int trials = 400;
    const Rules rules = with_limit("isolated-vs-housekeeping=1.35");
    stats::DecisionPlan plan;
    plan.limit_ratio = 1.35;
    int fails = 0;
    int passes = 0;
    std::mt19937_64 random(11);
    for (int trial = 0; trial < trials; ++trial) {
        auto active = with_rounds(make_active(140, 100), 1.35 * 1.02, 0.01, 300);
        auto inactive = with_plain_rounds(make_inactive(100), 1.02, 0.01, 300);
        std::normal_distribution<double> noise(0, 0.01);
        for (double& log_ratio : inactive.pairs.front().log_ratios)
            log_ratio = std::log(1.02) + noise(random);
        std::vector<double>& rounds = active.pairs.front().log_ratios;
        for (double& log_ratio : rounds)
            log_ratio = std::log(1.35 * 1.02) + noise(random);
        rounds.resize(stats::decide_rounds(plan, rounds).rounds);
        const Verdict verdict =
            check_one({active, inactive}, "isolated-vs-housekeeping", rules).verdict;
        fails += verdict == Verdict::fail;
        passes += verdict == Verdict::pass;
    }
    EXPECT_LE(fails, trials / 100);
    EXPECT_LE(passes, trials / 100);
}

TEST(CheckPairs, TakesNothingOutForOtherCpus)
{
    const auto active = with_rounds(make_active(140, 100), 1.404, 0.002, 400);
    const auto inactive = with_plain_rounds(make_inactive(100), 1.04, 0.002, 400, 2, 0);
    const RuleResult result = check_one({active, inactive}, "isolated-vs-housekeeping");
    EXPECT_FALSE(result.inactive_ratio);
    EXPECT_NEAR(*result.ratio, 1.404, 0.002);
}

TEST(CheckPairs, TakesOutOfAllCpuPairsOrOfNone)
{
    auto active = with_rounds(make_active(140, 100), 1.404, 0.002, 400);
    active = with_rounds(active, 1.35, 0.002, 400, 2, 1);
    auto inactive = with_plain_rounds(make_inactive(100), 1.04, 0.002, 400);
    EXPECT_FALSE(check_one({active, inactive}, "isolated-vs-housekeeping").inactive_ratio);
    inactive = with_plain_rounds(inactive, 1.00, 0.002, 400, 2, 1);
    const RuleResult result = check_one({active, inactive}, "isolated-vs-housekeeping");
    EXPECT_NEAR(*result.ratio, 1.35, 0.002);
    EXPECT_NEAR(*result.inactive_ratio, 1.02, 0.001);
}

TEST(CheckPairs, CpuPairsThatAreEachSureDecideTogether)
{
    auto record = with_rounds(make_active(140, 100), 1.34, 0.002, 400);
    record = with_rounds(record, 1.36, 0.002, 400, 2, 1);
    const RuleResult pass = check_one({record}, "isolated-vs-housekeeping",
                                      with_limit("isolated-vs-housekeeping=1.40"));
    EXPECT_EQ(pass.verdict, Verdict::pass);
    EXPECT_NEAR(*pass.ratio, 1.35, 0.002);
    EXPECT_LT(*pass.low, 1.341);
    EXPECT_GT(*pass.high, 1.359);
    EXPECT_EQ(
        check_one({record}, "isolated-vs-housekeeping", with_limit("isolated-vs-housekeeping=1.30"))
            .verdict,
        Verdict::fail);
}

// Two CPUs on the two sides of the limit say nothing of their class.
TEST(CheckPairs, CpuPairsThatDisagreeAreNotSure)
{
    auto record = with_rounds(make_active(140, 100), 1.30, 0.002, 400);
    record = with_rounds(record, 1.40, 0.002, 400, 2, 1);
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping",
                                        with_limit("isolated-vs-housekeeping=1.33"));
    EXPECT_EQ(result.verdict, Verdict::inconclusive);
    EXPECT_THAT(result.reason, testing::HasSubstr("not all sure of the same"));
}

TEST(CheckPairs, BootsThatAreEachSureDecideTogether)
{
    const auto first = with_rounds(make_active(140, 100), 1.34, 0.002, 400);
    const auto second = with_rounds(make_active(140, 100), 1.36, 0.002, 400);
    EXPECT_EQ(check_one({first, second}, "isolated-vs-housekeeping",
                        with_limit("isolated-vs-housekeeping=1.40"))
                  .verdict,
              Verdict::pass);
}

// Two boots of one kernel can differ by percents; run twice in one boot says nothing of that.
TEST(CheckPairs, CountsTwoRecordsOfOneBootAsOneBoot)
{
    std::vector<record::Record> records;
    for (int i = 0; i < 3; ++i) {
        records.push_back(make_not_built(100 + 0.01 * i, "6.1.0-57-amd64"));
        records.back().boot.boot_id = "first";
        records.push_back(make_inactive(102 + 0.01 * i));
        records.back().boot.boot_id = "second";
    }
    const Report report = check_records(records, shipped());
    EXPECT_TRUE(result_of(report, "built-in-cost").indicative);
    EXPECT_EQ(report.samples.front().boots, 1U);
    EXPECT_EQ(report.samples.front().runs, 12U);
    records[2].boot.boot_id = "third";
    records[3].boot.boot_id = "fourth";
    EXPECT_FALSE(check_one(records, "built-in-cost").indicative);
}

TEST(CheckPairs, TakesTheRoundsOfTwoRecordsOfOneBootAsOneSeries)
{
    auto first = with_rounds(make_active(140, 100), 1.35, 0.02, 100);
    auto second = first;
    first.boot.boot_id = second.boot.boot_id = "only";
    auto both = with_rounds(make_active(140, 100), 1.35, 0.02, 100);
    std::vector<double>& rounds = both.pairs.front().log_ratios;
    rounds.insert(rounds.end(), second.pairs.front().log_ratios.begin(),
                  second.pairs.front().log_ratios.end());
    const RuleResult result = check_one({first, second}, "isolated-vs-housekeeping");
    const RuleResult expected = check_one({both}, "isolated-vs-housekeeping");
    EXPECT_EQ(result.ratio, expected.ratio);
    EXPECT_EQ(result.low, expected.low);
    EXPECT_EQ(result.high, expected.high);
}

// An interval that holds those of a hundred boots says less with every boot.
TEST(CheckPairs, ManyBootsNarrowTheInterval)
{
    const auto boot = with_rounds(make_active(140, 100), 1.35, 0.02, 100);
    const RuleResult one = check_one({boot}, "isolated-vs-housekeeping");
    std::vector<record::Record> boots;
    for (int i = 0; i < 20; ++i)
        boots.push_back(with_rounds(make_active(140, 100), 1.35 + 0.0001 * i, 0.02, 100));
    const RuleResult many = check_one(boots, "isolated-vs-housekeeping");
    EXPECT_EQ(many.verdict, Verdict::pass);
    EXPECT_LT(*many.high / *many.low, *one.high / *one.low);
}

// The inactive boot is one measurement, in however many active boots it is taken out.
TEST(CheckPairs, ManyBootsDoNotNarrowTheErrorOfOneInactiveBoot)
{
    const auto inactive = with_plain_rounds(make_inactive(100), 1.02, 0.02, 100);
    const auto boot = with_rounds(make_active(140, 100), 1.35 * 1.02, 0.0005, 100);
    const RuleResult one = check_one({boot, inactive}, "isolated-vs-housekeeping");
    std::vector<record::Record> records = {inactive};
    for (int i = 0; i < 20; ++i)
        records.push_back(
            with_rounds(make_active(140, 100), 1.35 * 1.02 + 0.0001 * i, 0.0005, 100));
    const RuleResult many = check_one(records, "isolated-vs-housekeeping");
    EXPECT_NEAR(std::log(*many.high / *many.low), std::log(*one.high / *one.low), 0.002);
}

TEST(CheckPairs, TakesOutOfEachBootWhatItsOwnCpuPairsDifferBy)
{
    auto inactive = with_plain_rounds(make_inactive(100), 1.10, 0.0002, 100);
    inactive = with_plain_rounds(inactive, 1.00, 0.0002, 100, 2, 1);
    const auto first = with_rounds(make_active(140, 100), 1.35 * 1.10, 0.0002, 100);
    auto second = with_rounds(make_active(140, 100), 1.35 * 1.10, 0.0002, 100);
    second = with_rounds(second, 1.35, 0.0002, 100, 2, 1);
    const RuleResult result = check_one({first, second, inactive}, "isolated-vs-housekeeping");
    EXPECT_NEAR(*result.ratio, 1.35, 0.001);
}

// Ctrl-C in the middle of the second pair must not take away what the first one found.
TEST(CheckPairs, LeavesOutACpuPairThatWasCutShort)
{
    auto record = with_rounds(make_active(140, 100), 1.35, 0.002, 400);
    const RuleResult whole = check_one({record}, "isolated-vs-housekeeping");
    record = with_rounds(record, 1.90, 0.002, 3, 2, 1);
    const RuleResult cut = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_EQ(cut.ratio, whole.ratio);
    EXPECT_EQ(cut.low, whole.low);
    EXPECT_EQ(cut.high, whole.high);
}

// Two rounds may be alike by chance.
TEST(CheckPairs, HasNoIntervalFromCpuPairsOfAFewRounds)
{
    auto record = with_rounds(make_active(140, 100), 1.35, 0.0001, 1);
    record = with_rounds(record, 1.35, 0.0001, 1, 2, 1);
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping",
                                        with_limit("isolated-vs-housekeeping=1.30"));
    EXPECT_EQ(result.verdict, Verdict::inconclusive);
    EXPECT_FALSE(result.low);
    EXPECT_FALSE(result.high);
}

// A decision that looked several times needs a wider interval than one look would.
TEST(CheckPairs, ShowsTheIntervalThatWasNotSure)
{
    int inconclusive = 0;
    for (int i = 0; i < 60; ++i) {
        const auto record = with_rounds(make_active(140, 100), 1.35, 0.02, 100);
        Rules rules = shipped();
        apply_limit_option(rules, fmt::format("isolated-vs-housekeeping={}", 1.33 + 0.0008 * i));
        const RuleResult result = check_one({record}, "isolated-vs-housekeeping", rules);
        if (result.verdict != Verdict::inconclusive)
            continue;
        ++inconclusive;
        EXPECT_LT(*result.low, *result.limit);
        EXPECT_GT(*result.high, *result.limit);
    }
    EXPECT_GT(inconclusive, 5);
}

// The tick came back, or the CPU's frequency changed, after a first look that was sure.
TEST(CheckPairs, IsNotSureOfWhatLaterRoundsContradict)
{
    for (const bool slower_later : {true, false}) {
        auto record = with_rounds(make_active(140, 100), slower_later ? 1.2 : 1.6, 0.002, 60);
        const auto later = with_rounds(record, slower_later ? 1.6 : 1.2, 0.002, 60);
        std::vector<double>& rounds = record.pairs[0].log_ratios;
        rounds.insert(rounds.end(), later.pairs[1].log_ratios.begin(),
                      later.pairs[1].log_ratios.end());
        const RuleResult result = check_one({record}, "isolated-vs-housekeeping",
                                            with_limit("isolated-vs-housekeeping=1.35"));
        EXPECT_EQ(result.verdict, Verdict::inconclusive);
        EXPECT_THAT(result.reason, testing::HasSubstr("the first 40 rounds seemed sure of"));
    }
}

// Each of them says for itself that it is sure.
TEST(CheckPairs, IsNotSureWhereInactiveBootsDisagree)
{
    const auto active = with_rounds(make_active(140, 100), 1.35, 0.002, 3000);
    const auto first = with_plain_rounds(make_inactive(100), 1.00, 0.002, 3000);
    const auto second = with_plain_rounds(make_inactive(100), 1.08, 0.002, 3000);
    const auto check_with = [&](const record::Record& other) {
        return check_one({active, first, other}, "isolated-vs-housekeeping",
                         with_limit("isolated-vs-housekeeping=1.27"));
    };
    EXPECT_EQ(check_with(first).verdict, Verdict::fail);
    EXPECT_EQ(check_with(second).verdict, Verdict::inconclusive);
}

TEST(CheckPairs, TakesOutTheSameCpusInEitherOrder)
{
    const auto active = with_rounds(make_active(140, 100), 1.404, 0.002, 400);
    const auto inactive = with_plain_rounds(make_inactive(100), 1 / 1.04, 0.002, 400, 0, 3);
    const RuleResult result = check_one({active, inactive}, "isolated-vs-housekeeping");
    EXPECT_NEAR(*result.ratio, 1.35, 0.002);
    EXPECT_NEAR(*result.inactive_ratio, 1.04, 0.001);
}

TEST(CheckPairs, KeepsThePairWhereOnlyAnotherEntryPathWasDisturbed)
{
    auto record = with_rounds(make_active(200, 100), 1.35, 0.002, 400);
    record.runs.push_back(make_run(3, Placement::isolated, 3, 200));
    record.runs.back().op = "read";
    record.runs.back().disturbed = "CPU 3 went offline";
    EXPECT_NEAR(*check_one({record}, "isolated-vs-housekeeping").ratio, 1.35, 0.002);
}

TEST(CheckPairs, DoesNotUseTheRoundsOfADisturbedPair)
{
    record::Record record = with_rounds(make_active(135, 100), 2.9, 0.001, 100);
    record.runs.push_back(make_run(3, Placement::isolated, 3, 290));
    record.runs.back().disturbed = "steal";
    EXPECT_NEAR(*check_one({record}, "isolated-vs-housekeeping").ratio, 1.35, 0.01);
}

} // namespace nohz::check
