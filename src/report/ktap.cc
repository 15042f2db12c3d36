// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as KTAP, the test protocol of the kernel.
#include "report/ktap.h"

#include <fmt/format.h>

#include "report/conclusion.h"
#include "report/escape.h"
#include "report/provenance.h"
#include "report/test_cases.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

constexpr std::string_view version_line = "KTAP version 1\n";
constexpr std::string_view indent = "  ";

Outcome outcome_of(check::Verdict verdict)
{
    switch (verdict) {
    case check::Verdict::pass:
        return Outcome::pass;
    case check::Verdict::fail:
        return Outcome::fail;
    case check::Verdict::inconclusive:
    case check::Verdict::skip:
        return Outcome::skip;
    }
    return Outcome::fail;
}

std::string result_line(Outcome outcome, std::size_t number, std::string_view name,
                        std::string_view why_skipped)
{
    return fmt::format("{} {} {}{}\n", outcome == Outcome::fail ? "not ok" : "ok", number,
                       ktap_text(name, 200),
                       outcome == Outcome::skip ? fmt::format(" # SKIP {}", ktap_text(why_skipped))
                                                : std::string());
}

std::string section_name(const Section& section)
{
    return fmt::format("{} on {} in {}", section.kernel.empty() ? "unknown kernel" : section.kernel,
                       section.machine, unit_word(section.unit));
}

std::string subtest(const Section& section, const std::vector<TestCase>& tests,
                    const check::Rules& rules)
{
    std::string text = fmt::format("{0}{1}{0}# Subtest: {2}\n{0}1..{3}\n", indent, version_line,
                                   ktap_text(section_name(section), 200), tests.size());
    text += fmt::format("{}# {}\n", indent, ktap_text(conclusion(section, rules)));
    for (const record::Record* record : section.records)
        text += fmt::format("{}# record {} sha256 {}\n", indent, ktap_text(file_name(*record)),
                            ktap_text(record->sha256, 64));
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const TestCase& test = tests[i];
        if (test.outcome != Outcome::skip)
            text +=
                fmt::format("{}# {}: {}\n", indent, ktap_text(test.name), ktap_text(test.message));
        text += std::string(indent) + result_line(test.outcome, i + 1, test.name, test.message);
    }
    return text;
}

// The directive says SKIP already; INCONCLUSIVE must be said.
std::string why_skipped(const Section& section, const check::Rules& rules)
{
    constexpr std::string_view said = "SKIP: ";
    const std::string words = conclusion(section, rules);
    return words.starts_with(said) ? words.substr(said.size()) : words;
}

} // namespace

std::string to_ktap(const Evidence& evidence)
{
    const std::vector<Section> sections = sections_of(evidence);
    std::string text = fmt::format("{}1..{}\n", version_line, sections.size());
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const std::vector<TestCase> tests = test_cases_of(sections[i], evidence.rules);
        text += subtest(sections[i], tests, evidence.rules);
        text += result_line(outcome_of(sections[i].verdict), i + 1, section_name(sections[i]),
                            why_skipped(sections[i], evidence.rules));
    }
    if (const std::string limits = limits_line(evidence); !limits.empty())
        text += fmt::format("# {}\n", ktap_text(limits));
    for (const std::string& note : evidence.report.notes)
        text += fmt::format("# note: {}\n", ktap_text(note));
    return text;
}

} // namespace nohz::report
