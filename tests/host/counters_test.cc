// SPDX-License-Identifier: GPL-2.0-or-later
// /proc/interrupts and /proc/stat as kernels of several architectures print them.
#include "host/counters.h"

#include <gtest/gtest.h>

namespace nohz::host
{

TEST(Interrupts, TellsTheTimerFromTheRestOnX86)
{
    const auto counts =
        parse_interrupts("            CPU0       CPU1       \n"
                         "   0:         36          0   IO-APIC    2-edge      timer\n"
                         "  24:          0      89008  PCI-MSIX-0000:00:01.0 0-edge\n"
                         " NMI:          1          2   Non-maskable interrupts\n"
                         " LOC:      29569      34011   Local timer interrupts\n"
                         " ERR:          7\n"
                         " MIS:          9\n");
    ASSERT_EQ(counts.size(), 2U);
    EXPECT_EQ(counts.at(0).timer, 29569U);
    EXPECT_EQ(counts.at(0).other, 37U);
    EXPECT_EQ(counts.at(1).timer, 34011U);
    EXPECT_EQ(counts.at(1).other, 89010U);
}

// Without the leading blanks, and with columns of another width.
TEST(Interrupts, TakesLabelsAtTheStartOfTheLine)
{
    const auto counts = parse_interrupts("           CPU0       CPU1\n"
                                         "LOC:      29569      34011   Local timer interrupts\n"
                                         "RES:       8140       7131   Rescheduling interrupts\n");
    EXPECT_EQ(counts.at(1).timer, 34011U);
    EXPECT_EQ(counts.at(1).other, 7131U);
}

TEST(Interrupts, FindsTheArchitectedTimerOnArm64)
{
    const auto counts = parse_interrupts(
        "           CPU0       CPU1       CPU2       CPU3       \n"
        " 11:       1201        811         12        640     GICv3  27 Level     arch_timer\n"
        " 13:         10          0          0          0     GICv3  33 Level     uart-pl011\n"
        "IPI0:         5          6          7          8       Rescheduling interrupts\n"
        "Err:          0\n");
    ASSERT_EQ(counts.size(), 4U);
    EXPECT_EQ(counts.at(2).timer, 12U);
    EXPECT_EQ(counts.at(0).other, 15U);
    EXPECT_EQ(counts.at(3).other, 8U);
}

TEST(Interrupts, FindsTheTimerOnRiscv)
{
    const auto counts =
        parse_interrupts("           CPU0\n"
                         "  5:       4210  RISC-V INTC   5 Edge      riscv-timer\n");
    EXPECT_EQ(counts.at(0).timer, 4210U);
}

// s390x prints sums first (EXT, I/O); counting them and their parts would count twice.
TEST(Interrupts, LeavesOutTheSumsOfS390x)
{
    const auto counts = parse_interrupts("           CPU0       CPU1       \n"
                                         "EXT:       1050        900\n"
                                         "I/O:        300        200\n"
                                         "AIO:          0          0\n"
                                         "CLK:       1000        880   [EXT] Clock Comparator\n"
                                         "EXC:         50         20   [EXT] External Call\n"
                                         "TMR:          1          0   [EXT] CPU Timer\n"
                                         "C15:        300        200   [I/O] 3215\n");
    EXPECT_EQ(counts.at(0).timer, 1001U);
    EXPECT_EQ(counts.at(0).other, 350U);
    EXPECT_EQ(counts.at(1).timer, 880U);
}

// The heading leaves offline CPUs out; the third column is CPU 3 then, not CPU 2.
TEST(Interrupts, ColumnsBelongToTheCpusOfTheHeading)
{
    const auto counts = parse_interrupts("           CPU0       CPU1       CPU3\n"
                                         "LOC:         10         20         30   Local timer\n");
    ASSERT_EQ(counts.size(), 3U);
    EXPECT_FALSE(counts.contains(2));
    EXPECT_EQ(counts.at(3).timer, 30U);
}

// With one CPU, ERR's one number looks like that CPU's.
TEST(Interrupts, TotalsAreLeftOutOnOneCpuToo)
{
    const auto counts = parse_interrupts("           CPU0\n"
                                         "LOC:         10   Local timer interrupts\n"
                                         "ERR:          5\n"
                                         "MIS:          6\n");
    EXPECT_EQ(counts.at(0).timer, 10U);
    EXPECT_EQ(counts.at(0).other, 0U);
}

TEST(Interrupts, LinesThatAreNoCountsAreLeftOut)
{
    EXPECT_TRUE(parse_interrupts("").empty());
    EXPECT_TRUE(parse_interrupts("no heading here\n").empty());
    const auto counts = parse_interrupts("  CPU0 CPU1\nLOC: 1\nLOC: one two\n: 3 4\nLOC 5 6\n"
                                         "LOC: 99999999999999999999 1\n");
    ASSERT_EQ(counts.size(), 2U);
    EXPECT_EQ(counts.at(0).timer, 0U);
    EXPECT_EQ(counts.at(1).other, 0U);
}

TEST(Stat, GivesBusyIdleAndStealOfEachCpu)
{
    const auto times = parse_stat("cpu  9409 0 4612 136014 530 0 124 15 0 0\n"
                                  "cpu0 4111 1 1644 69565 25 2 8 4 100 0\n"
                                  "cpu3 5298 0 2968 66449 504 0 115 11 0 0\n"
                                  "intr 251918 0 0\n"
                                  "ctxt 529802\n");
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times.at(0).busy, 4111U + 1 + 1644 + 2 + 8);
    EXPECT_EQ(times.at(0).idle, 69565U + 25);
    EXPECT_EQ(times.at(0).steal, 4U);
    EXPECT_EQ(times.at(3).steal, 11U);
}

TEST(Stat, FieldsThatAreNotThereCountAsNothing)
{
    const auto times = parse_stat("cpu0 10 0 5 100\ncpux 1 2 3\ncpu99999999 1\n");
    ASSERT_EQ(times.size(), 1U);
    EXPECT_EQ(times.at(0).busy, 15U);
    EXPECT_EQ(times.at(0).steal, 0U);
}

} // namespace nohz::host
