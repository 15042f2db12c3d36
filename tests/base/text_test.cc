// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers, words and safe printing.
#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nohz
{

namespace
{

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Joined, PutsTheSeparatorBetweenWordsOnly)
{
    EXPECT_EQ(joined(std::vector<std::string>{"a", "b", "c"}, " and "), "a and b and c");
    EXPECT_EQ(joined(std::vector<std::string>{"a"}, ", "), "a");
    EXPECT_EQ(joined(std::vector<std::string>{}, ", "), "");
}

// A file's text goes into messages: a terminal must not obey it.
TEST(Printable, ReplacesWhatATerminalWouldObey)
{
    EXPECT_EQ(printable("a\x1b[31mb\n\tc\x7f"), "a?[31mb??c?");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a?b");
    EXPECT_EQ(printable("a\xc2\x9b"
                        "b"),
              "a?b")
        << "the C1 control CSI as UTF-8";
    EXPECT_EQ(printable("a\xe2\x80\xae"
                        "b"),
              "a?b")
        << "right-to-left override";
}

// The same document for a program, and nothing in it that a terminal would obey.
TEST(SafeJson, EscapesWhatATerminalWouldObey)
{
    EXPECT_EQ(safe_json("{\n \"a\": \"\xe2\x80\xae\x7f\xc2\x9b\"\n}\n"),
              "{\n \"a\": \"\\u202e\\u007f\\u009b\"\n}\n");
    EXPECT_EQ(safe_json("\"\xc3\xa9 \xf0\x9f\x99\x82\""), "\"\xc3\xa9 \xf0\x9f\x99\x82\"");
}

TEST(Printable, KeepsGoodUtf8AndReplacesBrokenBytes)
{
    EXPECT_EQ(printable("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
              "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    EXPECT_EQ(printable("\xff\xc3x"), "??x");
    EXPECT_EQ(printable("\xc0\xaf"), "??") << "an overlong slash";
    EXPECT_EQ(printable("\xe2\x82"), "??") << "cut off";
}

TEST(Printable, CutsLongText)
{
    EXPECT_EQ(printable("abcdef", 3), "abc...");
    EXPECT_EQ(printable("abc", 3), "abc");
    EXPECT_EQ(printable("ab\xc3\xa9", 3), "ab...") << "never inside a character";
}

TEST(WholeNumber, IsDigitsAndNothingElse)
{
    EXPECT_EQ(parse_whole_number("0"), 0U);
    EXPECT_EQ(parse_whole_number("18446744073709551615"), UINT64_MAX);
    for (const char* text :
         {"", "-1", "+1", " 1", "1 ", "0x10", "1e3", "1.0", "1,000", "18446744073709551616"})
        EXPECT_FALSE(parse_whole_number(text)) << text;
}

TEST(Number, IsFiniteAndWhole)
{
    EXPECT_EQ(parse_number("1.5"), 1.5);
    EXPECT_EQ(parse_number("-2e3"), -2000.0);
    for (const char* text : {"", "nan", "inf", "-inf", "1e999", "1.5x", " 1", "0x10"})
        EXPECT_FALSE(parse_number(text)) << text;
}

TEST(Splitting, KeepsEmptyPartsButNotEmptyWords)
{
    EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
    EXPECT_THAT(split("", ','), ElementsAre(""));
    EXPECT_THAT(split_words("  a\tb  c "), ElementsAre("a", "b", "c"));
    EXPECT_THAT(split_words(" \t"), IsEmpty());
}

TEST(Splitting, GivesLinesWithAndWithoutANewlineAtTheEnd)
{
    EXPECT_THAT(split_lines("a\n\nb\n"), ElementsAre("a", "", "b"));
    EXPECT_THAT(split_lines("a\nb"), ElementsAre("a", "b"));
    EXPECT_THAT(split_lines("\n"), ElementsAre(""));
    EXPECT_THAT(split_lines(""), IsEmpty());
}

TEST(Trim, TakesBlanksOffBothEnds)
{
    EXPECT_EQ(trim(" \r\n a b\t"), "a b");
    EXPECT_EQ(trim(" \n"), "");
}

TEST(Formats, AreThoseOfEveryTable)
{
    EXPECT_EQ(format_ratio(1.35284), "1.353");
    EXPECT_EQ(format_cost(405.5719), "405.57");
    EXPECT_EQ(format_span(95.4), "95 s");
    EXPECT_EQ(format_span(245), "4 min 05 s");
    EXPECT_EQ(format_span(7500), "2 h 05 min");
}

} // namespace

} // namespace nohz
