// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/batch.h"

#include <stdexcept>

#include <gtest/gtest.h>

using namespace nohz::measure;

TEST(BatchLength, IsTwoThousandReadingsOfAQuickClock)
{
    EXPECT_DOUBLE_EQ(batch_length_ns({25, 1}), 50'000);
}

TEST(BatchLength, IsAHundredStepsOfACoarseClock)
{
    EXPECT_DOUBLE_EQ(batch_length_ns({5, 1000}), 100'000);
}

TEST(BatchLength, EndsAtAQuarterOfATickWhereAThousandReadingsFitIn)
{
    EXPECT_DOUBLE_EQ(batch_length_ns({600, 10}), 1e6);
}

// A clock source without vDSO: 1,000 readings take longer than a quarter of a tick.
TEST(BatchLength, GoesBeyondAQuarterOfATickWhereAClockReadingIsASystemCall)
{
    EXPECT_DOUBLE_EQ(batch_length_ns({2500, 10}), 2'500'000);
}

TEST(BatchIterations, FillTheLengthAndAreWholeTurns)
{
    EXPECT_EQ(iterations_a_batch(25'000, 75), 336U); // 333.3, in sixteens
    EXPECT_EQ(iterations_a_batch(32'000, 100), 320U);
}

TEST(BatchIterations, OfASlowEntryAreNotRoundedToTurns)
{
    EXPECT_EQ(iterations_a_batch(25'000, 10'000), 3U);
    EXPECT_EQ(iterations_a_batch(25'000, 1e9), 1U);
}

// A clock that stands still must not make a batch endless or a division by zero.
TEST(BatchIterations, HaveAnUpperLimitWhereTheCostReadsAsNothing)
{
    EXPECT_LE(iterations_a_batch(25'000, 0), 1'000'000'000U + 16);
    EXPECT_LE(iterations_a_batch(25'000, 1e-300), 1'000'000'000U + 16);
}

TEST(BatchSamples, KeepsEverythingUpToItsCapacity)
{
    BatchSamples samples(4);
    for (const std::uint64_t duration : {5U, 6U, 7U, 8U})
        samples.add(duration);
    EXPECT_EQ(samples.durations_ns(), (std::vector<double>{5, 6, 7, 8}));
}

// Batch i lasts i: after two times thinning out every fourth is left, from the whole run evenly.
TEST(BatchSamples, KeepsEverySecondThenEveryFourthOfALongRun)
{
    BatchSamples samples(4);
    for (std::uint64_t i = 0; i < 5; ++i)
        samples.add(i);
    EXPECT_EQ(samples.durations_ns(), (std::vector<double>{0, 2, 4}));
    for (std::uint64_t i = 5; i < 16; ++i)
        samples.add(i);
    EXPECT_EQ(samples.durations_ns(), (std::vector<double>{0, 4, 8, 12}));
}

TEST(BatchSamples, ForgetsTheRunBefore)
{
    BatchSamples samples(2);
    for (std::uint64_t i = 0; i < 100; ++i)
        samples.add(i);
    samples.clear();
    samples.add(7);
    samples.add(8);
    EXPECT_EQ(samples.durations_ns(), (std::vector<double>{7, 8}));
}

TEST(BatchSummary, GivesFiguresAnIteration)
{
    const BatchSummary summary = summarise({300, 100, 200}, 10);
    EXPECT_DOUBLE_EQ(summary.typical_ns, 20);
    EXPECT_DOUBLE_EQ(summary.quantiles_ns.at("0"), 10);
    EXPECT_DOUBLE_EQ(summary.quantiles_ns.at("0.25"), 15);
    EXPECT_DOUBLE_EQ(summary.quantiles_ns.at("1"), 30);
    EXPECT_EQ(summary.quantiles_ns.size(), 7U);
}

// One batch in a hundred that a preemption made 40 times as long moves a mean by 39 %.
TEST(BatchSummary, TypicalIsNotMovedByPreemptedBatches)
{
    std::vector<double> durations(99, 1000);
    durations.push_back(40'000);
    const BatchSummary summary = summarise(durations, 10);
    EXPECT_DOUBLE_EQ(summary.typical_ns, 100);
    EXPECT_DOUBLE_EQ(summary.interrupted_share, 0.01);
}

TEST(BatchSummary, DoesNotCallNoiseAnInterruption)
{
    EXPECT_DOUBLE_EQ(summarise({1000, 1001, 1000, 1049, 1000}, 10).interrupted_share, 0);
}

// A neighbour on the host makes batches fall into two groups: neither of them is interrupted.
TEST(BatchSummary, DoesNotCallASecondGroupOfBatchesInterrupted)
{
    std::vector<double> durations(60, 1000);
    durations.insert(durations.end(), 40, 1150);
    EXPECT_DOUBLE_EQ(summarise(durations, 10).interrupted_share, 0);
}

TEST(BatchSummary, NeedsABatch)
{
    EXPECT_THROW(summarise({}, 10), std::invalid_argument);
}
