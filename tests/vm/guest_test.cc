// SPDX-License-Identifier: GPL-2.0-or-later
// What guest and host tell each other, and how a guest sees that it is quiet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "images.h"
#include "vm/boot.h"
#include "vm/guest_parameters.h"
#include "vm/guest_program.h"
#include "vm/guest_quiet.h"

namespace nohz::vm
{

namespace
{

std::vector<std::string_view> views(const std::vector<std::string>& words)
{
    return {words.begin(), words.end()};
}

TEST(GuestParameters, ComeBackFromTheCommandLine)
{
    GuestParameters exact;
    exact.op = "read";
    exact.runs = 7;
    exact.iterations = 123456;
    exact.port = "/dev/ttyS0";
    GuestParameters real_time;
    real_time.task = GuestTask::real_time;
    real_time.seconds = 1.5;
    for (const GuestParameters& parameters : {exact, real_time})
        EXPECT_EQ(parse_guest_parameters(views(to_words(parameters))), parameters);
}

// A kernel without NO_HZ_FULL hands nohz_full= to init.
TEST(GuestParameters, WordsOfTheKernelAreLeftAlone)
{
    const GuestParameters parameters =
        parse_guest_parameters({"nohz_full=1", "splash", "runs=2", "task=probe"});
    EXPECT_EQ(parameters.runs, 2);
    EXPECT_EQ(parameters.task, GuestTask::probe);
}

TEST(GuestParameters, RefuseValuesThatAreNone)
{
    for (const char* word : {"runs=0", "runs=1001", "runs=x", "iterations=-1", "iterations=0",
                             "seconds=0", "seconds=nan", "task=other"})
        EXPECT_THROW(parse_guest_parameters({word}), UsageError) << word;
}

const char* stat_before = "cpu  8 0 157 468 0 0 4 0 0 0\n"
                          "cpu0 8 0 157 229 0 0 2 0 0 0\n"
                          "cpu1 0 0 0 238 0 0 1 0 0 0\n"
                          "intr 12345 0 0\n";

TEST(BusyTicks, CountUserNiceAndSystemOfEachCpu)
{
    const BusyTicks ticks = parse_busy_ticks(stat_before);
    EXPECT_THAT(ticks, testing::ElementsAre(testing::Pair(0, 165U), testing::Pair(1, 0U)));
}

// Seen on an idle CPU of Debian 6.1: 4 ticks of softirq in 65 ms in which its threads ran 8 us.
TEST(BusyTicks, SoftirqOfAnIdleCpuIsNoWork)
{
    const BusyTicks before = parse_busy_ticks(stat_before);
    const BusyTicks after = parse_busy_ticks("cpu0 8 0 157 240 0 0 2 0 0 0\n"
                                             "cpu1 0 0 0 245 0 0 5 0 0 0\n");
    EXPECT_EQ(who_was_busy(before, after, {}), "");
}

TEST(BusyTicks, NameTheCpuThatWorkedAndNotTheOneThatMeasured)
{
    const BusyTicks before = parse_busy_ticks(stat_before);
    const BusyTicks after = parse_busy_ticks("cpu0 18 0 157 229 0 0 2 0 0 0\n"
                                             "cpu1 1 0 2 245 0 0 5 0 0 0\n");
    EXPECT_EQ(who_was_busy(before, after, {0}), "CPU 1 was busy for 30 ms");
    EXPECT_EQ(who_was_busy(before, after, {0, 1}), "");
    EXPECT_EQ(who_was_busy(before, after, {}),
              "CPU 0 was busy for 100 ms, CPU 1 was busy for 30 ms");
}

TEST(Console, TailHasTheLastLinesThatSaySomething)
{
    EXPECT_EQ(console_tail("one\r\ntwo\r\n\r\nthree\r\n", 2), "two | three");
    EXPECT_EQ(console_tail(""), "");
}

// A guest can write anything.
TEST(Console, TailIsSafeToPrint)
{
    EXPECT_EQ(console_tail("\x1b[2Jcleared\n").find('\x1b'), std::string::npos);
}

TEST(Console, PanicIsFound)
{
    EXPECT_EQ(
        panic_line("[    2.1] Kernel panic - not syncing: No working init found.\r\n[  2.2] x"),
        "Kernel panic - not syncing: No working init found.");
    EXPECT_EQ(panic_line("[    2.1] all is well\n"), "");
}

TEST(GuestProgram, IsTakenWhereItWasNamed)
{
    EXPECT_EQ(find_guest_program("arm64", "amd64", "/opt/guest"), "/opt/guest");
}

TEST(GuestProgram, OfAnotherMachineIsRefused)
{
    const TemporaryDirectory folder("guest-program-test");
    std::string elf = "\x7f"
                      "ELF" +
                      std::string(60, '\0');
    test::put(elf, 18, 2, 62); // EM_X86_64
    test::write(folder.path() / "guest-init", elf);
    EXPECT_EQ(read_guest_program(folder.path() / "guest-init", "amd64"), elf);
    EXPECT_THROW(read_guest_program(folder.path() / "guest-init", "arm64"), InputError);
    test::write(folder.path() / "empty", "");
    EXPECT_THROW(read_guest_program(folder.path() / "empty", "amd64"), InputError);
    EXPECT_THROW(read_guest_program(folder.path() / "missing", "amd64"), RefusedError);
}

} // namespace

} // namespace nohz::vm
