// SPDX-License-Identifier: GPL-2.0-or-later
#include "check/check.h"

#include <map>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/kernel_name.h"
#include "check/notes.h"
#include "records.h"
#include "stats/decision.h"

namespace nohz::check
{

namespace
{

using host::KernelState;
using host::Placement;

Rules shipped()
{
    Rules rules;
    apply_thresholds(rules, std::filesystem::path(SOURCE_ROOT "/data/thresholds.toml"));
    return rules;
}

RuleResult result_of(const Report& report, std::string_view name)
{
    for (const RuleResult& rule : report.rules)
        if (rule.name == name)
            return rule;
    throw std::out_of_range(std::string(name));
}

RuleResult check_one(const std::vector<record::Record>& records, std::string_view name,
                     const Rules& rules = shipped())
{
    return result_of(check_records(records, rules), name);
}

record::Record make_inactive(double mean, std::string release = "6.1.0-57-amd64")
{
    record::Record record = make_record(KernelState::inactive, std::move(release));
    for (int i = 0; i < 4; ++i)
        record.runs.push_back(make_run(2, Placement::pinned, 3, mean + 0.01 * i));
    return record;
}

record::Record make_not_built(double mean, std::string release)
{
    record::Record record = make_record(KernelState::not_built, std::move(release));
    for (int i = 0; i < 4; ++i)
        record.runs.push_back(make_run(1, Placement::pinned, 3, mean + 0.01 * i));
    return record;
}

// Rounds of white noise around a true ratio.
record::Pair make_pair_of(record::Placed numerator, record::Placed denominator, double ratio,
                          double noise, int rounds)
{
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal(std::log(ratio), noise);
    record::Pair pair;
    pair.op = "getppid";
    pair.numerator = numerator;
    pair.denominator = denominator;
    for (int i = 0; i < rounds; ++i)
        pair.log_ratios.push_back(normal(random));
    return pair;
}

record::Record with_rounds(record::Record record, double ratio, double noise, int rounds,
                           int isolated = 3, int housekeeping = 0)
{
    record.pairs.push_back(make_pair_of({3, Placement::isolated, isolated},
                                        {4, Placement::housekeeping, housekeeping}, ratio, noise,
                                        rounds));
    return record;
}

// The same two CPUs in the boot without nohz_full=.
record::Record with_plain_rounds(record::Record record, double ratio, double noise, int rounds,
                                 int first = 3, int second = 0)
{
    record.pairs.push_back(make_pair_of({2, Placement::pinned, first},
                                        {2, Placement::pinned, second}, ratio, noise, rounds));
    return record;
}

Rules with_limit(const char* option)
{
    Rules rules = shipped();
    apply_limit_option(rules, option);
    return rules;
}

} // namespace

TEST(Check, PassesBelowAndFailsAboveTheLimit)
{
    const std::vector<record::Record> records = {make_active(405.57, 299.79)};
    const RuleResult pass = check_one(records, "isolated-vs-housekeeping");
    EXPECT_EQ(pass.verdict, Verdict::pass);
    EXPECT_NEAR(*pass.ratio, 1.3528, 1e-3);
    EXPECT_NEAR(*pass.added, 105.78, 0.1);
    const RuleResult fail =
        check_one(records, "isolated-vs-housekeeping", with_limit("isolated-vs-housekeeping=1.30"));
    EXPECT_EQ(fail.verdict, Verdict::fail);
    EXPECT_FALSE(fail.indicative);
}

TEST(Check, UsesTheLimitOfTheArchitecture)
{
    record::Record record = make_active(200, 100);
    EXPECT_EQ(check_one({record}, "isolated-vs-housekeeping").limit, 3.00);
    record.host.arch = "arm64";
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_EQ(result.limit, 1.50);
    EXPECT_EQ(result.verdict, Verdict::fail);
}

TEST(Check, SaysThatTheMachineIsNotKnown)
{
    record::Record record = make_active(200, 100);
    record.host.arch.clear();
    const Report report = check_records({record}, shipped());
    EXPECT_THAT(report.notes, testing::Contains(testing::HasSubstr("architecture not known")));
}

TEST(Check, IsInconclusiveWhereTheIntervalHoldsTheLimit)
{
    // Four runs a side that scatter by 10 % cannot tell 1.30 from 1.31.
    const std::vector<record::Record> records = {make_active(130, 100, 4, 8)};
    const RuleResult result =
        check_one(records, "isolated-vs-housekeeping", with_limit("isolated-vs-housekeeping=1.25"));
    EXPECT_EQ(result.verdict, Verdict::inconclusive);
    EXPECT_LT(*result.low, 1.25);
    EXPECT_GT(*result.high, 1.25);
    EXPECT_THAT(result.reason, testing::HasSubstr("the limit is within the interval"));
}

TEST(Check, PrefersInterleavedRoundsToSequentialRuns)
{
    // The runs drifted to a ratio of 2; the rounds know better.
    const auto record = with_rounds(make_active(200, 100), 1.35, 0.02, 400);
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_NEAR(*result.ratio, 1.35, 0.01);
    EXPECT_LT(*result.high - *result.low, 0.03);
}

// A CPU that is 4 % slower than the other one for a cause of its own must not fail the kernel.
TEST(Check, TakesOutWhatTheSameCpusDifferByWhenInactive)
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
TEST(Check, ErrsAtMostAsStatedWithTheInactiveBootTakenOut)
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

TEST(Check, TakesNothingOutForOtherCpus)
{
    const auto active = with_rounds(make_active(140, 100), 1.404, 0.002, 400);
    const auto inactive = with_plain_rounds(make_inactive(100), 1.04, 0.002, 400, 2, 0);
    const RuleResult result = check_one({active, inactive}, "isolated-vs-housekeeping");
    EXPECT_FALSE(result.inactive_ratio);
    EXPECT_NEAR(*result.ratio, 1.404, 0.002);
}

TEST(Check, TakesOutOfAllCpuPairsOrOfNone)
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

TEST(Check, CpuPairsThatAreEachSureDecideTogether)
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
TEST(Check, CpuPairsThatDisagreeAreNotSure)
{
    auto record = with_rounds(make_active(140, 100), 1.30, 0.002, 400);
    record = with_rounds(record, 1.40, 0.002, 400, 2, 1);
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping",
                                        with_limit("isolated-vs-housekeeping=1.33"));
    EXPECT_EQ(result.verdict, Verdict::inconclusive);
    EXPECT_THAT(result.reason, testing::HasSubstr("not all sure of the same"));
}

