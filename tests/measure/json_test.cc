// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "results.h"

using namespace nohz::measure;
using nlohmann::json;

TEST(MeasureJson, DocumentHasEveryFieldThatScriptsRelyOn)
{
    const json document = json::parse(to_json(example_document()));
    EXPECT_EQ(document, json::parse(R"({
        "op": "getppid", "unit": "ns", "clock": "CLOCK_MONOTONIC_RAW", "clock_cost_ns": 25.1,
        "clock_resolution_ns": 1.0, "loop_cost_ns": 0.03, "batch_iterations": 100,
        "runs": [{"cpu": 1, "iterations": 1000, "total_nsec": 293708, "mean_ns": 293.708,
            "typical_ns": 292.1235,
            "quantiles_ns": {"0": 290.0, "0.05": 291.0, "0.25": 292.0, "0.5": 292.1235,
                "0.75": 293.0, "0.95": 295.0, "1": 900.0},
            "batches": 10, "interrupted_batches": 1, "counted_ns": null,
            "involuntary_switches": 0,
            "timer_interrupts": 4, "other_interrupts": 2, "steal_ns": 10000000,
            "cpus_seen": "1", "disturbed": ""}]})"));
}

TEST(MeasureJson, UnknownIsNull)
{
    Document document = example_document();
    document.runs[0].cpu.reset();
    document.runs[0].timer_interrupts.reset();
    document.runs[0].other_interrupts.reset();
    document.runs[0].steal_ns.reset();
    const json run = json::parse(to_json(document)).at("runs").at(0);
    for (const char* key : {"cpu", "timer_interrupts", "other_interrupts", "steal_ns"})
        EXPECT_TRUE(run.at(key).is_null()) << key;
}

TEST(MeasureJson, IsOneLine)
{
    EXPECT_EQ(to_json(example_document()).find('\n'), std::string::npos);
}

TEST(MeasureJson, PairHasItsLogRatiosWithEveryDigit)
{
    Document document = example_document();
    EXPECT_FALSE(json::parse(to_json(document)).contains("pair"));
    document.log_ratios = {0.1234567890123, -0.5};
    EXPECT_EQ(json::parse(to_json(document)).at("pair").at("log_ratios"),
              json({0.1234567890123, -0.5}));
}

TEST(MeasureJson, RoundSaysItsOrder)
{
    Round round;
    round.number = 3;
    round.a_ns = {10.5, 11};
    round.b_ns = {20, 21};
    round.log_ratio = -0.25;
    EXPECT_EQ(json::parse(to_json(round)), json::parse(R"({"round": 3, "order": "ABBA",
        "a_ns": [10.5, 11.0], "b_ns": [20.0, 21.0], "log_ratio": -0.25})"));
    round.b_first = true;
    EXPECT_EQ(json::parse(to_json(round)).at("order"), "BAAB");
}
