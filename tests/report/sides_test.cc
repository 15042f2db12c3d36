// SPDX-License-Identifier: GPL-2.0-or-later
// A ratio says of which figures and CPUs it is.
#include "report/sides.h"

#include <gtest/gtest.h>

#include "evidence.h"

namespace nohz::report
{

namespace
{

std::string sides_of(const Evidence& evidence, std::string_view name)
{
    for (const check::RuleResult& rule : evidence.report.rules)
        if (rule.name == name && rule.numerator.placement != host::Placement::unpinned)
            return sides_words(rule);
    return "";
}

} // namespace

TEST(Sides, NameTheKindOfFigureAndTheCpus)
{
    const Evidence logs = test::reference_evidence();
    EXPECT_EQ(sides_of(logs, "isolated-vs-housekeeping"),
              "scenario 3 isolated CPU 4 / scenario 4 housekeeping CPU 64, means");
    const Evidence measured = test::evidence_of({test::measured_boot(110, 80)});
    EXPECT_EQ(sides_of(measured, "isolated-vs-housekeeping"),
              "scenario 3 isolated CPU 3 / scenario 4 housekeeping CPU 0, typical figures");
    EXPECT_EQ(sides_of(measured, "tick-stopped"),
              "timer interrupts a second, scenario 3 isolated CPU 3");
}

// One CPU may be slower than another in every boot.
TEST(Sides, TellWhereTwoBootsAreComparedOnDifferentCpus)
{
    const Evidence logs = test::reference_evidence();
    EXPECT_EQ(sides_of(logs, "housekeeping-vs-inactive"),
              "scenario 4 housekeeping CPU 64 / scenario 2 pinned CPU 4 (another CPU), means");
    EXPECT_EQ(sides_of(logs, "built-in-cost"),
              "scenario 2 pinned CPU 4 / scenario 1 pinned CPU 4, means");
}

TEST(Sides, TellOverHowManyCpusTheyAreAveraged)
{
    record::Record record = check::make_active(110, 80);
    record.runs.push_back(check::make_run(3, host::Placement::isolated, 2, 110));
    EXPECT_EQ(sides_of(test::evidence_of({record}), "isolated-vs-housekeeping"),
              "scenario 3 isolated CPUs 2 and 3, averaged / scenario 4 housekeeping CPU 0, means");
    record.runs.push_back(check::make_run(3, host::Placement::isolated, 1, 110));
    EXPECT_EQ(sides_of(test::evidence_of({record}), "isolated-vs-housekeeping"),
              "scenario 3 isolated CPUs 1-3, averaged / scenario 4 housekeeping CPU 0, means");
}

TEST(Sides, NameNoFiguresWhereThereIsNoRatio)
{
    EXPECT_EQ(sides_of(test::evidence_of({test::plain_boot(host::KernelState::inactive, 75)}),
                       "isolated-vs-housekeeping"),
              "scenario 3 isolated / scenario 4 housekeeping");
}

} // namespace nohz::report
