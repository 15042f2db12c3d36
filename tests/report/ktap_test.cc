// SPDX-License-Identifier: GPL-2.0-or-later
// KTAP: as kernel tools parse it.
#include "report/ktap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence.h"

namespace nohz::report
{

namespace
{

using testing::HasSubstr;

// Version, plan and numbered results at one depth, as tools/testing/kunit/kunit_parser.py wants
// them; returns the results.
std::vector<std::string> results_at(const std::string& text, std::size_t depth)
{
    const std::string indent(2 * depth, ' ');
    std::vector<std::string> results;
    std::size_t planned = 0;
    bool versioned = false;
    for (std::string_view line : split_lines(text)) {
        if (!line.starts_with(indent) || line.substr(indent.size()).starts_with(' '))
            continue;
        line.remove_prefix(indent.size());
        if (line == "KTAP version 1") {
            versioned = true;
        } else if (line.starts_with("1..")) {
            EXPECT_TRUE(versioned);
            planned += parse_whole_number(line.substr(3)).value();
        } else if (line.starts_with("ok ") || line.starts_with("not ok ")) {
            results.emplace_back(line);
        } else {
            EXPECT_TRUE(line.starts_with("#")) << line;
        }
    }
    EXPECT_EQ(results.size(), planned);
    return results;
}

} // namespace

TEST(Ktap, IsAsKernelToolsParseIt)
{
    const std::string text = to_ktap(test::reference_evidence());
    EXPECT_TRUE(text.starts_with("KTAP version 1\n1..1\n  KTAP version 1\n  # Subtest: "));
    const auto outer = results_at(text, 0);
    ASSERT_EQ(outer.size(), 1U);
    EXPECT_THAT(outer[0], testing::StartsWith("ok 1 5.15.0-86-generic on arm64"));
    const auto inner = results_at(text, 1);
    ASSERT_EQ(inner.size(), 10U);
    EXPECT_EQ(inner[0], "ok 1 scenario-1");
    EXPECT_EQ(inner[4], "ok 5 isolated-vs-housekeeping");
    EXPECT_THAT(inner[9], testing::StartsWith("ok 10 tick-stopped # SKIP no count"));
}

TEST(Ktap, AFailureIsNotOkInsideAndOutside)
{
    const std::string text = to_ktap(test::evidence_of({check::make_active(400, 100)}));
    EXPECT_THAT(text, HasSubstr("\n  not ok 5 isolated-vs-housekeeping\n"));
    EXPECT_THAT(results_at(text, 0).at(0), testing::StartsWith("not ok 1 "));
    EXPECT_THAT(text, HasSubstr("  # isolated-vs-housekeeping: above the limit: "));
}

TEST(Ktap, InconclusiveIsASkipWithItsReason)
{
    const std::string text = to_ktap(test::evidence_of({check::make_active(300, 100, 4, 3)}));
    EXPECT_THAT(text, HasSubstr("  ok 5 isolated-vs-housekeeping # SKIP INCONCLUSIVE: "));
    EXPECT_THAT(results_at(text, 0).at(0), HasSubstr(" # SKIP INCONCLUSIVE: "));
}

TEST(Ktap, EachKernelIsATest)
{
    record::Record other = check::make_active(410, 300);
    other.boot.kernel_release = "6.9.0-1-amd64";
    const std::string text = to_ktap(test::evidence_of({check::make_active(405, 300), other}));
    EXPECT_EQ(results_at(text, 0).size(), 2U);
    EXPECT_EQ(results_at(text, 1).size(), 18U);
}

TEST(Ktap, SaysSkipOnce)
{
    const std::string text =
        to_ktap(test::evidence_of({test::plain_boot(host::KernelState::inactive, 75)}));
    EXPECT_THAT(text, HasSubstr(" # SKIP kernel 6.1.0-57-amd64 on "));
    EXPECT_THAT(text, testing::Not(HasSubstr("SKIP SKIP")));
}

} // namespace nohz::report
