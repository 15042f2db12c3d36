// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/measure.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "measure/affinity.h"

using namespace nohz;
using namespace nohz::measure;

TEST(MeasureRuns, MakesTheRunsAndIterationsAskedFor)
{
    RunOptions options;
    options.cpu = usable_cpus().last();
    options.iterations = 1234;
    options.runs = 3;
    options.batch_iterations = 100;
    int told = 0;
    const host::CpuList affinity = current_affinity();
    const Document document = measure_runs(options, [&](const RunResult&) { ++told; });
    EXPECT_EQ(told, 3);
    ASSERT_EQ(document.runs.size(), 3U);
    EXPECT_EQ(document.batch_iterations, 100U);
    for (const RunResult& run : document.runs) {
        EXPECT_EQ(run.cpu, options.cpu);
        EXPECT_EQ(run.iterations, 1234U);
        EXPECT_EQ(run.batches, 13U);
        EXPECT_DOUBLE_EQ(run.mean_ns, static_cast<double>(run.total_nsec) / 1234);
        EXPECT_GT(run.typical_ns, 0);
        EXPECT_EQ(run.cpus_seen, std::to_string(*options.cpu));
        EXPECT_EQ(run.disturbed, "");
    }
    EXPECT_EQ(current_affinity(), affinity);
    EXPECT_FALSE(document.log_ratios.has_value());
}

// Fewer iterations than a batch has: the one batch is theirs, and its figure is for so many.
TEST(MeasureRuns, ASingleIterationIsARun)
{
    RunOptions options;
    options.iterations = 1;
    const RunResult run = measure_runs(options).runs.at(0);
    EXPECT_EQ(run.iterations, 1U);
    EXPECT_EQ(run.batches, 1U);
    EXPECT_DOUBLE_EQ(run.typical_ns, run.mean_ns);
}

TEST(MeasureRuns, RefusesWhatMeasuresNothing)
{
    const auto refused = [](auto change) {
        RunOptions options;
        change(options);
        EXPECT_THROW(measure_runs(options), UsageError);
    };
    refused([](RunOptions& o) { o.iterations = 0; });
    refused([](RunOptions& o) { o.seconds = 0; });
    refused([](RunOptions& o) { o.runs = 0; });
    refused([](RunOptions& o) { o.op = "nosuch"; });
    refused([](RunOptions& o) { o.cpu = 99'999; });
    refused([](RunOptions& o) {
        o.iterations = 1;
        o.seconds = 1;
    });
}

// The same CPU against itself needs no second one, and is what a self-check does.
TEST(MeasurePair, MakesRoundsAndOneRunACpu)
{
    PairOptions options;
    options.cpu_a = options.cpu_b = usable_cpus().first();
    options.rounds = 3;
    options.batch_iterations = 16;
    std::vector<double> told;
    int dropped = 0;
    options.before_measuring = [&] { ++dropped; };
    const Document document =
        measure_pair(options, [&](const Round& round) { told.push_back(round.log_ratio); });
    EXPECT_EQ(told.size(), 3U);
    EXPECT_EQ(document.log_ratios, told);
    EXPECT_EQ(dropped, 2); // the thread that measures both sides and the one that waits
    ASSERT_EQ(document.runs.size(), 2U);
    for (const RunResult& run : document.runs) {
        EXPECT_EQ(run.cpu, options.cpu_a);
        EXPECT_EQ(run.batches, 3U * 2 * 50);
        EXPECT_GT(run.counted_ns.value(), run.total_nsec); // the other side too
        EXPECT_EQ(run.iterations, run.batches * 16);
        EXPECT_EQ(run.disturbed, "");
    }
}

TEST(MeasurePair, EndsWhenTheCallerHasEnough)
{
    PairOptions options;
    options.cpu_a = options.cpu_b = usable_cpus().first();
    options.rounds = 100;
    options.batch_iterations = 16;
    int told = 0;
    options.enough = [&](const Round& round) {
        EXPECT_EQ(round.number, told); // on_round comes first
        return round.number == 4;
    };
    const Document document = measure_pair(options, [&](const Round&) { ++told; });
    EXPECT_EQ(told, 4);
    EXPECT_EQ(document.log_ratios->size(), 4U);
    EXPECT_EQ(document.runs.size(), 2U);
}

// What is done to A's thread must not be done to B's, on the same CPU too.
TEST(MeasurePair, PreparesTheThreadOfTheFirstSideAlone)
{
    PairOptions options;
    options.cpu_a = options.cpu_b = usable_cpus().first();
    options.rounds = 2;
    options.batch_iterations = 16;
    int dropped = 0;
    int prepared = 0;
    options.before_measuring = [&] { ++dropped; };
    options.before_measuring_a = [&] {
        EXPECT_EQ(dropped, 1);
        ++prepared;
    };
    EXPECT_EQ(measure_pair(options).log_ratios->size(), 2U);
    EXPECT_EQ(prepared, 1);
    EXPECT_EQ(dropped, 3); // the two threads that measure and the one that waits
}

// Twice the entries: far beyond what noise does to a ratio of the same CPU.
TEST(MeasurePair, ExtraEntriesMakeTheFirstSideSlowerAndAreNotCounted)
{
    PairOptions options;
    options.cpu_a = options.cpu_b = usable_cpus().first();
    options.rounds = 5;
    options.extra_entries_a = 1;
    const Document document = measure_pair(options);
    for (const double log_ratio : *document.log_ratios)
        EXPECT_GT(log_ratio, 0.3);
    EXPECT_EQ(document.runs.at(0).iterations, document.runs.at(1).iterations);
    options.extra_entries_a = -0.5;
    EXPECT_THROW(measure_pair(options), UsageError);
}

TEST(MeasurePair, RunsAreInTheOrderOfTheCpusGiven)
{
    const host::CpuList usable = usable_cpus();
    PairOptions options;
    options.cpu_a = usable.last();
    options.cpu_b = usable.first();
    options.rounds = 1;
    const Document document = measure_pair(options);
    EXPECT_EQ(document.runs.at(0).cpus_seen, std::to_string(usable.last()));
    EXPECT_EQ(document.runs.at(1).cpus_seen, std::to_string(usable.first()));
}

TEST(MeasurePair, RefusesACpuThatIsNotThereAndEnds)
{
    PairOptions options;
    options.cpu_a = usable_cpus().first();
    options.cpu_b = 99'999;
    EXPECT_THROW(measure_pair(options), UsageError);
}
