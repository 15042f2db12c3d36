// SPDX-License-Identifier: GPL-2.0-or-later
// JUnit: valid, and each outcome where a CI looks for it.
#include "report/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "evidence.h"
#include "xml.h"

namespace nohz::report
{

namespace
{

using testing::HasSubstr;

const std::string schema = SOURCE_ROOT "/tests/report/junit.xsd";

// The element of the test case `name`, "" if there is none.
std::string test_case(const std::string& document, const std::string& name)
{
    const auto at = document.find("<testcase name=\"" + name + "\"");
    return at == std::string::npos ? ""
                                   : document.substr(at, document.find("</testcase>", at) - at);
}

} // namespace

TEST(Junit, IsValidByItsSchema)
{
    for (const Evidence& evidence :
         {test::reference_evidence(), test::evidence_of(test::campaign_records()),
          test::evidence_of({check::make_exact(check::make_active(400, 300))})})
        test::expect_well_formed(to_junit(evidence), schema);
}

// The schema must be able to refuse.
TEST(Junit, SchemaRefusesWhatCiWouldNotRead)
{
    const std::string good = to_junit(test::reference_evidence());
    for (const auto& [what, instead] :
         {std::pair("<testcase name", "<test name"), std::pair(" time=\"", " duration=\""),
          std::pair("tests=\"10\"", "tests=\"-1\"")}) {
        std::string bad = good;
        const auto at = bad.find(what);
        ASSERT_NE(at, std::string::npos) << what;
        bad.replace(at, std::string_view(what).size(), instead);
        testing::TestPartResultArray failures;
        {
            testing::ScopedFakeTestPartResultReporter reporter(
                testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD,
                &failures);
            test::expect_well_formed(bad, schema);
        }
        ASSERT_EQ(failures.size(), 1) << what;
        if (failures.GetTestPartResult(0).skipped())
            GTEST_SKIP() << "xmllint (libxml2-utils) is not installed";
        EXPECT_TRUE(failures.GetTestPartResult(0).failed());
    }
}

TEST(Junit, HasATestCaseAScenarioAndARule)
{
    const std::string document = to_junit(test::reference_evidence());
    for (const char* name :
         {"scenario-1", "scenario-2", "scenario-3", "scenario-4", "isolated-vs-housekeeping",
          "built-in-cost-unpinned", "built-in-cost-pinned", "housekeeping-vs-inactive",
          "unpinned-stays-off-isolated", "tick-stopped"})
        EXPECT_NE(test_case(document, name), "") << name;
    EXPECT_THAT(test_case(document, "scenario-3"), HasSubstr("405.57 ns per getppid entry"));
    EXPECT_THAT(test_case(document, "tick-stopped"), HasSubstr("<skipped message=\"no count"));
    EXPECT_THAT(document, HasSubstr("tests=\"10\" failures=\"0\" errors=\"0\" skipped=\"1\""));
}

TEST(Junit, AFailureHasItsFigures)
{
    const std::string failed = test_case(
        to_junit(test::evidence_of({check::make_active(400, 100)})), "isolated-vs-housekeeping");
    EXPECT_THAT(failed, HasSubstr("<failure message=\"above the limit"));
    EXPECT_THAT(failed, HasSubstr("4.000 (99 % interval"));
    EXPECT_THAT(failed, HasSubstr("limit 3.000"));
}

// A test that goes red now and then without a cause is switched off by its readers.
TEST(Junit, InconclusiveIsSkippedAndSaysSo)
{
    const Evidence evidence = test::evidence_of({check::make_active(300, 100, 4, 3)});
    ASSERT_EQ(evidence.report.verdict, check::Verdict::inconclusive);
    EXPECT_THAT(test_case(to_junit(evidence), "isolated-vs-housekeeping"),
                HasSubstr("<skipped message=\"INCONCLUSIVE: "));
}

TEST(Junit, WhatWasNotMeasuredIsSkippedWithItsRemedy)
{
    const Evidence evidence = test::evidence_of({check::make_active(400, 300)});
    EXPECT_THAT(test_case(to_junit(evidence), "scenario-1"),
                HasSubstr("no such boot is among the records; boot a kernel built without"));
}

// The time in the record of logs is that of their import.
TEST(Junit, HasATimeOnlyWhereItIsKnown)
{
    EXPECT_THAT(to_junit(test::evidence_of({test::measured_boot(110, 80)})),
                HasSubstr(" timestamp=\"2026-11-02T10:00:00\""));
    EXPECT_THAT(to_junit(test::reference_evidence()), testing::Not(HasSubstr("timestamp=")));
}

} // namespace nohz::report
