// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/quantile.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace nohz::stats
{

TEST(Quantile, InterpolatesBetweenOrderStatistics)
{
    const std::vector<double> values = {10, 20, 30, 40};
    EXPECT_DOUBLE_EQ(quantile(values, 0), 10);
    EXPECT_DOUBLE_EQ(quantile(values, 0.25), 17.5);
    EXPECT_DOUBLE_EQ(quantile(values, 0.5), 25);
    EXPECT_DOUBLE_EQ(quantile(values, 1), 40);
}

TEST(Quantile, OfOneValueIsThatValue)
{
    EXPECT_DOUBLE_EQ(quantile({7}, 0.95), 7);
}

TEST(Quantile, RefusesWhatHasNoAnswer)
{
    EXPECT_THROW(quantile({}, 0.5), std::invalid_argument);
    EXPECT_THROW(quantile({1, 2}, -0.1), std::invalid_argument);
    EXPECT_THROW(quantile({1, 2}, 1.1), std::invalid_argument);
}

TEST(Median, TakesTheMiddleOfUnorderedValues)
{
    EXPECT_DOUBLE_EQ(median({9, 1, 5}), 5);
    EXPECT_DOUBLE_EQ(median({9, 1, 5, 7}), 6);
    EXPECT_DOUBLE_EQ(median({4}), 4);
}

// A preempted batch is thousands of times longer; the median must not see it.
TEST(Median, IsNotMovedByAFewHugeValues)
{
    EXPECT_DOUBLE_EQ(median({75, 75, 1e9, 75, 2e9}), 75);
}

TEST(Median, RefusesAnEmptyList)
{
    EXPECT_THROW(median({}), std::invalid_argument);
}

} // namespace nohz::stats