TEST(Check, BootsThatAreEachSureDecideTogether)
{
    const auto first = with_rounds(make_active(140, 100), 1.34, 0.002, 400);
    const auto second = with_rounds(make_active(140, 100), 1.36, 0.002, 400);
    EXPECT_EQ(check_one({first, second}, "isolated-vs-housekeeping",
                        with_limit("isolated-vs-housekeeping=1.40"))
                  .verdict,
              Verdict::pass);
}

// Two boots of one kernel can differ by percents; run twice in one boot says nothing of that.
TEST(Check, CountsTwoRecordsOfOneBootAsOneBoot)
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

TEST(Check, TakesTheRoundsOfTwoRecordsOfOneBootAsOneSeries)
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
TEST(Check, ManyBootsNarrowTheInterval)
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
TEST(Check, ManyBootsDoNotNarrowTheErrorOfOneInactiveBoot)
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

TEST(Check, TakesOutOfEachBootWhatItsOwnCpuPairsDifferBy)
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
TEST(Check, LeavesOutACpuPairThatWasCutShort)
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
TEST(Check, HasNoIntervalFromCpuPairsOfAFewRounds)
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
TEST(Check, ShowsTheIntervalThatWasNotSure)
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
TEST(Check, IsNotSureOfWhatLaterRoundsContradict)
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
TEST(Check, IsNotSureWhereInactiveBootsDisagree)
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

