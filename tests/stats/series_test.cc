// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/series.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "noise.h"

namespace nohz::stats
{

namespace
{

std::vector<double> draw(const Noise& noise, std::size_t count)
{
    std::vector<double> series(count);
    for (double& value : series)
        value = noise();
    return series;
}

} // namespace

TEST(LagOneCorrelation, AgreesWithTheSumByHand)
{
    // deviations -1.5 -0.5 0.5 1.5: (0.75 - 0.25 + 0.75) / 5
    EXPECT_DOUBLE_EQ(lag_one_correlation({1, 2, 3, 4}), 0.25);
    EXPECT_DOUBLE_EQ(lag_one_correlation({5, 5, 5, 5}), 0);
    EXPECT_DOUBLE_EQ(lag_one_correlation({1, 2}), 0);
    EXPECT_DOUBLE_EQ(lag_one_correlation({}), 0);
}

TEST(LagOneCorrelation, FindsThatOfAnAutoregression)
{
    Random random(3);
    EXPECT_NEAR(lag_one_correlation(draw(autocorrelated_noise(random, 0.8), 20'000)), 0.8, 0.02);
    EXPECT_NEAR(lag_one_correlation(draw(white_noise(random), 20'000)), 0, 0.02);
}

TEST(Winsorise, DrawsFarOutValuesInToTheFences)
{
    // quartiles 2 and 4, fences -1 and 7
    const Winsorised result = winsorise({1, 100, 3, 2, 4});
    EXPECT_EQ(result.values, (std::vector<double>{1, 7, 3, 2, 4}));
    EXPECT_DOUBLE_EQ(result.inside, 0.8);
}

// A coarse clock gives the same ratio most of the time: what differs is all that there is to see.
TEST(Winsorise, LeavesASeriesOfMostlyEqualValuesAlone)
{
    const std::vector<double> series = {0, 0, 0, 0, 0, 0, 0, 5, 0, 0};
    EXPECT_EQ(winsorise(series).values, series);
    EXPECT_THROW(winsorise({}), std::invalid_argument);
}

TEST(EstimateSeries, IsHardlyMovedByAFewSpoiledRounds)
{
    Random random(5);
    std::vector<double> series = draw(white_noise(random), 400);
    const Estimate before = estimate_series(series);
    for (std::size_t i = 0; i < series.size(); i += 40)
        series[i] = 1000;
    const Estimate after = estimate_series(series);
    EXPECT_NEAR(after.mean, before.mean, 0.1);
    EXPECT_LT(after.standard_error, 1.5 * before.standard_error);
}

TEST(EstimateSeries, HasNoKnownErrorBelowTenValues)
{
    const Estimate estimate = estimate_series({1, 2, 3, 4, 5, 6, 7, 8, 9});
    EXPECT_DOUBLE_EQ(estimate.mean, 5);
    EXPECT_EQ(estimate.degrees, 0);
    EXPECT_THROW(estimate_series({}), std::invalid_argument);
}

// 45 values in 10 groups: of 4 or 5, and the mean of group means would be another one.
TEST(EstimateSeries, GivesEveryValueTheSameWeight)
{
    std::vector<double> series(45, 0.0);
    series.back() = 45;
    EXPECT_DOUBLE_EQ(estimate_series(series).mean, 1);
}

TEST(EstimateSeries, UsesMoreGroupsForLongerSeriesUpToThirty)
{
    EXPECT_EQ(estimate_series(std::vector<double>(40)).degrees, 9);
    EXPECT_EQ(estimate_series(std::vector<double>(400)).degrees, 19);
    EXPECT_EQ(estimate_series(std::vector<double>(10'000)).degrees, 29);
}

// The error of the mean of n such values is sqrt((1 + 0.8) / (1 - 0.8)) = 3 times that of
// independent ones; plain s / sqrt(n) would be 3 times too small.
TEST(EstimateSeries, ErrorGrowsWithAutocorrelation)
{
    Random random(4);
    double white = 0;
    double correlated = 0;
    for (int i = 0; i < 200; ++i) {
        white += estimate_series(draw(white_noise(random), 2500)).standard_error / 200;
        correlated +=
            estimate_series(draw(autocorrelated_noise(random, 0.8), 2500)).standard_error / 200;
    }
    EXPECT_NEAR(white, 0.02, 0.003);
    EXPECT_NEAR(correlated, 0.06, 0.009);
}

} // namespace nohz::stats
