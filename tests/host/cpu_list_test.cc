// SPDX-License-Identifier: GPL-2.0-or-later
// CPU lists in the kernel's syntax.
#include "host/cpu_list.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "base/file.h"
#include "base/text.h"

namespace nohz::host
{

namespace
{

CpuList expand(std::string_view numbers)
{
    std::vector<int> cpus;
    if (numbers != "-")
        for (const std::string_view number : split(numbers, ','))
            cpus.push_back(static_cast<int>(parse_whole_number(number).value()));
    return CpuList(std::move(cpus));
}

std::string refusal(std::string_view text, int cpu_count)
{
    try {
        return "taken as " + CpuList::parse(text, cpu_count).to_string();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
}

} // namespace

// Every form that the kernel's documentation knows, and the ones it refuses, from one table.
TEST(CpuList, ParsesEveryRowOfTheTable)
{
    const std::string table = read_file(SOURCE_ROOT "/tests/host/data/lists.tsv");
    int rows = 0;
    for (const std::string_view line : split_lines(table)) {
        if (line.starts_with('#'))
            continue;
        const auto columns = split(line, '\t');
        ASSERT_EQ(columns.size(), 3U) << line;
        const int cpu_count = static_cast<int>(parse_whole_number(columns[1]).value());
        SCOPED_TRACE(std::string(line));
        if (columns[2] == "error")
            EXPECT_THROW(CpuList::parse(columns[0], cpu_count), std::invalid_argument);
        else
            EXPECT_EQ(CpuList::parse(columns[0], cpu_count), expand(columns[2]));
        ++rows;
    }
    EXPECT_EQ(rows, 23);
}

TEST(CpuList, WritesRangesAsTheKernelDoes)
{
    EXPECT_EQ(CpuList({3, 0, 1, 2, 8}).to_string(), "0-3,8");
    EXPECT_EQ(CpuList({5}).to_string(), "5");
    EXPECT_EQ(CpuList({1, 2, 4, 5}).to_string(), "1-2,4-5");
    EXPECT_EQ(CpuList().to_string(), "");
}

TEST(CpuList, ReadsBackWhatItWrites)
{
    const CpuList cpus = CpuList::parse("2-63,66-127", 128);
    EXPECT_EQ(cpus.size(), 124U);
    EXPECT_EQ(CpuList::parse(cpus.to_string(), 128), cpus);
}

TEST(CpuList, TakesTheNewlineOfSysfs)
{
    EXPECT_EQ(CpuList::parse("0-3\n", 4), CpuList({0, 1, 2, 3}));
    EXPECT_TRUE(CpuList::parse("\n", 4).empty());
}

TEST(CpuList, TakesPatternsOverAllAndUpToTheLast)
{
    EXPECT_EQ(CpuList::parse("all:1/2", 6), CpuList({0, 2, 4}));
    EXPECT_EQ(CpuList::parse("1-N:2/3", 6), CpuList({1, 2, 4, 5}));
}

// What a user reads when a list is wrong must name the part that is.
TEST(CpuList, RefusalsNameThePartAndTheReason)
{
    EXPECT_EQ(refusal("0-1,3-2", 4), "\"3-2\" is a range that runs backwards");
    EXPECT_EQ(refusal("0-9", 4), "\"0-9\" names CPU 9, but the last one is 3");
    EXPECT_EQ(refusal("0-3:2", 4), "\"0-3:2\" lacks the /group behind :used");
    EXPECT_EQ(refusal("2:1/1", 4), "\"2:1/1\" has :used/group without a range before it");
    EXPECT_EQ(refusal("0,,1", 4), "\"\" lacks a number");
    EXPECT_EQ(refusal("+1", 4), "\"+1\" is no CPU number or range, as 3 or 0-3,8");
    EXPECT_EQ(refusal("0-3:1/99999999999", 4),
              "\"0-3:1/99999999999\" holds a number that is too large");
}

TEST(CpuList, RefusalsHoldNoControlCharacters)
{
    EXPECT_EQ(refusal("1\x1b[31m", 4).find('\x1b'), std::string::npos);
}

// 2 billion CPUs would take all memory before anything is refused.
TEST(CpuList, CountsNoMoreCpusThanAKernelCanHave)
{
    EXPECT_EQ(CpuList::parse("all", 2147483647).size(), 8192U);
    EXPECT_THROW(CpuList::parse("0-2147483646", 2147483647), std::invalid_argument);
}

TEST(CpuList, RefusesEveryCpuWhereThereIsNone)
{
    EXPECT_THROW(CpuList::parse("N", 0), std::invalid_argument);
    EXPECT_TRUE(CpuList::parse("", 0).empty());
}

TEST(CpuList, SetOperationsKeepTheOrder)
{
    const CpuList a{0, 1, 2, 3};
    const CpuList b{2, 3, 4};
    EXPECT_EQ(intersection(a, b), CpuList({2, 3}));
    EXPECT_EQ(difference(a, b), CpuList({0, 1}));
    EXPECT_EQ(united(b, a), CpuList({0, 1, 2, 3, 4}));
    EXPECT_TRUE(a.contains(3));
    EXPECT_FALSE(a.contains(4));
}

} // namespace nohz::host
