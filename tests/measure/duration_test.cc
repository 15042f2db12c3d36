// SPDX-License-Identifier: GPL-2.0-or-later
#include "measure/duration.h"

#include <gtest/gtest.h>

using namespace nohz::measure;

TEST(Duration, ReadsSecondsAndUnits)
{
    EXPECT_EQ(parse_duration("10"), 10.0);
    EXPECT_EQ(parse_duration("0.5"), 0.5);
    EXPECT_EQ(parse_duration("10s"), 10.0);
    EXPECT_EQ(parse_duration("500ms"), 0.5);
    EXPECT_EQ(parse_duration("2m"), 120.0);
    EXPECT_EQ(parse_duration("1h"), 3600.0);
}

TEST(Duration, RefusesEverythingElse)
{
    for (const char* text : {"", "s", "m", "-1", "1x", "1 s", "1sm", "nan", "inf", "1e999", "0x10",
                             "1,5", "ten", "10S"})
        EXPECT_EQ(parse_duration(text), std::nullopt) << text;
}
