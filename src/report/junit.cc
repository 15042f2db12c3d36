// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as JUnit XML, which every CI reads.
#include "report/junit.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "record/utc_time.h"
#include "report/conclusion.h"
#include "report/escape.h"
#include "report/provenance.h"
#include "report/test_cases.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t longest_name = 200;
constexpr std::size_t most_properties = 400;

struct Counts {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t skipped = 0;
    double seconds = 0;

    void add(const Counts& other)
    {
        tests += other.tests;
        failures += other.failures;
        skipped += other.skipped;
        seconds += other.seconds;
    }

    std::string attributes() const
    {
        return fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}" time="{:.3f}")",
                           tests, failures, skipped, seconds);
    }
};

Counts count(const std::vector<TestCase>& tests)
{
    Counts counts;
    for (const TestCase& test : tests) {
        ++counts.tests;
        counts.failures += test.outcome == Outcome::fail ? 1 : 0;
        counts.skipped += test.outcome == Outcome::skip ? 1 : 0;
        counts.seconds += test.seconds;
    }
    return counts;
}

std::string suite_name(const Section& section)
{
    return fmt::format("{} on {} ({})", section.kernel.empty() ? "unknown kernel" : section.kernel,
                       section.machine, unit_word(section.unit));
}

std::string property(std::string_view name, std::string_view value)
{
    return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", xml_text(name, longest_name),
                       xml_text(value));
}

std::string properties(const Section& section, const Evidence& evidence)
{
    std::string text = property("verdict", check::to_string(section.verdict)) +
                       property("conclusion", conclusion(section, evidence.rules)) +
                       property("unit", unit_heading(section.unit));
    if (const std::string limits = limits_line(evidence); !limits.empty())
        text += property("limits", limits);
    std::size_t shown = 0;
    for (const record::Record* record : section.records)
        if (++shown <= most_properties)
            text += property(fmt::format("record {}", file_name(*record)),
                             fmt::format("sha256 {}", record->sha256));
    return fmt::format("    <properties>\n{}    </properties>\n", text);
}

// Readers take what stands before the last dot for a package.
std::string class_name(const Section& section)
{
    std::string name = section.kernel.empty() ? "unknown-kernel" : section.kernel;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

std::string test_case(const TestCase& test, const Section& section)
{
    std::string text =
        fmt::format("    <testcase name=\"{}\" classname=\"nohz-overhead.{}\" time=\"{:.3f}\">\n",
                    xml_text(test.name, longest_name), xml_text(class_name(section), longest_name),
                    test.seconds);
    const std::string message = xml_text(test.message);
    switch (test.outcome) {
    case Outcome::pass:
        text += fmt::format("      <system-out>{}</system-out>\n", message);
        break;
    case Outcome::fail:
        text +=
            fmt::format("      <failure message=\"{0}\" type=\"limit\">{0}</failure>\n", message);
        break;
    case Outcome::skip:
        text += fmt::format("      <skipped message=\"{}\"/>\n", message);
        break;
    }
    return text + "    </testcase>\n";
}

// Of the last record, without the letter for UTC that old readers do not take. Logs do not say when
// they were measured: their record's time is that of the import.
std::string timestamp(const Section& section)
{
    const auto last =
        std::find_if(section.records.rbegin(), section.records.rend(),
                     [](const record::Record* record) { return record->source != "import"; });
    if (last == section.records.rend())
        return "";
    const std::string& created = (*last)->created;
    const bool usual = record::is_utc_time(created) && !created.ends_with(":60Z");
    return usual ? fmt::format(" timestamp=\"{}\"", created.substr(0, created.size() - 1)) : "";
}

} // namespace

std::string to_junit(const Evidence& evidence)
{
    Counts all;
    std::string suites;
    for (const Section& section : sections_of(evidence)) {
        const std::vector<TestCase> tests = test_cases_of(section, evidence.rules);
        const Counts counts = count(tests);
        all.add(counts);
        suites += fmt::format("  <testsuite name=\"{}\" {}{}>\n",
                              xml_text(suite_name(section), longest_name), counts.attributes(),
                              timestamp(section));
        suites += properties(section, evidence);
        for (const TestCase& test : tests)
            suites += test_case(test, section);
        std::vector<std::string> notes;
        notes.reserve(evidence.report.notes.size());
        for (const std::string& note : evidence.report.notes)
            notes.push_back(xml_text("note: " + note));
        if (!notes.empty())
            suites += fmt::format("    <system-out>{}</system-out>\n", joined(notes, "\n"));
        suites += "  </testsuite>\n";
    }
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites name=\"nohz-overhead\" {}>\n{}</testsuites>\n",
                       all.attributes(), suites);
}

} // namespace nohz::report
