// SPDX-License-Identifier: GPL-2.0-or-later
// The page: one file, complete, accessible, of a size that can be sent.
#include "report/html.h"

#include <regex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/process.h"
#include "evidence.h"
#include "report/svg.h"
#include "xml.h"

namespace nohz::report
{

namespace
{

using testing::HasSubstr;
using testing::Not;

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        ++found;
    return found;
}

std::vector<record::Record> many_boots(int count)
{
    std::vector<record::Record> records;
    for (int i = 0; i < count; ++i) {
        records.push_back(test::measured_boot(110 + 0.3 * (i % 7), 80 + 0.1 * (i % 5), i));
        for (record::Pair& pair : records.back().pairs)
            while (pair.log_ratios.size() < 4000)
                pair.log_ratios.push_back(pair.log_ratios[pair.log_ratios.size() % 120]);
    }
    return records;
}

std::vector<std::string> all_matches(const std::string& text, const char* pattern)
{
    const std::regex regex(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
        found.push_back((*it)[1]);
    return found;
}

} // namespace

// Cut off, it could end in the middle of a number.
TEST(Html, HasTheWholeHeadlineAsItsTitle)
{
    const std::string text = to_html(test::reference_evidence());
    const std::string title = text.substr(0, text.find("</title>"));
    EXPECT_THAT(title, HasSubstr("(5.15.0-86.96~20.04.1+test20231013b0) on arm64: "));
    EXPECT_THAT(title, HasSubstr("+105.77 ns per entry"));
}

TEST(Html, IsOneFileThatLoadsNothingAndRunsNothing)
{
    const std::string page = to_html(test::evidence_of(test::campaign_records()));
    for (const char* part : {"<script", "<link", "<img", "<iframe", "@import", "url(",
                             "src=", "href=", "http://", "https://"})
        EXPECT_THAT(page, Not(HasSubstr(part)));
    EXPECT_THAT(page, HasSubstr("default-src 'none'"));
    test::expect_well_formed(page);
}

TEST(Html, FollowsTheSchemeOfItsReaderAndCanBePrinted)
{
    const std::string page = to_html(test::reference_evidence());
    EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(page, HasSubstr("@media print"));
}

// Whoever does not see the plots must get what they say.
TEST(Html, HasTextAlternativesHeadingsAndALanguage)
{
    const std::string page = to_html(test::evidence_of(test::campaign_records()));
    EXPECT_THAT(page, HasSubstr("<html lang=\"en\">"));
    EXPECT_EQ(count(page, "<svg "), 5U) << "rules, runs, rounds, self check, history";
    EXPECT_EQ(count(page, "<svg role=\"img\""), count(page, "<svg "));
    for (const std::string& id : all_matches(page, "aria-labelledby=\"([^ \"]*)-title"))
        for (const char* part : {"-title", "-desc"})
            EXPECT_EQ(count(page, " id=\"" + id + part + "\""), 1U);
    EXPECT_THAT(page, HasSubstr("median ratio 1.37"));
    EXPECT_EQ(count(page, "<table>"), count(page, "<caption>"));
    EXPECT_EQ(count(page, "<th "), count(page, "<th scope="));
    EXPECT_EQ(count(page, "<h1>"), 1U);
    const auto ids = all_matches(page, " id=\"([^\"]*)\"");
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST(Html, ShowsHistoryOnlyWhereThereIsOne)
{
    EXPECT_THAT(to_html(test::evidence_of(test::campaign_records())),
                HasSubstr("History over boots"));
    const std::string one = to_html(test::evidence_of({test::measured_boot(110, 80)}));
    EXPECT_THAT(one, Not(HasSubstr("History over boots")));
    EXPECT_THAT(one, HasSubstr("Interleaved rounds"));
}

TEST(Html, StaysUnderTwoMegabytes)
{
    const std::string page = to_html(test::evidence_of(many_boots(200)));
    EXPECT_LT(page.size(), 2'000'000U);
    test::expect_well_formed(page);
    std::vector<record::Record> kernels = many_boots(200);
    for (std::size_t i = 0; i < kernels.size(); ++i)
        kernels[i].boot.kernel_release = "6.1." + std::to_string(i);
    EXPECT_LT(to_html(test::evidence_of(kernels)).size(), 2'000'000U);
    record::Record wide = check::make_record(host::KernelState::inactive);
    for (int i = 0; i < 20'000; ++i)
        wide.runs.push_back(
            check::make_run(2, host::Placement::pinned, i % 8192, 75 + i % 10, 74.5));
    EXPECT_LT(to_html(test::evidence_of({wide})).size(), 2'000'000U);
}

TEST(Html, DrawsFiguresThatNoMachineHas)
{
    record::Record record = test::measured_boot(110, 80);
    record.runs[0].mean = 1e18;
    record.runs[0].typical = 0;
    record.runs[0].quantiles = {{"0.05", 0}, {"0.95", 1e18}};
    record.pairs[0].log_ratios = {100, -100, 0};
    record.pairs[1].log_ratios = {};
    const std::string page = to_html(test::evidence_of({record}));
    EXPECT_EQ(all_matches(page, "[=\" ](-?(?:nan|inf))[\" ]").size(), 0U);
    test::expect_well_formed(page);
}

TEST(Axis, HasRoundTicksInsideWhateverTheRange)
{
    for (const auto& [low, high] :
         {std::pair(275.0, 406.0), std::pair(0.999, 1.001), std::pair(5.0, 5.0),
          std::pair(0.0, 0.0), std::pair(2.0, 1.0), std::pair(-1e30, 1e30),
          std::pair(0.0, std::numeric_limits<double>::infinity())}) {
        const Axis axis = make_axis(low, high, 100, 500);
        EXPECT_LT(axis.low, axis.high);
        EXPECT_GE(axis.ticks.size(), 2U) << low << " " << high;
        EXPECT_LE(axis.ticks.size(), 100U);
        for (const double tick : axis.ticks)
            EXPECT_TRUE(axis.holds(tick));
        EXPECT_DOUBLE_EQ(axis.at(axis.low), 100);
        EXPECT_DOUBLE_EQ(axis.at(axis.high), 500);
        EXPECT_DOUBLE_EQ(axis.at(axis.high + 1e40), 500);
    }
    EXPECT_EQ(make_axis(275, 406, 0, 1).label(300), "300");
    EXPECT_EQ(make_axis(0.999, 1.001, 0, 1).label(1), "1.0000");
}

// Chromium opens the page from a file, without an error, and draws it.
TEST(Html, OpensInABrowser)
{
    const auto browser = find_program("chromium");
    if (!browser)
        GTEST_SKIP() << "chromium is not installed";
    for (const int boots : {1, 4, 200}) {
        const TemporaryDirectory folder("browser");
        const std::filesystem::path page = folder.path() / "page.html";
        const std::filesystem::path image = folder.path() / "page.png";
        write_new_file(page, to_html(test::evidence_of(many_boots(boots))));
        ChildProcess child({browser->string(), "--headless", "--no-sandbox", "--disable-gpu",
                            "--disable-dev-shm-usage", "--enable-logging=stderr",
                            "--user-data-dir=" + (folder.path() / "profile").string(),
                            "--window-size=1000,1400", "--screenshot=" + image.string(),
                            "file://" + page.string()},
                           ChildProcess::Output::file, folder.path() / "log");
        const int status = child.wait();
        const std::string log = read_file(folder.path() / "log");
        EXPECT_EQ(describe_status(status), "exit status 0") << log;
        EXPECT_THAT(log, Not(HasSubstr(":CONSOLE")));
        EXPECT_GT(read_file(image).size(), 20'000U);
    }
}

} // namespace nohz::report