TEST(Check, TakesOutTheSameCpusInEitherOrder)
{
    const auto active = with_rounds(make_active(140, 100), 1.404, 0.002, 400);
    const auto inactive = with_plain_rounds(make_inactive(100), 1 / 1.04, 0.002, 400, 0, 3);
    const RuleResult result = check_one({active, inactive}, "isolated-vs-housekeeping");
    EXPECT_NEAR(*result.ratio, 1.35, 0.002);
    EXPECT_NEAR(*result.inactive_ratio, 1.04, 0.001);
}

TEST(Check, KeepsThePairWhereOnlyAnotherEntryPathWasDisturbed)
{
    auto record = with_rounds(make_active(200, 100), 1.35, 0.002, 400);
    record.runs.push_back(make_run(3, Placement::isolated, 3, 200));
    record.runs.back().op = "read";
    record.runs.back().disturbed = "CPU 3 went offline";
    EXPECT_NEAR(*check_one({record}, "isolated-vs-housekeeping").ratio, 1.35, 0.002);
}

// The inactive boot also has runs on the CPU that will be isolated; they are not compared with the
// housekeeping CPU where there are better ones.
TEST(Check, ComparesTheSameCpuBetweenBoots)
{
    record::Record inactive = make_inactive(90);
    for (int i = 0; i < 4; ++i)
        inactive.runs.push_back(make_run(2, Placement::pinned, 0, 100 + 0.01 * i));
    const RuleResult result =
        check_one({make_active(140, 105), inactive}, "housekeeping-vs-inactive");
    EXPECT_NEAR(*result.ratio, 1.05, 0.001);
    const RuleResult other_cpu =
        check_one({make_active(140, 105), make_inactive(90)}, "housekeeping-vs-inactive");
    EXPECT_NEAR(*other_cpu.ratio, 105.0 / 90, 0.001);
}

TEST(Check, SaysInTheRuleThatOtherTasksRan)
{
    record::Record record = make_active(135, 100);
    record.runs.front().involuntary_switches = 1000000;
    EXPECT_THAT(check_one({record}, "isolated-vs-housekeeping").reason,
                testing::HasSubstr("other tasks ran on the CPU in 1 run"));
    EXPECT_THAT(check_one({make_active(135, 100)}, "isolated-vs-housekeeping").reason,
                testing::Not(testing::HasSubstr("other tasks")));
}

TEST(Check, TakesTheTypicalFigureWhereBothSidesHaveOne)
{
    record::Record record = make_record(KernelState::active);
    for (int i = 0; i < 3; ++i) {
        record.runs.push_back(make_run(3, Placement::isolated, 3, 900 + i, 130));
        record.runs.push_back(make_run(4, Placement::housekeeping, 0, 300 + i, 100));
    }
    EXPECT_NEAR(*check_one({record}, "isolated-vs-housekeeping").ratio, 1.3, 1e-9);
    record.runs.front().typical.reset();
    EXPECT_NEAR(*check_one({record}, "isolated-vs-housekeeping").ratio, 3, 0.02);
}

TEST(Check, LabelsOneBootASideIndicativeAndFailsOnlyBeyondTheMargin)
{
    const auto verdict_at = [](double housekeeping) {
        return check_one({make_active(400, housekeeping), make_inactive(100)},
                         "housekeeping-vs-inactive");
    };
    EXPECT_TRUE(verdict_at(110).indicative);
    EXPECT_EQ(verdict_at(110).verdict, Verdict::pass);
    EXPECT_EQ(verdict_at(120).verdict, Verdict::inconclusive); // limit 1.15, margin 10 %
    EXPECT_EQ(verdict_at(130).verdict, Verdict::fail);
}

TEST(Check, TakesTheBootAsTheSampleAcrossBoots)
{
    std::vector<record::Record> records;
    for (const double mean : {100.0, 101.0, 102.0}) {
        records.push_back(make_active(400, mean * 1.05));
        records.push_back(make_inactive(mean));
    }
    const RuleResult result = check_one(records, "housekeeping-vs-inactive");
    EXPECT_FALSE(result.indicative);
    EXPECT_EQ(result.verdict, Verdict::pass);
    // Boots differ by 1 %, so the interval must be wide although each boot's runs agree to 0.01 %.
    EXPECT_GT(*result.high - *result.low, 0.02);
}

