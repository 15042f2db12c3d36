// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/session.h"

#include <numeric>

#include <gtest/gtest.h>

using namespace nohz::measure;

namespace
{

class RecordingLoop final : public Loop
{
public:
    void run(std::uint64_t iterations) override { batches.push_back(iterations); }

    std::vector<std::uint64_t> batches;
};

} // namespace

TEST(Chain, MakesExactlyTheIterationsAskedFor)
{
    for (const std::uint64_t wanted : {100U, 101U, 199U, 200U, 12'345U}) {
        RecordingLoop loop;
        BatchSamples samples(1000);
        CpusSeen seen;
        const ChainTotals totals = run_chain(loop, {100, wanted, no_limit}, samples, seen);
        EXPECT_EQ(totals.iterations, wanted);
        EXPECT_EQ(std::accumulate(loop.batches.begin(), loop.batches.end(), std::uint64_t{0}),
                  wanted);
        EXPECT_EQ(totals.batches, (wanted + 99) / 100);
    }
}

// A last batch of one iteration has all of the clock's cost in it.
TEST(Chain, DoesNotSampleAShorterLastBatch)
{
    RecordingLoop loop;
    BatchSamples samples(1000);
    CpusSeen seen;
    run_chain(loop, {100, 301, no_limit}, samples, seen);
    EXPECT_EQ(loop.batches, (std::vector<std::uint64_t>{100, 100, 100, 1}));
    EXPECT_EQ(samples.durations_ns().size(), 3U);
}

TEST(Chain, MakesOneBatchHoweverShortTheTime)
{
    RecordingLoop loop;
    BatchSamples samples(1000);
    CpusSeen seen;
    const ChainTotals totals = run_chain(loop, {100, no_limit, 0}, samples, seen);
    EXPECT_EQ(totals.batches, 1U);
    EXPECT_EQ(totals.iterations, 100U);
}

// Batches are chained: what the clock and the book-keeping between them cost is in the total too.
TEST(Chain, TotalHasNoGapsBetweenBatches)
{
    RecordingLoop loop;
    BatchSamples samples(1000);
    CpusSeen seen;
    const ChainTotals totals = run_chain(loop, {100, 100'000, no_limit}, samples, seen);
    const std::vector<double> durations = samples.durations_ns();
    ASSERT_EQ(durations.size(), 1000U);
    EXPECT_DOUBLE_EQ(std::accumulate(durations.begin(), durations.end(), 0.0),
                     static_cast<double>(totals.total_nsec));
}

TEST(Chain, SeesTheCpuItRunsOn)
{
    const AffinityRestorer restorer;
    const int cpu = usable_cpus().last();
    pin_to(cpu, "test");
    RecordingLoop loop;
    BatchSamples samples(1000);
    CpusSeen seen;
    run_chain(loop, {100, 1000, no_limit}, samples, seen);
    EXPECT_EQ(seen.list(), nohz::host::CpuList{cpu});
}
