// SPDX-License-Identifier: GPL-2.0-or-later
#include "check/tick_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checking.h"

namespace nohz::check
{

namespace
{

using host::KernelState;
using host::Placement;

} // namespace

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
    EXPECT_EQ(result_for(2).reason, "2 timer interrupts in 2.000 s");
    EXPECT_EQ(result_for(1).reason, "1 timer interrupt in 2.000 s");
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

// That nothing was counted proves a stopped tick only where the same count sees one that runs.
TEST_F(TickStopped, SaysWhatWasCountedOnTheHousekeepingCpusOfTheSameBoots)
{
    const auto boot = [](std::uint64_t interrupts, int cpu, const char* id) {
        record::Record record = make_active(5, 5, 1);
        record.boot.boot_id = id;
        record.runs[0].timer_interrupts = 0;
        record.runs[1].timer_interrupts = interrupts;
        record.runs[1].placed.cpu = cpu;
        return record;
    };
    const auto reason = [](const std::vector<record::Record>& records) {
        return check_one(records, "tick-stopped").reason;
    };
    EXPECT_THAT(reason({boot(125, 0, "a")}),
                testing::EndsWith("0 timer interrupts in 0.500 s; housekeeping CPU 0: 125 in "
                                  "0.500 s"));
    EXPECT_THAT(reason({boot(125, 0, "a"), boot(126, 1, "b")}),
                testing::EndsWith("; housekeeping CPUs 0-1: 251 in 1.000 s"));
    record::Record other = boot(126, 1, "b");
    other.runs.erase(other.runs.begin());
    EXPECT_THAT(reason({boot(125, 0, "a"), other}),
                testing::EndsWith("; housekeeping CPU 0: 125 in 0.500 s"));
    record::Record waiting = boot(125, 0, "a");
    waiting.runs[1].counted_ns = 9'000'000'000;
    EXPECT_THAT(reason({waiting}), testing::EndsWith("0 timer interrupts in 0.500 s"));
}

TEST_F(TickStopped, CannotTellNearTheLimit)
{
    EXPECT_EQ(result_for(20).verdict, Verdict::inconclusive);
}

TEST_F(TickStopped, SkipsWhereNothingWasCounted)
{
    const RuleResult result = check_one({make_active(405, 300)}, "tick-stopped");
    EXPECT_EQ(result.verdict, Verdict::skip);
    EXPECT_EQ(result.reason, "no count of timer interrupts for scenario 3 isolated");
}

// 0.26 s of an exact guest with one interrupt is no sample: the next boot has one too.
TEST(Check, DecidesTheTickOfExactRecordsWithoutStatistics)
{
    const auto result = [&](std::uint64_t interrupts, double mean) {
        record::Record record = make_exact(make_record(KernelState::active));
        record.runs.push_back(make_run(3, Placement::isolated, 1, mean));
        record.runs.back().timer_interrupts = interrupts;
        return check_one({record}, "tick-stopped");
    };
    EXPECT_EQ(result(1, 2.6).verdict, Verdict::pass); // 1e8 iterations of 2.6: 0.26 s
    EXPECT_EQ(result(65, 2.6).verdict, Verdict::fail);
    EXPECT_EQ(result(0, 0.5).verdict, Verdict::inconclusive);
    EXPECT_EQ(result(1, 2.6).reason, "1 timer interrupt in 0.260 s of the guest's time");
}

} // namespace nohz::check
