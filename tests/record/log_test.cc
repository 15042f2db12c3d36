// SPDX-License-Identifier: GPL-2.0-or-later
// One reference-style log: its last two lines and its number of iterations.
#include "record/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data_dir.h"

namespace nohz::record
{

namespace
{

using testing::HasSubstr;

std::string refusal(std::string_view text, const IterationSources& sources = {})
{
    return input_error_of([&] { parse_log(text, "taskset.1", sources); });
}

TEST(Log, IsOfAHundredMillionIterationsWhereNothingSaysAnother)
{
    const Log log = parse_log("total 29372156600 nsec\navg 293 nsec\n", "taskset.1", {});
    EXPECT_EQ(log.total_nsec, 29372156600U);
    EXPECT_EQ(log.iterations, 100'000'000U);
}

TEST(Log, MayHaveAnythingAboveAndBlanksAround)
{
    const Log log = parse_log("hello\r\n\x01\x02\r\n  total 29372156600 nsec \r\n\tavg 293 nsec\r\n"
                              "\r\n  \r\n",
                              "taskset.1", {});
    EXPECT_EQ(log.total_nsec, 29372156600U);
}

TEST(Log, NeedsNoNewlineAtItsEnd)
{
    EXPECT_EQ(parse_log("total 100000000 nsec\navg 1 nsec", "taskset.1", {}).iterations,
              100'000'000U);
}

// The option is the user's last word; the log itself knows better than host.toml.
TEST(Log, TakesIterationsFromTheStrongestSource)
{
    const std::string_view with_loop = "loop 1000\ntotal 50000 nsec\navg 50 nsec\n";
    EXPECT_EQ(parse_log(with_loop, "l", {std::nullopt, 7}).iterations, 1000U);
    EXPECT_EQ(parse_log(with_loop, "l", {999, 7}).iterations, 999U);
    EXPECT_EQ(parse_log("total 50000 nsec\navg 50 nsec\n", "l", {std::nullopt, 1000}).iterations,
              1000U);
}

TEST(Log, NamesTheSourceOfItsIterations)
{
    const auto source = [](const IterationSources& sources, std::string_view above = "") {
        return parse_log(std::string(above) + "total 50000 nsec\navg 0 nsec\n", "l", sources)
            .iterations_from;
    };
    EXPECT_EQ(source({100'000, 100'000}, "loop 100000\n"), "--iterations");
    EXPECT_EQ(source({std::nullopt, 100'000}, "loop 100000\n"), "the logs");
    EXPECT_EQ(source({std::nullopt, 100'000}), "host.toml");
    EXPECT_EQ(source({}), "the reference");
}

TEST(Log, RefusesAnAverageThatNoNumberOfIterationsGives)
{
    EXPECT_THAT(refusal("total 5 nsec\navg 9 nsec\n"), HasSubstr("taskset.1:2: avg 9"));
    EXPECT_THAT(refusal("total 10 nsec\navg 5 nsec\n"), HasSubstr("imply 2 iterations"));
    EXPECT_THAT(refusal("total 10 nsec\navg 8 nsec\n"), HasSubstr("no whole number of iterations"));
    EXPECT_THAT(refusal("total 100 nsec\navg 5 nsec\n"), HasSubstr("imply 17 to 20 iterations"));
    EXPECT_THAT(refusal("total 900000000 nsec\navg 0 nsec\n"), HasSubstr("more than 900000000"));
}

TEST(Log, RefusesNumbersThatAreNone)
{
    EXPECT_THAT(refusal("total 1 nsec\navg -3 nsec\n"),
                HasSubstr("taskset.1:2: \"-3\" is not a whole number of nanoseconds"));
    EXPECT_THAT(refusal("total 99999999999999999999 nsec\navg 3 nsec\n"),
                HasSubstr("taskset.1:1:"));
    EXPECT_THAT(refusal("total 18446744073709551615 nsec\navg 184467440737 nsec\n"),
                HasSubstr("taskset.1:1:"));
    EXPECT_THAT(refusal("total 0 nsec\navg 0 nsec\n"), HasSubstr("taskset.1:1:"));
    EXPECT_THAT(refusal("loop 0\ntotal 5 nsec\navg 5 nsec\n"), HasSubstr("taskset.1:1:"));
}

TEST(Log, RefusesAnyOtherEnd)
{
    for (const char* text :
         {"avg 293 nsec\n", "avg 293 nsec\ntotal 29372156600 nsec\n", "total 5 ns\navg 5 ns\n",
          "total 29372156600 nsec\navg 293 nsec\nKilled\n",
          "total 29372156600 nsec avg 293 nsec\n"})
        EXPECT_THAT(refusal(text), HasSubstr("no `total N nsec` and `avg N nsec` at the end"))
            << text;
    EXPECT_THAT(refusal(" \n\n"), HasSubstr("the log is empty"));
}

TEST(Log, NamesTheLineAsAnEditorCountsIt)
{
    EXPECT_THAT(refusal("a\n\n\ntotal 5 nsec\n\navg x nsec\n"), HasSubstr("taskset.1:6:"));
}

} // namespace

} // namespace nohz::record
