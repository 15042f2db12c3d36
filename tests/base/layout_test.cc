// SPDX-License-Identifier: GPL-2.0-or-later
// Long texts in lines that fit.
#include "base/layout.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace nohz
{

TEST(Wrapped, BreaksAtBlanksUnderTheIndent)
{
    EXPECT_EQ(wrapped("one two three", "- ", "  ", 9), "- one two\n  three\n");
    EXPECT_EQ(wrapped("", "label:", "  "), "label:\n");
}

// A command line's CPU list has no blank: it must neither stick out nor lose a digit.
TEST(Wrapped, CutsLongWordsBehindACommaAndLosesNothing)
{
    const std::string text = wrapped("nohz_full=1,3,5,7,9,11,13", "", "  ", 12);
    EXPECT_EQ(text, "nohz_full=1,\n  3,5,7,9,\n  11,13\n");
    std::string list = "x";
    for (int i = 0; i < 400; ++i)
        list += "yz";
    std::string whole;
    const std::string lines = wrapped(list, "", "", 10);
    for (const std::string_view line : split_lines(lines)) {
        EXPECT_LE(line.size(), 10U);
        whole += line;
    }
    EXPECT_EQ(whole, list);
}

TEST(WrappedCommand, IsTheSameCommandWhenItIsPasted)
{
    EXPECT_EQ(wrapped_command("echo one", "  ", 12), "  echo one\n");
    EXPECT_EQ(wrapped_command("cat $(ls -v a b) | wc", "  ", 12),
              "  cat $(ls \\\n  -v a b) \\\n  | wc\n");
    EXPECT_EQ(wrapped_command("a /a/word/longer/than/a/line b", "", 10),
              "a \\\n/a/word/longer/than/a/line \\\nb\n");
}

TEST(Wrapped, EndsWithAnIndentThatLeavesNoRoom)
{
    EXPECT_EQ(wrapped("ab", "12345", "12345", 5), "12345a\n12345b\n");
}

TEST(Columns, CountsWideCharactersTwiceAndMarksNot)
{
    EXPECT_EQ(columns_of("CPU"), 3U);
    EXPECT_EQ(columns_of("龙芯"), 4U);
    EXPECT_EQ(columns_of("Эльбрус"), 7U);
    EXPECT_EQ(columns_of("e\xcc\x81"), 1U);
    EXPECT_EQ(columns_of("\xff\xfe"), 2U);
}

TEST(Wrapped, CountsColumnsAndNotBytes)
{
    EXPECT_EQ(wrapped("龙芯龙芯龙芯", "", "", 4), "龙芯\n龙芯\n龙芯\n");
}

} // namespace nohz
