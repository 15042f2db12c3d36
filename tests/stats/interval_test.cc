// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/interval.h"

#include <cmath>
#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

namespace nohz::stats
{

TEST(EstimateMean, GivesMeanAndStandardError)
{
    const Estimate estimate = estimate_mean({2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_DOUBLE_EQ(estimate.mean, 5);
    EXPECT_NEAR(estimate.standard_error, std::sqrt(32.0 / 7 / 8), 1e-12);
    EXPECT_DOUBLE_EQ(estimate.degrees, 7);
}

TEST(EstimateMean, OfOneValueHasNoKnownError)
{
    EXPECT_DOUBLE_EQ(estimate_mean({3}).degrees, 0);
    EXPECT_THROW(interval_of(estimate_mean({3}), 0.95), std::invalid_argument);
}

TEST(BatchMeans, UsesEveryValueOnce)
{
    const std::vector<double> series = {1, 2, 3, 4, 5, 6, 7};
    const std::vector<double> expected = {1.5, 3.5, 6};
    EXPECT_EQ(batch_means(series, 3), expected);
    EXPECT_EQ(batch_means(series, 20), series);
    EXPECT_THROW(batch_means(series, 0), std::invalid_argument);
}

TEST(Difference, AddsTheErrorsOfBothSides)
{
    const Estimate result = difference({10, 0.3, 5}, {8, 0.4, 9});
    EXPECT_DOUBLE_EQ(result.mean, 2);
    EXPECT_DOUBLE_EQ(result.standard_error, 0.5);
    // Welch-Satterthwaite by hand: 0.0625 / (0.0081/5 + 0.0256/9)
    EXPECT_NEAR(result.degrees, 0.0625 / (0.0081 / 5 + 0.0256 / 9), 1e-9);
}

TEST(Difference, OfASingleRunASideHasNoKnownError)
{
    EXPECT_DOUBLE_EQ(difference({10, 0, 0}, {8, 0.4, 9}).degrees, 0);
}

// The interval must cover the true mean as often as it says: 95 % of 2,000 samples, within what
// chance allows (standard error 0.5 points).
TEST(IntervalOf, CoversTheTrueMeanAsOftenAsItSays)
{
    std::mt19937_64 random(20260101);
    std::normal_distribution<double> normal(3, 2);
    int covered = 0;
    for (int i = 0; i < 2000; ++i) {
        std::vector<double> sample(10);
        for (double& value : sample)
            value = normal(random);
        const Interval interval = interval_of(estimate_mean(sample), 0.95);
        covered += interval.low <= 3 && 3 <= interval.high ? 1 : 0;
    }
    EXPECT_NEAR(covered / 2000.0, 0.95, 0.02);
}

} // namespace nohz::stats