TEST(Check, ComparesBuiltInCostOnlyBetweenLikeKernels)
{
    const auto result_with = [](const char* not_built) {
        return check_one({make_inactive(120), make_not_built(100, not_built)}, "built-in-cost");
    };
    const RuleResult other = result_with("5.10.0-32-amd64");
    EXPECT_EQ(other.verdict, Verdict::skip);
    EXPECT_NEAR(*other.ratio, 1.2, 1e-3);
    EXPECT_THAT(other.reason, testing::HasSubstr("shown as information"));
    EXPECT_EQ(result_with("6.1.0-57-cloud-amd64").verdict, Verdict::skip);
    EXPECT_EQ(result_with("").verdict, Verdict::skip);
    EXPECT_EQ(result_with("6.1.0-99-amd64").verdict, Verdict::fail);
}

TEST(Check, DecidesExactRecordsWithoutStatistics)
{
    std::vector<record::Record> records = {make_exact(make_active(656.63, 429.34, 1)),
                                           make_exact(make_inactive(338.37))};
    const RuleResult result = check_one(records, "housekeeping-vs-inactive");
    EXPECT_EQ(result.unit, record::Unit::instructions);
    EXPECT_EQ(result.limit, 1.50);
    EXPECT_EQ(result.verdict, Verdict::pass);
    EXPECT_FALSE(result.indicative);
    EXPECT_EQ(*result.low, *result.high);
    // one instruction above the limit is above the limit
    const RuleResult fail = check_one(records, "isolated-vs-housekeeping",
                                      with_limit("isolated-vs-housekeeping=1.5293"));
    EXPECT_EQ(fail.verdict, Verdict::fail);
}

TEST(Check, NeverComparesTimeWithInstructions)
{
    const Report report =
        check_records({make_active(400, 300), make_exact(make_inactive(100))}, shipped());
    for (const RuleResult& rule : report.rules)
        if (rule.name == "housekeeping-vs-inactive") {
            EXPECT_EQ(rule.verdict, Verdict::skip);
        }
    EXPECT_EQ(report.verdict, Verdict::pass); // isolated-vs-housekeeping of the first
}

TEST(Check, NeverComparesDifferentMachines)
{
    record::Record other = make_inactive(100);
    other.host.cpu_model = "Another CPU";
    const Report report = check_records({make_active(400, 300), other}, shipped());
    for (const RuleResult& rule : report.rules)
        if (rule.name == "housekeeping-vs-inactive") {
            EXPECT_FALSE(rule.ratio);
        }
}

// A folder with the kernels before and after an update: their figures must not be averaged.
TEST(Check, JudgesEachKernelByItself)
{
    record::Record newer = make_active(600, 200);
    newer.boot.kernel_release = "6.12.9-amd64";
    const Report report = check_records(
        {make_active(400, 200), newer, make_inactive(190), make_not_built(180, "5.10.0-32-amd64")},
        shipped());
    std::map<std::string, double> ratios;
    for (const RuleResult& rule : report.rules)
        if (rule.name == "isolated-vs-housekeeping")
            ratios[rule.kernel] = rule.ratio.value();
    ASSERT_EQ(ratios.size(), 2U);
    EXPECT_NEAR(ratios["6.1.0-57-amd64"], 2, 1e-3);
    EXPECT_NEAR(ratios["6.12.9-amd64"], 3, 1e-3);
    for (const RuleResult& rule : report.rules)
        if (rule.name == "housekeeping-vs-inactive") {
            EXPECT_EQ(rule.ratio.has_value(), rule.kernel == "6.1.0-57-amd64");
        }
    std::size_t not_built = 0;
    for (const Sample& sample : report.samples)
        not_built += sample.placed.scenario == 1 ? 1 : 0;
    EXPECT_EQ(not_built, 2U); // the old cost stands beside each
}

TEST(Check, LeavesDisturbedRunsOutAndSaysSo)
{
    record::Record record = make_active(405, 300);
    record.runs.push_back(make_run(3, Placement::isolated, 3, 4000));
    record.runs.back().disturbed = "moved to CPU 1";
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_NEAR(*result.ratio, 1.35, 0.01);
    EXPECT_THAT(result.reason, testing::HasSubstr("1 disturbed"));
}

