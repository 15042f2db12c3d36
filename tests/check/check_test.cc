// SPDX-License-Identifier: GPL-2.0-or-later
#include "check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/notes.h"
#include "checking.h"

namespace nohz::check
{

namespace
{

using host::KernelState;
using host::Placement;

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

// A reader must see how little an interval covers.
TEST(Check, TellsFiguresOfOneBootAndOfOneCpu)
{
    record::Record record = make_active(405.57, 299.79);
    record.boot.boot_id = "first";
    const RuleResult one = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_TRUE(one.one_boot);
    EXPECT_TRUE(one.one_cpu);
    record::Record second = record;
    second.boot.boot_id = "second";
    for (record::Run& run : second.runs)
        run.placed.cpu = *run.placed.cpu + 1;
    const RuleResult two = check_one({record, second}, "isolated-vs-housekeeping");
    EXPECT_FALSE(two.one_boot);
    EXPECT_FALSE(two.one_cpu);
}

// The logs of scenarios 3 and 4 stand in folders of their own and name no boot.
TEST(Check, TellsThatLogsAreOnlyTakenToBeOfOneBoot)
{
    for (const auto& [source, assumed] : {std::pair("import", true), {"run", false}}) {
        record::Record record = make_active(405, 300);
        record.source = source;
        EXPECT_EQ(check_one({record}, "isolated-vs-housekeeping").assumed_boot, assumed) << source;
    }
    const Report reference = check_records(
        record::load_records({SOURCE_ROOT "/data/reference/lp1919154-arm64"}), shipped());
    for (const RuleResult& rule : reference.rules)
        EXPECT_EQ(rule.assumed_boot, rule.one_boot) << rule.name;
}

TEST(Check, TellsThatALimitWasTakenFromTheFiguresItJudges)
{
    const RuleResult reference =
        check_one(record::load_records({SOURCE_ROOT "/data/reference/lp1919154-arm64"}),
                  "isolated-vs-housekeeping");
    EXPECT_THAT(reference.limit_basis, testing::EndsWith("comment 9"));
    EXPECT_TRUE(reference.limit_is_of_these);
    record::Record other = make_active(405.57, 299.79);
    other.host.arch = "arm64";
    const RuleResult of_other = check_one({other}, "isolated-vs-housekeeping");
    EXPECT_THAT(of_other.limit_basis, testing::EndsWith("comment 9"));
    EXPECT_FALSE(of_other.limit_is_of_these);
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
    EXPECT_THAT(other.reason, testing::HasSubstr("not judged: different kernels"));
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

TEST(Check, LimitsAddedCostToo)
{
    Rules rules = shipped();
    apply_thresholds(rules, "[rule.isolated-vs-housekeeping]\nmax_added_ns = 50\n", "local.toml");
    const RuleResult result = check_one({make_active(405, 300)}, "isolated-vs-housekeeping", rules);
    EXPECT_EQ(result.verdict, Verdict::fail);
    EXPECT_EQ(result.max_added, 50);
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

TEST(CheckNotes, SayHowManySelfChecksTheyLeaveOut)
{
    record::Record record = make_active(135, 100);
    for (int i = 0; i < 11; ++i)
        record.pairs.push_back({"getppid",
                                {4, Placement::housekeeping, 0},
                                {4, Placement::housekeeping, 0},
                                std::vector<double>(40, 0.001)});
    const std::vector<std::string> notes = check_records({record}, shipped()).notes;
    EXPECT_THAT(notes, testing::Contains(testing::HasSubstr("3 measurements of a CPU against")));
    record.pairs.resize(8);
    EXPECT_THAT(check_records({record}, shipped()).notes,
                testing::Not(testing::Contains(testing::HasSubstr("not shown here"))));
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

// Whoever measures the one that was named should not find another missing then.
TEST(Check, NamesEverySideThatIsMissing)
{
    const Report report = check_records({make_not_built(100, "6.1.0-57-amd64")}, shipped());
    const auto reason = [&](const char* name) { return result_of(report, name).reason; };
    EXPECT_EQ(reason("isolated-vs-housekeeping"),
              "no runs of scenario 3 isolated and scenario 4 housekeeping");
    EXPECT_EQ(reason("housekeeping-vs-inactive"),
              "no runs of scenario 4 housekeeping and scenario 2 pinned");
    EXPECT_EQ(reason("built-in-cost"), "no runs of scenario 2");
    EXPECT_EQ(reason("tick-stopped"), "no runs of scenario 3 isolated");
}

TEST(Check, NamesBothScenariosOfTheSamePlacementWhereBothAreMissing)
{
    EXPECT_EQ(check_one({make_active(110, 80)}, "built-in-cost").reason,
              "no runs of scenario 2 and scenario 1");
    record::Record unpinned = make_record(KernelState::not_built);
    unpinned.runs.push_back(make_run(1, Placement::unpinned, std::nullopt, 100));
    EXPECT_EQ(check_one({unpinned, make_inactive(100)}, "built-in-cost").reason,
              "no placement that scenarios 2 and 1 share");
}

TEST(Check, NamesEverySideOfWhichAllRunsWereDisturbed)
{
    record::Record record = make_active(110, 80);
    for (record::Run& run : record.runs)
        run.disturbed = "steal";
    EXPECT_EQ(check_one({record}, "isolated-vs-housekeeping").reason,
              "every run of scenario 3 isolated and scenario 4 housekeeping was disturbed");
}

TEST(Check, TellsOfWhichCpusAndFiguresARatioIs)
{
    record::Record record = make_active(110, 80);
    record.runs.push_back(make_run(3, Placement::isolated, 2, 110));
    RuleResult result = check_one({record}, "isolated-vs-housekeeping");
    EXPECT_EQ(result.numerator_cpus, (host::CpuList{2, 3}));
    EXPECT_EQ(result.denominator_cpus, host::CpuList{0});
    EXPECT_EQ(result.evidence, Evidence::runs);
    EXPECT_FALSE(result.of_typical);
    for (record::Run& run : record.runs)
        run.typical = run.mean;
    EXPECT_TRUE(check_one({record}, "isolated-vs-housekeeping").of_typical);
    // CPUs that only one of two boots has are not compared.
    record::Record other = make_not_built(100, "6.1.0-57-amd64");
    other.runs.push_back(make_run(1, Placement::pinned, 1, 100));
    result = check_one({other, make_inactive(100)}, "built-in-cost");
    EXPECT_EQ(result.denominator_cpus, host::CpuList{3});
    EXPECT_EQ(result.evidence, Evidence::different_boots);
}

} // namespace nohz::check
