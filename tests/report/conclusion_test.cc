// SPDX-License-Identifier: GPL-2.0-or-later
// The sentence that a report begins with.
#include "report/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "comment.h"

namespace nohz::report
{

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace
{

std::string conclusion_of(const std::vector<record::Record>& records)
{
    const Evidence evidence = test::evidence_of(records);
    return conclusion(sections_of(evidence).front(), evidence.rules);
}

} // namespace

// The reference's two kernels have one release: without this, both could be the one that passed.
TEST(Conclusion, NamesTheBuildWhereKernelsOfOneReleaseAreCompared)
{
    const std::string build = "5.15.0-86.96~20.04.1+test20231013b0";
    for (const test::Format& format : test::formats) {
        std::string text = without_blanks(format.make(test::reference_evidence()));
        std::erase(text, '\\'); // Markdown's
        EXPECT_THAT(text, HasSubstr("kernel5.15.0-86-generic(" + build + ")onarm64:"))
            << format.name;
    }

    record::Record active = test::measured_boot(110, 80);
    EXPECT_THAT(conclusion_of({active, test::plain_boot(host::KernelState::not_built, 75)}),
                StartsWith("PASS: kernel 6.1.0-57-amd64 on amd64"));
    active.boot.version_signature = "Ubuntu 6.1.0-57.62-generic 6.1.90";
    record::Record other = active;
    other.boot.boot_id = "another";
    other.boot.version_signature = "Ubuntu 6.1.0-57.63-generic 6.1.90";
    EXPECT_THAT(conclusion_of({active, other}),
                StartsWith("PASS: kernel 6.1.0-57-amd64 (Ubuntu 6.1.0-57.62-generic 6.1.90; "
                           "Ubuntu 6.1.0-57.63-generic 6.1.90) on amd64"));
}

// Without this, PASS reads as that of all rules.
TEST(Conclusion, NamesTheRulesThatWereNotJudgedWhereOthersWere)
{
    for (const test::Format& format : test::formats)
        EXPECT_THAT(without_blanks(format.make(test::reference_evidence())),
                    HasSubstr("nsperentry;notmeasured:tick-stopped"))
            << format.name;

    record::Record other = test::plain_boot(host::KernelState::not_built, 74.5);
    other.boot.kernel_release = "5.10.0-1-amd64";
    std::vector<record::Record> records = test::campaign_records();
    records.front() = other;
    EXPECT_THAT(conclusion_of(records), EndsWith("per entry; not judged: built-in-cost; "
                                                 "not measured: unpinned-stays-off-isolated"));
    EXPECT_THAT(conclusion_of({other}), Not(HasSubstr("; not ")));
}

TEST(Conclusion, NamesThePlacementOfARuleThatIsJudgedInAnother)
{
    std::vector<record::Record> records;
    for (const record::Record& record : test::campaign_records())
        records.push_back(check::make_exact(record));
    Evidence evidence = test::evidence_of(records);
    for (check::RuleResult& rule : evidence.report.rules)
        if (rule.name == "built-in-cost" && rule.numerator.placement == host::Placement::unpinned) {
            rule.verdict = check::Verdict::pass;
        } else if (rule.name == "built-in-cost") {
            rule.verdict = check::Verdict::skip;
        }
    EXPECT_THAT(conclusion(sections_of(evidence).front(), evidence.rules),
                HasSubstr("; not judged: built-in-cost pinned"));
}

} // namespace nohz::report