TEST(Check, IsInconclusiveWhereEveryRunWasDisturbed)
{
    record::Record record = make_active(405, 300);
    for (record::Run& run : record.runs)
        run.disturbed = "clock source changed";
    const RuleResult result = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_EQ(result.verdict, Verdict::inconclusive);
    EXPECT_FALSE(result.ratio);
}

TEST(Check, DoesNotUseTheRoundsOfADisturbedPair)
{
    record::Record record = with_rounds(make_active(135, 100), 2.9, 0.001, 100);
    record.runs.push_back(make_run(3, Placement::isolated, 3, 290));
    record.runs.back().disturbed = "steal";
    EXPECT_NEAR(*check_one({record}, "isolated-vs-housekeeping").ratio, 1.35, 0.01);
}

TEST(Check, LimitsAddedCostToo)
{
    Rules rules = shipped();
    apply_thresholds(rules, "[rule.isolated-vs-housekeeping]\nmax_added_ns = 50\n", "local.toml");
    const RuleResult result = check_one({make_active(405, 300)}, "isolated-vs-housekeeping", rules);
    EXPECT_EQ(result.verdict, Verdict::fail);
    EXPECT_EQ(result.max_added, 50);
}

class TickStopped : public testing::Test
{
protected:
    // Four runs of 0.5 s with `interrupts` in all.
    RuleResult result_for(std::uint64_t interrupts)
    {
        record::Record record = make_record(KernelState::active);
        for (int i = 0; i < 4; ++i) {
            record::Run run = make_run(3, Placement::isolated, 3, 5);
            run.timer_interrupts = i == 0 ? interrupts : 0;
            record.runs.push_back(run);
        }
        return check_one({record}, "tick-stopped");
    }
};

TEST_F(TickStopped, PassesWithAlmostNoTimerInterrupts)
{
    EXPECT_EQ(result_for(2).verdict, Verdict::pass);
    EXPECT_NEAR(*result_for(2).ratio, 1, 1e-9);
}

TEST_F(TickStopped, FailsWhereTheTickRuns)
{
    EXPECT_EQ(result_for(500).verdict, Verdict::fail);
    EXPECT_THAT(result_for(500).reason, testing::HasSubstr("tick runs"));
}

// In a pair a CPU measures half of the time and is watched all of it.
TEST_F(TickStopped, CountsOverTheTimeThatWasCounted)
{
    record::Record record = make_active(135, 100, 1);
    record.runs.front().timer_interrupts = 130;
    record.runs.front().total = 10'000'000'000;
    EXPECT_EQ(check_one({record}, "tick-stopped").verdict, Verdict::fail);
    record.runs.front().counted_ns = 25'000'000'000;
    const RuleResult result = check_one({record}, "tick-stopped");
    EXPECT_EQ(result.verdict, Verdict::pass);
    EXPECT_DOUBLE_EQ(*result.ratio, 5.2);
}

// Kernels before 5.14 start the tick of a CPU that comes back from idle, as it does for each turn.
TEST_F(TickStopped, CountsRunsOfTheCpuAloneWhereThereAreAny)
{
    record::Record record = make_active(135, 100, 1);
    record.runs.front().timer_interrupts = 2000;
    record.runs.front().counted_ns = 20'000'000'000;
    EXPECT_EQ(check_one({record}, "tick-stopped").verdict, Verdict::fail);
    record::Run alone = make_run(3, Placement::isolated, 3, 20);
    alone.timer_interrupts = 3;
    record.runs.push_back(alone);
    const RuleResult result = check_one({record}, "tick-stopped");
    EXPECT_EQ(result.verdict, Verdict::pass);
    EXPECT_DOUBLE_EQ(*result.ratio, 1.5);
}

TEST_F(TickStopped, CannotTellNearTheLimit)
{
    EXPECT_EQ(result_for(20).verdict, Verdict::inconclusive);
}

TEST_F(TickStopped, SkipsWhereNothingWasCounted)
{
    EXPECT_EQ(check_one({make_active(405, 300)}, "tick-stopped").verdict, Verdict::skip);
}

