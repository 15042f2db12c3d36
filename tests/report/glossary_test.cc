// SPDX-License-Identifier: GPL-2.0-or-later
// A report explains the words that it uses, and no others.
#include "report/glossary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "comment.h"

namespace nohz::report
{

using testing::HasSubstr;
using testing::Not;

namespace
{

std::string glossary_of(const Evidence& evidence)
{
    return joined(glossary(sections_of(evidence), evidence.rules), "\n");
}

} // namespace

TEST(Glossary, OfLogsExplainsMeansAndIndicativeRules)
{
    const std::string text = glossary_of(test::reference_evidence());
    for (const char* part :
         {"mean: ", "avg is cut off", "as the program of LP: #1919154 comment 9 does",
          "Student's t on logarithms, over the runs of the boot",
          "10 % beyond its limit and is INCONCLUSIVE in between", "SKIP (not measured) does not"})
        EXPECT_THAT(text, HasSubstr(part));
    for (const char* part : {"typical", "exact: ", "info (", "rounds"})
        EXPECT_THAT(text, Not(HasSubstr(part)));
}

TEST(Glossary, OfMeasuredBootsExplainsTypicalFiguresAndRounds)
{
    const std::string text = glossary_of(test::evidence_of({test::measured_boot(110, 80)}));
    for (const char* part : {"typical: ", "over the rounds in groups of neighbours",
                             "the ratio is theirs and the added cost follows from it"})
        EXPECT_THAT(text, HasSubstr(part));
    EXPECT_THAT(text, Not(HasSubstr("indicative: ")));
}

TEST(Glossary, OfACampaignNamesTheBootsAsTheSample)
{
    std::vector<record::Record> records = test::campaign_records();
    records.back().boot.boot_id = "another";
    EXPECT_THAT(glossary_of(test::evidence_of(records)), HasSubstr("over the boots"));
}

TEST(Glossary, OfExactFiguresHasNoInterval)
{
    std::vector<record::Record> records;
    for (const record::Record& record : test::campaign_records())
        records.push_back(check::make_exact(record));
    const std::string text = glossary_of(test::evidence_of(records));
    EXPECT_THAT(text, HasSubstr("exact: the emulator counts"));
    EXPECT_THAT(text, HasSubstr("to the last instruction"));
    EXPECT_THAT(text, HasSubstr("info (shown, not judged) and SKIP (not measured) do not count"));
    EXPECT_THAT(text, Not(HasSubstr("interval")));
}

// Behind each rule it would make the comment longer than who reads it has patience for.
TEST(Glossary, SaysWhatSeveralLimitsWereTakenFromOnce)
{
    const std::string basis = "provisional, set above what one arm64 machine shows";
    for (const test::Format& format : {test::formats[0], test::formats[1], test::formats[2]}) {
        const std::string text = without_blanks(format.make(test::reference_evidence()));
        const std::string line = without_blanks(
            "built-in-cost 1.030, housekeeping-vs-inactive 1.150, unpinned-stays-off-isolated "
            "1.050: " +
            basis);
        EXPECT_THAT(text, HasSubstr(line)) << format.name;
        EXPECT_EQ(text.find(without_blanks(basis)), text.rfind(without_blanks(basis)))
            << format.name;
    }
    check::Rules rules = test::shipped_rules();
    for (const char* option : {"isolated-vs-housekeeping=2", "tick-stopped=9"})
        check::apply_limit_option(rules, option);
    EXPECT_THAT(to_launchpad(make_evidence({test::measured_boot(110, 80)}, rules)),
                Not(HasSubstr("limits: ")));
}

TEST(Glossary, OfSeveralKernelsIsOne)
{
    record::Record other = test::measured_boot(110, 80, 2);
    other.boot.kernel_release = "6.9.0-1-amd64";
    const std::string text = to_launchpad(test::evidence_of(
        {test::measured_boot(110, 80), other, check::make_exact(check::make_active(4, 3))}));
    for (const char* part : {"\nmean: ", "\ninterval: ", "\nexact: "}) {
        EXPECT_THAT(text, HasSubstr(part));
        EXPECT_EQ(text.find(part), text.rfind(part)) << part;
    }
}

TEST(Glossary, WithoutARatioSaysNothingOfRatios)
{
    const std::string text =
        glossary_of(test::evidence_of({test::plain_boot(host::KernelState::inactive, 75)}));
    EXPECT_THAT(text, HasSubstr("mean: "));
    EXPECT_THAT(text, HasSubstr("the whole is SKIP where no rule was judged"));
    for (const char* part : {"ratio: ", "interval", "PASS"})
        EXPECT_THAT(text, Not(HasSubstr(part)));
}

} // namespace nohz::report
