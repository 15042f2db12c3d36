// SPDX-License-Identifier: GPL-2.0-or-later
// The comment for a bug stays readable: many boots, kernels and hazards.
#include "report/launchpad.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "comment.h"

namespace nohz::report
{

using testing::HasSubstr;
using testing::Not;

TEST(Launchpad, StaysReadableWithManyBoots)
{
    std::vector<record::Record> records;
    for (int i = 0; i < 200; ++i)
        records.push_back(test::measured_boot(110 + i * 0.01, 80, i));
    const std::string text = to_launchpad(test::evidence_of(records));
    EXPECT_LT(split_lines(text).size(), 300U);
    EXPECT_THAT(text, HasSubstr("And 196 more boots"));
    EXPECT_THAT(text, HasSubstr("- and 176 more"));
}

// Counts and times in their evidence make the hazards of each boot others than those before.
TEST(Launchpad, StaysReadableWithManyBootsOfManyHazards)
{
    std::vector<record::Record> records;
    for (int boot = 0; boot < 30; ++boot) {
        records.push_back(test::measured_boot(110, 80, boot));
        for (int hazard = 0; hazard < 40; ++hazard)
            records.back().boot.hazards.push_back({fmt::format("hazard-{}", hazard),
                                                   hazard == 39 ? host::HazardGroup::would_be_wrong
                                                                : host::HazardGroup::would_be_noisy,
                                                   fmt::format("/proc/file-{}: {}", hazard, boot),
                                                   "none"});
    }
    const std::string text = to_launchpad(test::evidence_of(records));
    EXPECT_LT(split_lines(text).size(), 300U);
    EXPECT_THAT(
        without_blanks(text),
        HasSubstr("spoiledthefigures-hazard-39(wouldbewrong)in30of30records:/proc/file-39:"))
        << "the worst first";
    EXPECT_THAT(without_blanks(text), HasSubstr("and28more,in`boot.hazards`oftherecords"));
    EXPECT_THAT(text, HasSubstr("- and 24 more kinds, in `boot.hazards` of the records"));
    expect_eighty_columns(text);
}

TEST(Launchpad, StaysReadableWithManyKernels)
{
    std::vector<record::Record> records;
    for (int i = 0; i < 40; ++i) {
        records.push_back(test::measured_boot(i == 33 ? 400 : 110, 80, i));
        records.back().boot.kernel_release = "6.1." + std::to_string(i);
    }
    const std::string text = to_launchpad(test::evidence_of(records));
    EXPECT_LT(split_lines(text).size(), 850U);
    EXPECT_THAT(text, HasSubstr("each judged by itself: 1 FAIL, 39 PASS"));
    const auto first = text.find("\n== ");
    EXPECT_EQ(text.substr(first, 27), "\n== FAIL: kernel 6.1.33 on ") << "the worst first";
    expect_eighty_columns(text);
}

TEST(Launchpad, NamesTheBootOfAHazard)
{
    std::vector<record::Record> records = {test::measured_boot(110, 80, 1),
                                           test::measured_boot(110, 80, 2)};
    records[1].boot.hazards = {{"traced", host::HazardGroup::would_be_wrong, "pid 1", "none"}};
    const auto text_of = [&records] {
        return without_blanks(to_launchpad(test::evidence_of(records)));
    };
    EXPECT_THAT(text_of(), HasSubstr("pid1[6.1.0-57-amd64-active-2.json]"));
    records[0].boot.hazards = records[1].boot.hazards;
    EXPECT_THAT(text_of(), HasSubstr("pid1[all2records]"));
    records.pop_back();
    EXPECT_THAT(text_of(), Not(HasSubstr("pid1[")));
}

// A counted instruction does not ask what time it is.
TEST(Launchpad, LeavesOutHazardsThatDoNotBearOnTheFigures)
{
    record::Record record = check::make_active(4, 3);
    record.boot.hazards = {{"tsc-unstable", host::HazardGroup::would_be_wrong, "hpet", "none"},
                           {"traced", host::HazardGroup::would_be_wrong, "TracerPid 1", "none"}};
    EXPECT_THAT(to_launchpad(test::evidence_of({record})), HasSubstr("- tsc-unstable"));
    const std::string exact = to_launchpad(test::evidence_of({check::make_exact(record)}));
    EXPECT_THAT(exact, Not(HasSubstr("- tsc-unstable")));
    EXPECT_THAT(exact, HasSubstr("- traced"));
}

TEST(Launchpad, SaysAHazardOnce)
{
    record::Record record = check::make_active(4, 3);
    record.boot.hazards = {{"traced", host::HazardGroup::would_be_wrong, "TracerPid 1", "none"}};
    const Evidence evidence = test::evidence_of({record});
    ASSERT_THAT(evidence.report.notes, testing::Contains("6.1.0-57-amd64: traced (TracerPid 1)"));
    const std::string text = to_launchpad(evidence);
    EXPECT_EQ(text.find("TracerPid"), text.rfind("TracerPid"));
}

} // namespace nohz::report
