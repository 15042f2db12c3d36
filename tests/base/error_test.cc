// SPDX-License-Identifier: GPL-2.0-or-later
// Errors: their messages, and the exit code that each leads to.
#include "base/error.h"

#include <new>
#include <system_error>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nohz
{

namespace
{

using testing::HasSubstr;

struct Outcome {
    int status;
    std::string printed;
};

Outcome run(const std::function<ExitCode()>& body)
{
    testing::internal::CaptureStderr();
    const int status = run_main("program", body);
    return {status, testing::internal::GetCapturedStderr()};
}

template <typename Error>
Outcome outcome_of(const Error& error)
{
    return run([&]() -> ExitCode { throw error; });
}

TEST(Errors, NamePlaceWhatIsWrongAndTheRemedy)
{
    EXPECT_STREQ(InputError("a.json", 3, "is wrong", "be right").what(),
                 "a.json:3: is wrong; be right");
    EXPECT_STREQ(InputError("a.json", 0, "is empty").what(), "a.json: is empty");
    EXPECT_STREQ(InputError("a.json", "/runs/0", "is a list").what(), "a.json: /runs/0: is a list");
    EXPECT_STREQ(UsageError("--cpu", "there is no CPU 9", "0-3").what(),
                 "--cpu: there is no CPU 9; 0-3");
    EXPECT_STREQ(SkipError("nothing to measure").what(), "nothing to measure");
    EXPECT_STREQ(system_refusal(ENOENT, "file", "make it").what(),
                 "file: No such file or directory; make it");
}

TEST(RunMain, MapsEachErrorToItsExitCode)
{
    EXPECT_EQ(outcome_of(UsageError("--x", "bad")).status, 2);
    EXPECT_EQ(outcome_of(InputError("f", 1, "bad")).status, 2);
    EXPECT_EQ(outcome_of(RefusedError("f", "no")).status, 4);
    EXPECT_EQ(outcome_of(SkipError("nothing")).status, 77);
    EXPECT_EQ(outcome_of(std::system_error(EPERM, std::generic_category())).status, 4);
    EXPECT_EQ(outcome_of(std::bad_alloc()).status, 4);
    EXPECT_EQ(outcome_of(std::logic_error("oops")).status, 4);
}

TEST(RunMain, PassesExitCodesOn)
{
    EXPECT_EQ(run([] { return ExitCode::pass; }).status, 0);
    EXPECT_EQ(run([] { return ExitCode::fail; }).status, 1);
    EXPECT_EQ(run([] { return ExitCode::inconclusive; }).status, 3);
    EXPECT_EQ(run([] { return ExitCode::pass; }).printed, "");
}

TEST(RunMain, PrintsOneLineWithoutControlCharacters)
{
    const Outcome outcome = outcome_of(InputError("a\nb", 1, "\x1b[2J wrong"));
    EXPECT_EQ(outcome.printed, "program: a?b:1: ?[2J wrong\n");
    EXPECT_THAT(outcome_of(UsageError("--x", "bad")).printed, HasSubstr("program --help"));
    EXPECT_EQ(outcome_of(SkipError("no")).printed, "program: SKIP: no\n");
}

} // namespace

} // namespace nohz
