// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/clock.h"

#include <gtest/gtest.h>

using namespace nohz::measure;

// Two readings of a counter that runs at 24 MHz may be equal; the next is a step of 41 or 42 ns on.
TEST(ClockResolution, IsTheSmallestStepWhereReadingsRepeat)
{
    EXPECT_DOUBLE_EQ(resolution_of({100, 100, 142, 183, 183, 225}, 1), 41);
}

TEST(ClockResolution, IsNominalWhereEveryReadingIsLater)
{
    EXPECT_DOUBLE_EQ(resolution_of({100, 125, 151, 176}, 1), 1);
}

TEST(ClockResolution, IsNominalWhereTheClockDidNotMove)
{
    EXPECT_DOUBLE_EQ(resolution_of({100, 100, 100}, 4e6), 4e6);
}

TEST(Clock, GoesForwardAndCostsSomething)
{
    const std::uint64_t before = now_ns();
    const ClockFacts facts = measure_clock();
    EXPECT_GT(now_ns(), before);
    EXPECT_GT(facts.cost_ns, 0);
    EXPECT_GT(facts.resolution_ns, 0);
}
