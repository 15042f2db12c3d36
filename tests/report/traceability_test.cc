// SPDX-License-Identifier: GPL-2.0-or-later
// Every figure in a report for people comes from a record or from what check made of it.
#include <regex>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evidence.h"
#include "report/format.h"

namespace nohz::report
{

namespace
{

// Numbers with a fraction, and whole ones of three digits or more: what could pass for a figure.
std::vector<std::string> numbers_in(const std::string& text)
{
    static const std::regex number(R"([+-]?[0-9]+\.[0-9]+|[+-]?[0-9]{3,})");
    std::vector<std::string> found;
    std::string plain = text;
    for (char& c : plain)
        if (std::string_view("|()[];,:%*\"").find(c) != std::string_view::npos)
            c = ' ';
    for (std::string_view word : split_words(plain)) {
        if (word.ends_with("/s"))
            word.remove_suffix(2);
        while (word.ends_with('.'))
            word.remove_suffix(1);
        if (std::regex_match(word.begin(), word.end(), number))
            found.emplace_back(word);
        // the interval of a table: 1.350-1.356
        const auto dash = word.find('-', 1);
        if (dash == std::string_view::npos)
            continue;
        const std::string low(word.substr(0, dash));
        const std::string high(word.substr(dash + 1));
        if (low.find('.') != std::string::npos && std::regex_match(low, number) &&
            std::regex_match(high, number))
            found.insert(found.end(), {low, high});
    }
    return found;
}

class Known
{
public:
    explicit Known(const Evidence& evidence)
    {
        for (const check::RuleResult& rule : evidence.report.rules)
            add_rule(rule);
        for (const check::Sample& sample : evidence.report.samples) {
            add_cost(sample.mean);
            add_cost(sample.typical);
            add_whole(sample.runs);
            add_whole(sample.boots);
        }
        for (const std::string& note : evidence.report.notes)
            add_text(note);
        std::size_t rounds = 0;
        for (const record::Record& record : evidence.records) {
            add_record(record);
            for (const record::Pair& pair : record.pairs)
                if (pair.numerator != pair.denominator)
                    rounds += pair.log_ratios.size();
        }
        add_whole(rounds);
        if (evidence.subject.bug)
            add_whole(*evidence.subject.bug);
    }

    bool has(const std::string& number) const { return known_.contains(number); }

private:
    void add_cost(std::optional<double> cost)
    {
        if (cost)
            known_.insert(format_cost(*cost));
    }

    void add_whole(std::uint64_t number) { known_.insert(fmt::format("{}", number)); }

    void add_text(const std::string& text)
    {
        for (std::string& number : numbers_in(text))
            known_.insert(std::move(number));
    }

    void add_rule(const check::RuleResult& rule)
    {
        for (const auto& value : {rule.ratio, rule.low, rule.high, rule.limit})
            if (value)
                known_.insert(rule.is_rate ? fmt::format("{:.2f}", *value) : format_ratio(*value));
        for (const auto& value : {rule.added, rule.max_added})
            if (value)
                known_.insert(format_added(*value));
        add_text(rule.reason);
        add_text(rule.limit_basis);
    }

    void add_record(const record::Record& record)
    {
        add_text(record::to_json(record));
        add_text(record.sha256);
        add_whole((record.host.memory_bytes + (1U << 19U)) >> 20U); // in MiB
        const double gib = static_cast<double>(record.host.memory_bytes) / (1U << 30U);
        known_.insert({fmt::format("{:.0f}", gib), fmt::format("{:.1f}", gib)});
        for (const record::Run& run : record.runs) {
            add_whole(run.total / run.iterations);
            add_cost(run.mean);
            add_cost(run.typical);
        }
    }

    std::set<std::string> known_;
};

// The text that a reader of the page sees, without charts (their axes are no figures).
std::string text_of_html(const std::string& html)
{
    std::string text = html;
    for (const char* element : {"style", "svg"}) {
        const std::string opening = std::string("<") + element;
        const std::string closing = std::string("</") + element + ">";
        for (std::size_t at = 0; (at = text.find(opening, at)) != std::string::npos;)
            text.erase(at, text.find(closing, at) + closing.size() - at);
    }
    return std::regex_replace(text, std::regex("<[^>]*>"), " ");
}

std::string without_backslashes(std::string text)
{
    std::erase(text, '\\');
    return text;
}

std::vector<std::string> unknown_numbers(const std::string& text, const Evidence& evidence)
{
    const Known known(evidence);
    std::vector<std::string> unknown;
    for (const std::string& number : numbers_in(text))
        if (!known.has(number))
            unknown.push_back(number);
    return unknown;
}

void expect_traceable(const Evidence& evidence)
{
    using testing::PrintToString;
    for (const std::string& text :
         {to_launchpad(evidence), without_backslashes(to_markdown(evidence)),
          text_of_html(to_html(evidence))}) {
        const auto unknown = unknown_numbers(text, evidence);
        EXPECT_TRUE(unknown.empty()) << PrintToString(unknown) << "\nin\n" << text.substr(0, 2000);
        EXPECT_GT(numbers_in(text).size(), 15U);
    }
}

} // namespace

TEST(Traceability, OfTheReference)
{
    expect_traceable(test::reference_evidence({1919154, "jammy", "linux"}));
}

TEST(Traceability, OfACampaign)
{
    expect_traceable(test::evidence_of(test::campaign_records()));
}

TEST(Traceability, OfExactFigures)
{
    std::vector<record::Record> records;
    for (const record::Record& record : test::campaign_records())
        records.push_back(check::make_exact(record));
    expect_traceable(test::evidence_of(records));
}

// Records of Debian's stock kernels as `nohz-overhead vm` wrote them.
TEST(Traceability, OfEmulatedBoots)
{
    for (const char* folder : {"vm-exact", "vm-real-time"})
        expect_traceable(test::evidence_of(record::load_records(
            {std::filesystem::path(SOURCE_ROOT "/tests/report/data") / folder})));
}

TEST(Traceability, OfThisBoot)
{
    record::Record record = test::measured_boot(110, 80);
    const record::Record here = record::begin_record("/");
    record.host = here.host;
    record.boot.hazards = here.boot.hazards;
    record.boot.mitigations = here.boot.mitigations;
    record.boot.kernel_version = here.boot.kernel_version;
    record.boot.clock_source = here.boot.clock_source;
    record.boot.config = here.boot.config;
    expect_traceable(test::evidence_of({record}));
}

// The tests above must see a figure that was made up.
TEST(Traceability, FindsAFigureOfNoRecord)
{
    const Evidence evidence = test::reference_evidence();
    EXPECT_EQ(unknown_numbers("mean 405.57 ns, ratio 1.353, total 40561421305", evidence).size(),
              0U);
    for (const char* wrong :
         {"mean 405.58 ns", "(1.354)", "total 40561421306 nsec", "| 2.00/s |", "1.352-1.399"})
        EXPECT_EQ(unknown_numbers(wrong, evidence).size(), 1U) << wrong;
}

} // namespace nohz::report
