// SPDX-License-Identifier: GPL-2.0-or-later
// What nohz-measure printed becomes runs and pairs of a record.
#include "record/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "data_dir.h"

namespace nohz::record
{

namespace
{

using testing::HasSubstr;

const std::string isolated_run =
    R"({"cpu":1,"iterations":1000,"total_nsec":102000,"mean_ns":102,"typical_ns":101.5,)"
    R"("quantiles_ns":{"0.5":101.5},"batches":10,"interrupted_batches":1,"counted_ns":210000,)"
    R"("involuntary_switches":0,"timer_interrupts":null,"other_interrupts":2,"steal_ns":null,)"
    R"("cpus_seen":"1","disturbed":""})";
const std::string housekeeping_run =
    R"({"cpu":0,"iterations":1000,"total_nsec":76000,"mean_ns":76,"batches":10,"cpus_seen":"0",)"
    R"("disturbed":"another task ran"})";

const Placed isolated{3, host::Placement::isolated, 1};
const Placed housekeeping{4, host::Placement::housekeeping, 0};

std::string document(const std::string& runs, const std::string& more = "")
{
    return R"({"op":"getppid","unit":"ns","clock":"CLOCK_MONOTONIC_RAW","clock_cost_ns":25,)"
           R"("loop_cost_ns":0.07,"runs":[)" +
           runs + "]" + more + "}\n";
}

TEST(Measurement, BecomesRuns)
{
    Record record;
    add_measurement(record, document(isolated_run), {isolated});
    ASSERT_EQ(record.runs.size(), 1U);
    const record::Run& run = record.runs[0];
    EXPECT_EQ(run.placed, isolated);
    EXPECT_EQ(run.op, "getppid");
    EXPECT_EQ(run.total, 102000U);
    EXPECT_EQ(run.typical, 101.5);
    EXPECT_EQ(run.other_interrupts, 2U);
    EXPECT_FALSE(run.timer_interrupts);
    EXPECT_EQ(run.counted_ns, 210000U);
    EXPECT_TRUE(record.pairs.empty());
}

// --pair streams a line a round before the document.
TEST(Measurement, OfAPairStandsOnTheLastLine)
{
    Record record;
    const std::string text =
        "{\"round\":1,\"order\":\"ABBA\",\"log_ratio\":0.29}\n" +
        document(isolated_run + "," + housekeeping_run, R"(,"pair":{"log_ratios":[0.29,0.3]})");
    add_measurement(record, text, {isolated, housekeeping});
    ASSERT_EQ(record.runs.size(), 2U);
    EXPECT_EQ(record.runs[1].disturbed, "another task ran");
    ASSERT_EQ(record.pairs.size(), 1U);
    EXPECT_EQ(record.pairs[0].numerator, isolated);
    EXPECT_EQ(record.pairs[0].denominator, housekeeping);
    EXPECT_THAT(record.pairs[0].log_ratios, testing::ElementsAre(0.29, 0.3));
}

// One instruction is 1 ns of virtual time: the same document, another unit.
TEST(Measurement, OfAnExactGuestCountsInstructions)
{
    Record record;
    record.unit = Unit::instructions;
    record.tool_version = "0.1.0";
    record.created = "2026-11-30T18:44:00Z";
    record.source = "vm";
    record.boot.kernel_state = host::KernelState::active;
    add_measurement(record, document(isolated_run), {isolated});
    EXPECT_THAT(to_json(record), HasSubstr("\"mean_instructions\": 102.0"));
    EXPECT_EQ(parse_record(to_json(record), "again").runs, record.runs);
}

// Ctrl-C before the first batch: the rest of what was measured is kept.
TEST(Measurement, LeavesOutARunWithoutFigures)
{
    Record record;
    const std::string nothing = R"({"cpu":0,"iterations":0,"total_nsec":0,"mean_ns":0})";
    add_measurement(record, document(isolated_run + "," + nothing), {isolated, housekeeping});
    EXPECT_EQ(record.runs.size(), 1U);
}

// Without this, Ctrl-C in the first of four runs threw away what was measured.
TEST(Measurement, MayHaveFewerRunsThanWereAskedFor)
{
    Record record;
    add_measurement(record, document(isolated_run), {isolated, isolated, isolated});
    EXPECT_EQ(record.runs.size(), 1U);
}

TEST(Measurement, IsRefusedWholeWhereItIsNotWhatWasAskedFor)
{
    const std::string both = isolated_run + "," + housekeeping_run;
    const auto refusal = [](const std::string& text, const std::vector<Placed>& placed) {
        Record record;
        const std::string message = input_error_of([&] { add_measurement(record, text, placed); });
        EXPECT_TRUE(record.runs.empty());
        EXPECT_TRUE(record.pairs.empty());
        return message;
    };
    EXPECT_THAT(refusal("", {isolated}), HasSubstr("is empty"));
    EXPECT_THAT(refusal("total 5 nsec\navg 5 nsec\n", {isolated}), HasSubstr("not JSON"));
    EXPECT_THAT(refusal(document(both), {isolated}), HasSubstr("/runs: is a list of 2"));
    EXPECT_THAT(refusal(document(housekeeping_run), {isolated}), HasSubstr("/runs/0/cpu: is 0"));
    EXPECT_THAT(refusal(document(isolated_run, R"(,"pair":{"log_ratios":[0.1]})"), {isolated}),
                HasSubstr("/pair: stands beside 1 placements"));
    EXPECT_THAT(
        refusal(document(both, R"(,"pair":{"log_ratios":["x"]})"), {isolated, housekeeping}),
        HasSubstr("/pair/log_ratios/0: is a string"));
}

TEST(NewRecord, HoldsThisBootAndNoRuns)
{
    const Record record = begin_record("/");
    EXPECT_EQ(record.source, "run");
    EXPECT_TRUE(record.runs.empty());
    EXPECT_GE(record.host.cpus, 1);
    EXPECT_EQ(parse_record(to_json(record), "again").boot, record.boot);
}

} // namespace

} // namespace nohz::record
