// SPDX-License-Identifier: GPL-2.0-or-later
// Words of kernel states and placements, and scenarios.
#include "host/words.h"

#include <gtest/gtest.h>

namespace nohz::host
{

TEST(Words, EveryWordIsReadBackAsWhatItWasWrittenFor)
{
    for (const auto state : {KernelState::not_built, KernelState::inactive, KernelState::active})
        EXPECT_EQ(parse_kernel_state(to_string(state)), state);
    for (const auto placement :
         {Placement::unpinned, Placement::pinned, Placement::isolated, Placement::housekeeping})
        EXPECT_EQ(parse_placement(to_string(placement)), placement);
}

TEST(Words, WordsAreThoseOfTheRecord)
{
    EXPECT_EQ(to_string(KernelState::not_built), "not-built");
    EXPECT_EQ(to_string(Placement::housekeeping), "housekeeping");
}

TEST(Words, RefusesOtherWords)
{
    EXPECT_FALSE(parse_kernel_state("not_built"));
    EXPECT_FALSE(parse_kernel_state(""));
    EXPECT_FALSE(parse_placement("Isolated"));
}

TEST(Words, ScenarioFollowsFromStateAndPlacement)
{
    EXPECT_EQ(scenario_of(KernelState::not_built, Placement::unpinned), 1);
    EXPECT_EQ(scenario_of(KernelState::not_built, Placement::pinned), 1);
    EXPECT_EQ(scenario_of(KernelState::inactive, Placement::pinned), 2);
    EXPECT_EQ(scenario_of(KernelState::active, Placement::unpinned), 3);
    EXPECT_EQ(scenario_of(KernelState::active, Placement::isolated), 3);
    EXPECT_EQ(scenario_of(KernelState::active, Placement::housekeeping), 4);
}

// A record that says "pinned" of an active boot is wrong and must not pass as scenario 3.
TEST(Words, PlacementsOfOtherBootsHaveNoScenario)
{
    EXPECT_FALSE(scenario_of(KernelState::active, Placement::pinned));
    EXPECT_FALSE(scenario_of(KernelState::inactive, Placement::isolated));
    EXPECT_FALSE(scenario_of(KernelState::not_built, Placement::housekeeping));
}

} // namespace nohz::host
