// SPDX-License-Identifier: GPL-2.0-or-later
// Markdown: tables whose rows fit their heads.
#include "report/markdown.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evidence.h"
#include "report/escape.h"

namespace nohz::report
{

using testing::HasSubstr;

namespace
{

// The '|' of a row that are not escaped.
std::size_t bars_in(std::string_view line)
{
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
        bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    return bars;
}

} // namespace

TEST(Markdown, HasRowsAsWideAsTheirHeads)
{
    record::Record record = test::measured_boot(110, 80);
    record.boot.command_line = "a | b || c";
    std::size_t bars = 0;
    std::size_t rows = 0;
    const std::string text = to_markdown(test::evidence_of({record}));
    for (const std::string_view line : split_lines(text)) {
        if (!line.starts_with("| ")) {
            bars = 0;
            continue;
        }
        bars = bars == 0 ? bars_in(line) : bars;
        EXPECT_EQ(bars_in(line), bars) << line;
        ++rows;
    }
    EXPECT_GT(rows, 12U);
}

TEST(Markdown, HoldsVerdictFiguresAndProvenance)
{
    const std::string text = to_markdown(test::reference_evidence({1919154, "jammy", ""}));
    for (const char* part :
         {"**PASS: bug 1919154, kernel 5.15.0-86-generic ", "| 3 | pinned to isolated CPU 4 |",
          "405.57", "| isolated-vs-housekeeping |", "verification-done-jammy-linux",
          "nohz_full=2-63,66-127", "OS: Ubuntu 20.04"})
        EXPECT_THAT(text, HasSubstr(part));
}

TEST(Escape, LeavesNoMarkup)
{
    EXPECT_EQ(markdown_text("a_b *c* [d](e) <f> |g|"), "a_b \\*c\\* \\[d\\](e) &lt;f&gt; \\|g\\|");
    EXPECT_EQ(markdown_text("_x_"), "\\_x\\_");
    EXPECT_EQ(xml_text("<a b=\"c\">&'\x01"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;?");
    EXPECT_EQ(xml_text("x\xef\xbf\xbfy"), "x?y");
    EXPECT_EQ(xml_text("abc", 2), "ab...");
    EXPECT_EQ(ktap_text("#1 \n# SKIP"), ".1 ?. SKIP");
}

TEST(Markdown, SaysHowManyHazardsItDoesNotShow)
{
    record::Record record = test::measured_boot(110, 80);
    for (int i = 0; i < 450; ++i)
        record.boot.hazards.push_back(
            {fmt::format("hazard-{}", i), host::HazardGroup::would_be_noisy, "seen", "none"});
    EXPECT_THAT(to_markdown(test::evidence_of({record})),
                HasSubstr("\n\nand 50 more, in `boot.hazards` of the records\n"));
}

} // namespace nohz::report
