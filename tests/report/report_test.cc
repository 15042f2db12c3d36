// SPDX-License-Identifier: GPL-2.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../check/records.h"
#include "base/text.h"
#include "report/json.h"
#include "report/kernels.h"
#include "report/table.h"

namespace nohz::report
{

namespace
{

using check::make_active;
using check::make_exact;
using testing::HasSubstr;

check::Report report_of(const std::vector<record::Record>& records)
{
    check::Rules rules;
    check::apply_thresholds(rules, std::filesystem::path(SOURCE_ROOT "/data/thresholds.toml"));
    return check::check_records(records, rules);
}

} // namespace

TEST(Table, ShowsFiguresRatioAndVerdict)
{
    const std::string table = to_table(report_of({make_active(405.57, 299.79)}));
    EXPECT_THAT(table, HasSubstr("405.5"));
    EXPECT_THAT(table, HasSubstr("1.353"));
    EXPECT_THAT(table, HasSubstr("+105.78"));
    EXPECT_TRUE(table.ends_with("\nPASS\n"));
}

TEST(Table, FitsEightyColumns)
{
    record::Record record = make_active(405.57, 299.79);
    record.runs.back().disturbed = "steal";
    const std::string table =
        to_table(report_of({record, make_exact(make_active(123456.78, 99999.99))}));
    for (const std::string_view line : split_lines(table))
        EXPECT_LE(line.size(), 80u) << line;
    // two boots, one a side, far beyond what can be told: the longest words
    record::Record plain = check::make_record(host::KernelState::inactive);
    plain.runs.push_back(check::make_run(2, host::Placement::pinned, 3, 280));
    record::Record built = check::make_record(host::KernelState::not_built);
    built.runs.push_back(check::make_run(1, host::Placement::pinned, 3, 265));
    const std::string indicative = to_table(report_of({plain, built}));
    EXPECT_THAT(indicative, HasSubstr("INCONCLUSIVE*\n"));
    EXPECT_THAT(indicative, HasSubstr("* indicative: one boot a side"));
    for (const std::string_view line : split_lines(indicative))
        EXPECT_LE(line.size(), 80U) << line;
}

TEST(Table, SaysWhenThereIsNothingToCompare)
{
    record::Record record = check::make_record(host::KernelState::not_built);
    record.runs.push_back(check::make_run(1, host::Placement::pinned, 1, 75));
    const std::string table = to_table(report_of({record}));
    EXPECT_THAT(table, HasSubstr("No rule can compare these"));
    EXPECT_TRUE(table.ends_with("\nSKIP\n"));
}

// A record is somebody's file: its texts must not reach the terminal raw.
TEST(Table, ShowsNoControlCharacterOfARecord)
{
    record::Record record = make_active(405.57, 299.79);
    record.host.cpu_model = "evil\x1b[2J\n\rCPU";
    record.runs.front().op = "\x1b]0;x\x07";
    for (const char c : to_table(report_of({record})))
        EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

TEST(Table, ColoursVerdictsAndNothingElse)
{
    const check::Report report = report_of({make_active(405.57, 299.79)});
    const std::string plain = to_table(report);
    std::string coloured = to_table(report, {}, {.colour = true});
    EXPECT_THAT(coloured, HasSubstr("\x1b[1;32mPASS\x1b[0m"));
    for (const char* code : {"\x1b[1;32m", "\x1b[2m", "\x1b[0m"})
        for (std::size_t at = 0; (at = coloured.find(code)) != std::string::npos;)
            coloured.erase(at, std::string_view(code).size());
    EXPECT_EQ(coloured, plain);
}

TEST(Table, IsAsShortOrAsLongAsAskedFor)
{
    check::Rules rules;
    check::apply_thresholds(rules, std::filesystem::path(SOURCE_ROOT "/data/thresholds.toml"));
    const check::Report report = report_of({make_active(405.57, 299.79)});
    EXPECT_EQ(to_table(report, rules, {.quiet = true}), "PASS\n");
    const std::string verbose = to_table(report, rules, {.verbose = true});
    EXPECT_THAT(verbose, HasSubstr("what does the isolated CPU pay?"));
    EXPECT_THAT(verbose, HasSubstr("record: active.json\n  sha256 0123\n"));
    for (const std::string_view line : split_lines(verbose))
        EXPECT_LE(line.size(), 80U) << line;
    EXPECT_TRUE(verbose.ends_with("\nPASS\n"));
}

TEST(Json, HasTheKeysOfTheContract)
{
    const auto json = nlohmann::json::parse(to_json(report_of({make_active(405.57, 299.79)})));
    EXPECT_EQ(json.at("verdict"), "PASS");
    EXPECT_EQ(json.at("unit"), "ns");
    const auto& rule = json.at("rules").at(0);
    EXPECT_EQ(rule.at("name"), "isolated-vs-housekeeping");
    EXPECT_NEAR(rule.at("ratio").get<double>(), 1.3528, 1e-3);
    EXPECT_NEAR(rule.at("added_ns").get<double>(), 105.78, 0.1);
    for (const char* key :
         {"numerator", "denominator", "low", "high", "limit", "verdict", "indicative", "reason"})
        EXPECT_TRUE(rule.contains(key)) << key;
    const auto& sample = json.at("samples").at(0);
    for (const char* key : {"scenario", "placement", "cpu", "op", "runs", "mean_ns", "typical_ns"})
        EXPECT_TRUE(sample.contains(key)) << key;
    EXPECT_EQ(json.at("records").at(0).at("path"), "active.json");
    EXPECT_EQ(json.at("records").at(0).at("sha256"), "0123");
}

TEST(Json, NamesInstructionsForExactRecords)
{
    const auto json =
        nlohmann::json::parse(to_json(report_of({make_exact(make_active(656.63, 429.34))})));
    EXPECT_EQ(json.at("unit"), "instructions");
    EXPECT_TRUE(json.at("rules").at(0).contains("added_instructions"));
    EXPECT_TRUE(json.at("samples").at(0).contains("mean_instructions"));
}

TEST(Json, CallsTwoUnitsMixed)
{
    const auto json = nlohmann::json::parse(
        to_json(report_of({make_active(4, 3), make_exact(make_active(656, 429))})));
    EXPECT_EQ(json.at("unit"), "mixed");
}

TEST(KernelsTable, FitsEightyColumnsAndEndsWithTheVerdict)
{
    const auto comparison = check::compare_kernels(
        {make_exact(make_active(12345.67, 9999.99))},
        {make_exact(make_active(22345.67, 9999.99)), make_active(5, 4)}, 1.05, check::Rules{});
    const std::string table = to_table(comparison);
    EXPECT_THAT(table, HasSubstr("regression"));
    EXPECT_TRUE(table.ends_with("\nFAIL\n"));
    for (const std::string_view line : split_lines(table))
        EXPECT_LE(line.size(), 80U) << line;
}

TEST(KernelsJson, HasARowAPlacement)
{
    const auto json = nlohmann::json::parse(to_json(
        check::compare_kernels({make_active(400, 300)}, {make_active(404, 300)}, 1.05, {})));
    EXPECT_EQ(json.at("verdict"), "PASS");
    ASSERT_EQ(json.at("rows").size(), 2U);
    EXPECT_NEAR(json.at("rows").at(0).at("added_ns").get<double>(), 4, 1e-6);
    EXPECT_EQ(json.at("rows").at(0).at("indicative"), true);
}

} // namespace nohz::report
