// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/disturbance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nohz::measure
{

namespace
{

constexpr std::uint64_t second_ns = 1'000'000'000;

}

// A guest whose host is overbooked: half of a run's batches are longer than they should be.
TEST(StealFault, NamesTheShareThatTheHypervisorTook)
{
    EXPECT_THAT(steal_fault(second_ns / 2, second_ns), testing::HasSubstr("took 50 % of the time"));
}

TEST(StealFault, LetsWhatAMedianStandsPass)
{
    EXPECT_EQ(steal_fault(0, second_ns), "");
    EXPECT_EQ(steal_fault(second_ns / 5, second_ns), "");
}

// One tick of 10 ms in a run of 20 ms would be half of it.
TEST(StealFault, DoesNotTakeOneTickOfAShortRunForAFault)
{
    EXPECT_EQ(steal_fault(second_ns / 100, second_ns / 50), "");
    EXPECT_EQ(steal_fault(0, 0), "");
}

} // namespace nohz::measure
