// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/round.h"

#include <cmath>

#include <gtest/gtest.h>

using namespace nohz::measure;

TEST(Round, SortsChunksToTheirCpuInBothOrders)
{
    const Round forth = make_round(1, false, {10, 20, 21, 11});
    EXPECT_EQ(forth.a_ns, (std::vector<double>{10, 11}));
    EXPECT_EQ(forth.b_ns, (std::vector<double>{20, 21}));
    const Round back = make_round(2, true, {20, 10, 11, 21});
    EXPECT_EQ(back.a_ns, forth.a_ns);
    EXPECT_EQ(back.b_ns, forth.b_ns);
    EXPECT_DOUBLE_EQ(back.log_ratio, forth.log_ratio);
}

TEST(Round, LogRatioIsThatOfAToB)
{
    EXPECT_DOUBLE_EQ(make_round(1, false, {30, 20, 20, 30}).log_ratio, std::log(1.5));
    EXPECT_DOUBLE_EQ(make_round(1, true, {20, 30, 30, 20}).log_ratio, std::log(1.5));
}

// The machine gets slower by the same factor from chunk to chunk: both CPUs are in truth the same.
TEST(Round, SteadyDriftFallsOut)
{
    for (const bool b_first : {false, true})
        EXPECT_NEAR(make_round(1, b_first, {100, 102, 104.04, 106.1208}).log_ratio, 0, 1e-12);
}

TEST(Round, OrdersAreDrawnTheSameForTheSameSeedAndBothOften)
{
    std::mt19937_64 random(1);
    std::mt19937_64 again(1);
    int b_first = 0;
    for (int i = 0; i < 1000; ++i) {
        const bool drawn = draw_b_first(random);
        EXPECT_EQ(draw_b_first(again), drawn);
        b_first += drawn ? 1 : 0;
    }
    EXPECT_GT(b_first, 400);
    EXPECT_LT(b_first, 600);
}
