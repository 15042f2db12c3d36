// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/combine.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "noise.h"

namespace nohz::stats
{

TEST(CombinePairs, OnePairIsItself)
{
    const Estimate one = combine_pairs({{0.3, 0.001, 9}});
    EXPECT_DOUBLE_EQ(one.mean, 0.3);
    EXPECT_DOUBLE_EQ(one.standard_error, 0.001);
    EXPECT_DOUBLE_EQ(one.degrees, 9);
    EXPECT_THROW(combine_pairs({}), std::invalid_argument);
}

// Each pair is sure of its own ratio; the class's ratio is only as sure as the pairs agree.
TEST(CombinePairs, CountsHowPairsDiffer)
{
    const Estimate combined = combine_pairs({{0.28, 1e-6, 9}, {0.30, 1e-6, 9}, {0.32, 1e-6, 9}});
    EXPECT_NEAR(combined.mean, 0.30, 1e-12);
    EXPECT_NEAR(combined.standard_error, 0.02 / std::sqrt(3), 1e-12);
    EXPECT_DOUBLE_EQ(combined.degrees, 2);
}

TEST(CombinePairs, IsNeverSurerThanThePairsAre)
{
    const Estimate combined = combine_pairs({{0.3, 0.03, 9}, {0.3, 0.04, 9}});
    EXPECT_DOUBLE_EQ(combined.standard_error, 0.025);
}

// Four pairs with quirks of 1 % each: the 95 % interval must hold the class's ratio 95 times in
// 100 (standard error of 2,000 trials 0.5 points). With weights from the rounds alone it would
// hold it hardly ever.
TEST(CombinePairs, IntervalCoversTheRatioOfTheClass)
{
    Random random(11);
    int covered = 0;
    for (int i = 0; i < 2000; ++i) {
        std::vector<Estimate> pairs;
        for (int pair = 0; pair < 4; ++pair)
            pairs.push_back({0.3 + 0.01 * normal(random), 0.0005, 9});
        const Interval interval = interval_of(combine_pairs(pairs), 0.95);
        covered += interval.low <= 0.3 && 0.3 <= interval.high ? 1 : 0;
    }
    EXPECT_NEAR(covered / 2000.0, 0.95, 0.02);
}

// Isolated CPU 1 against CPU 0 reads 1.40, but CPU 1 is 3 % slower anyway.
TEST(DifferenceInDifferences, TakesOutWhatMakesTheCpusDifferAnyway)
{
    const Estimate result =
        difference_in_differences({std::log(1.40), 0.003, 9}, {std::log(1.03), 0.004, 9});
    EXPECT_NEAR(std::exp(result.mean), 1.40 / 1.03, 1e-12);
    EXPECT_DOUBLE_EQ(result.standard_error, 0.005);
    EXPECT_GT(result.degrees, 9);
}

TEST(Average, HasTheErrorThatTheEstimatesGiveIt)
{
    const Estimate result = average({{1, 0.3, 20}, {3, 0.4, 10}});
    EXPECT_DOUBLE_EQ(result.mean, 2);
    EXPECT_DOUBLE_EQ(result.standard_error, 0.25);
    EXPECT_DOUBLE_EQ(result.degrees, 10);
    EXPECT_THROW(average({}), std::invalid_argument);
}

} // namespace nohz::stats
