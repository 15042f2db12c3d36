// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/format.h"

#include <gtest/gtest.h>

namespace nohz::report
{

// Runs that came out alike are not without noise.
TEST(FormatInterval, CallsOnlyInstructionsExact)
{
    EXPECT_EQ(format_interval(record::Unit::instructions, 1.5, 1.5), "exact");
    EXPECT_EQ(format_interval(record::Unit::nanoseconds, 1.5, 1.5), "1.500-1.500");
    EXPECT_EQ(format_interval(record::Unit::nanoseconds, 1.352, 1.354), "1.352-1.354");
    EXPECT_EQ(format_interval(record::Unit::nanoseconds, {}, {}), "-");
}

TEST(FormatAdded, IsNeverNegativeZero)
{
    EXPECT_EQ(format_added(-0.001), "+0.00");
    EXPECT_EQ(format_added(-0.2), "-0.20");
}

} // namespace nohz::report
