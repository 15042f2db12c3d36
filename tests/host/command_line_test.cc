// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel command line and isolcpus= with its flags.
#include "host/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nohz::host
{

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CommandLine, GivesValuesAndParametersWithoutOne)
{
    const auto line = CommandLine::parse("BOOT_IMAGE=/vmlinuz root=UUID=ab-cd ro nohz_full=1-3\n");
    EXPECT_EQ(line.value("nohz_full"), "1-3");
    EXPECT_EQ(line.value("root"), "UUID=ab-cd");
    EXPECT_EQ(line.value("ro"), "");
    EXPECT_FALSE(line.has("quiet"));
}

TEST(CommandLine, TheLastOneWins)
{
    EXPECT_EQ(CommandLine::parse("isolcpus=1 isolcpus=2").value("isolcpus"), "2");
}

// The kernel takes nohz-full= for nohz_full= (kernel/params.c, parameq).
TEST(CommandLine, DashesAndUnderscoresAreTheSame)
{
    EXPECT_EQ(CommandLine::parse("nohz-full=1-3").value("nohz_full"), "1-3");
    EXPECT_EQ(CommandLine::parse("nohz_full=1-3").value("nohz-full"), "1-3");
}

TEST(CommandLine, WhatStandsBehindTwoDashesBelongsToInit)
{
    const auto line = CommandLine::parse("quiet -- nohz_full=1 isolcpus=1");
    EXPECT_TRUE(line.has("quiet"));
    EXPECT_FALSE(line.has("nohz_full"));
}

TEST(CommandLine, QuotesKeepBlanksTogether)
{
    const auto line =
        CommandLine::parse("a=\"x nohz_full=9\" \"b=1 2\" nohz_full=\"1-3\" c=x\"y z\"");
    EXPECT_EQ(line.value("a"), "x nohz_full=9");
    EXPECT_EQ(line.value("b"), "1 2");
    EXPECT_EQ(line.value("nohz_full"), "1-3");
    EXPECT_EQ(line.value("c"), "x\"y z\"");
}

TEST(CommandLine, OddTextsAreNoTrouble)
{
    EXPECT_FALSE(CommandLine::parse("").has("nohz_full"));
    EXPECT_EQ(CommandLine::parse("nohz_full=").value("nohz_full"), "");
    EXPECT_EQ(CommandLine::parse("nohz_full=\"").value("nohz_full"), "");
    EXPECT_EQ(CommandLine::parse("nohz_full=\"1").value("nohz_full"), "1");
    EXPECT_FALSE(CommandLine::parse("=1 \" \"\" =").has("nohz_full"));
}

TEST(Isolcpus, WithoutFlagsAllOfItIsTheList)
{
    const auto value = split_isolcpus("1-16,33-48");
    EXPECT_THAT(value.flags, IsEmpty());
    EXPECT_EQ(value.cpus, "1-16,33-48");
}

TEST(Isolcpus, FlagsStandBeforeTheList)
{
    const auto value = split_isolcpus("nohz,domain,managed_irq,1-16,33-48");
    EXPECT_THAT(value.flags, ElementsAre("nohz", "domain", "managed_irq"));
    EXPECT_EQ(value.cpus, "1-16,33-48");
}

TEST(Isolcpus, NamesOfCpusAreNoFlags)
{
    EXPECT_EQ(split_isolcpus("all").cpus, "all");
    EXPECT_EQ(split_isolcpus("domain,N").cpus, "N");
    EXPECT_EQ(split_isolcpus("N-N:1/2,3").cpus, "N-N:1/2,3");
}

TEST(Isolcpus, FlagsAloneLeaveNoCpus)
{
    const auto value = split_isolcpus("domain");
    EXPECT_THAT(value.flags, ElementsAre("domain"));
    EXPECT_EQ(value.cpus, "");
}

} // namespace nohz::host
