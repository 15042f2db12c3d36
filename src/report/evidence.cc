// SPDX-License-Identifier: GPL-2.0-or-later
// What a report stands on, and the parts of it that are judged by themselves.
#include "report/evidence.h"

#include <algorithm>
#include <utility>

#include "check/samples.h"

namespace nohz::report
{

namespace
{

template <typename T>
std::vector<const T*> of_section(const std::vector<T>& all, const Section& section)
{
    std::vector<const T*> found;
    for (const T& each : all)
        if (each.unit == section.unit && each.machine == section.machine &&
            each.kernel == section.kernel)
            found.push_back(&each);
    return found;
}

} // namespace

Evidence make_evidence(std::vector<record::Record> records, check::Rules rules, Subject subject)
{
    Evidence evidence;
    evidence.records = std::move(records);
    std::stable_sort(evidence.records.begin(), evidence.records.end(),
                     [](const auto& a, const auto& b) { return a.created < b.created; });
    evidence.rules = std::move(rules);
    evidence.subject = std::move(subject);
    evidence.report = check::check_records(evidence.records, evidence.rules);
    return evidence;
}

bool Section::has_scenario(int scenario) const
{
    return std::any_of(samples.begin(), samples.end(), [scenario](const check::Sample* sample) {
        return sample->placed.scenario == scenario;
    });
}

std::vector<Section> sections_of(const Evidence& evidence)
{
    std::vector<Section> sections;
    for (const check::Group& group : check::group_by_kernel(evidence.records)) {
        Section section;
        section.unit = group.unit;
        section.machine = group.label();
        section.kernel = group.kernel;
        section.records = group.records;
        section.first_record = evidence.records.data();
        section.samples = of_section(evidence.report.samples, section);
        section.rules = of_section(evidence.report.rules, section);
        for (const check::RuleResult* rule : section.rules)
            section.verdict = check::combine(section.verdict, rule->verdict);
        sections.push_back(std::move(section));
    }
    return sections;
}

std::vector<Section> worst_sections(std::vector<Section> sections, std::size_t most)
{
    if (sections.size() <= most)
        return sections;
    std::stable_sort(sections.begin(), sections.end(), [](const Section& a, const Section& b) {
        return a.verdict != b.verdict && check::combine(a.verdict, b.verdict) == a.verdict;
    });
    sections.resize(most);
    return sections;
}

} // namespace nohz::report
