// SPDX-License-Identifier: GPL-2.0-or-later
#include "stats/poisson.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

namespace nohz::stats
{

TEST(PoissonCdf, AgreesWithTheSumByHand)
{
    EXPECT_NEAR(poisson_cdf(0, 3), std::exp(-3), 1e-12);
    EXPECT_NEAR(poisson_cdf(2, 3), std::exp(-3) * (1 + 3 + 4.5), 1e-12);
    EXPECT_NEAR(poisson_cdf(1000, 3), 1, 1e-12);
    EXPECT_DOUBLE_EQ(poisson_cdf(0, 0), 1);
}

// exp(-mean) alone underflows from a mean of 745 on.
TEST(PoissonCdf, KeepsItsPrecisionForLargeMeans)
{
    EXPECT_NEAR(poisson_cdf(10000, 10000), 0.5027, 1e-3);
    EXPECT_NEAR(poisson_cdf(200000, 200000), 0.5, 2e-3);
}

TEST(PoissonCdf, RefusesAMeanThatIsNone)
{
    EXPECT_THROW(poisson_cdf(1, -1), std::invalid_argument);
    EXPECT_THROW(poisson_cdf(1, INFINITY), std::invalid_argument);
}

} // namespace nohz::stats