// 0.26 s of an exact guest with one interrupt is no sample: the next boot has one too.
TEST(Check, DecidesTheTickOfExactRecordsWithoutStatistics)
{
    const auto verdict = [](std::uint64_t interrupts, double mean) {
        record::Record record = make_exact(make_record(KernelState::active));
        record.runs.push_back(make_run(3, Placement::isolated, 1, mean));
        record.runs.back().timer_interrupts = interrupts;
        return check_one({record}, "tick-stopped").verdict;
    };
    EXPECT_EQ(verdict(1, 2.6), Verdict::pass); // 1e8 iterations of 2.6: 0.26 s
    EXPECT_EQ(verdict(65, 2.6), Verdict::fail);
    EXPECT_EQ(verdict(0, 0.5), Verdict::inconclusive);
}

TEST(Check, SkipsWhatHasNoRunsAndNamesIt)
{
    const Report report = check_records({make_inactive(100)}, shipped());
    EXPECT_EQ(report.verdict, Verdict::skip);
    EXPECT_THAT(result_of(report, "isolated-vs-housekeeping").reason,
                testing::HasSubstr("scenario 3 isolated"));
}

TEST(Check, SaysWhenFiguresCrossEmulatorVersions)
{
    record::Record newer = make_exact(make_inactive(338));
    newer.emulator->version = "10.0.2";
    const Report report = check_records({make_exact(make_active(656, 429)), newer}, shipped());
    EXPECT_THAT(report.notes, testing::Contains(testing::HasSubstr("cross emulators")));
}

TEST(CheckNotes, SayWhatTheSelfCheckCouldTell)
{
    record::Record record = with_rounds(make_active(135, 100), 1.35, 0.006, 100);
    record::Pair self = record.pairs.front();
    self.numerator = self.denominator;
    for (double& log_ratio : self.log_ratios)
        log_ratio -= std::log(1.35);
    record.pairs.push_back(self);
    const Report report = check_records({record}, shipped());
    EXPECT_THAT(report.notes, testing::Contains(testing::HasSubstr("could be told from 1")));
    EXPECT_THAT(tellable_text({"getppid", {}, {}, {0.1}}, 0.99), testing::HasSubstr("too few"));
}

TEST(CheckNotes, SayThatOtherTasksRanAndThatTimeWasStolen)
{
    record::Record record = make_active(135, 100);
    record.runs.front().involuntary_switches = 1000000;
    record.runs.front().steal_ns = 10000000000;
    const Report report = check_records({record}, shipped());
    EXPECT_THAT(report.notes, testing::Contains(testing::HasSubstr("other tasks ran there")));
    EXPECT_THAT(report.notes, testing::Contains(testing::HasSubstr("hypervisor took")));
    EXPECT_TRUE(check_records({make_active(135, 100)}, shipped()).notes.empty());
}

TEST(Verdicts, CombineToTheWorst)
{
    EXPECT_EQ(combine(Verdict::pass, Verdict::skip), Verdict::pass);
    EXPECT_EQ(combine(Verdict::pass, Verdict::inconclusive), Verdict::inconclusive);
    EXPECT_EQ(combine(Verdict::fail, Verdict::inconclusive), Verdict::fail);
    EXPECT_EQ(exit_code_of(Verdict::skip), ExitCode::skip);
    EXPECT_EQ(exit_code_of(Verdict::inconclusive), ExitCode::inconclusive);
}

TEST(KernelName, FindsVersionAndFlavour)
{
    EXPECT_EQ(version_of("5.15.0-86-generic"), "5.15.0");
    EXPECT_EQ(flavour_of("5.15.0-86-generic"), "generic");
    EXPECT_EQ(flavour_of("6.12.9+deb13-cloud-amd64"), "cloud-amd64");
    EXPECT_EQ(version_of("6.12.9+deb13-cloud-amd64"), "6.12.9");
    EXPECT_EQ(flavour_of("6.1.0-57-amd64"), "amd64");
    EXPECT_EQ(flavour_of("6.1.176"), "");
    EXPECT_EQ(version_of(""), "");
}

} // namespace nohz::check
