// SPDX-License-Identifier: GPL-2.0-or-later
// The sentence that a report begins with.
#include "report/conclusion.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "report/format.h"
#include "report/provenance.h"
#include "report/sides.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t longest_name = 100;

// Of all boots of that release, and of those that are judged, what tells one build from another.
struct Builds {
    std::set<std::string> all;
    std::set<std::string> judged;
};

template <typename Get>
Builds builds_of(const Section& section, const Get& get)
{
    Builds builds;
    for (const record::Record* record : section.records) {
        if (record->boot.kernel_release != section.kernel)
            continue;
        const std::string build = printable(get(*record), longest_name);
        if (build.empty())
            continue;
        builds.all.insert(build);
        if (record->boot.kernel_state != host::KernelState::not_built)
            builds.judged.insert(build);
    }
    return builds;
}

// " (5.15.0-86.96~20.04.1+test20231013b0)" where kernels of one release are compared; else "".
std::string judged_build_words(const Section& section)
{
    const auto signature = [](const record::Record& record) {
        return record.boot.version_signature;
    };
    for (const Builds& builds : {builds_of(section, build_words), builds_of(section, signature)})
        if (builds.all.size() > 1 && !builds.judged.empty())
            return fmt::format(" ({})", first_few({builds.judged.begin(), builds.judged.end()}));
    return "";
}

std::string kernel_words(const Section& section)
{
    return fmt::format("kernel {}{} on {}{}",
                       section.kernel.empty() ? "(release not recorded)"
                                              : printable(section.kernel, longest_name),
                       section.kernel.empty() ? "" : judged_build_words(section),
                       printable(section.machine, longest_name),
                       section.is_exact() ? " (instructions counted)" : "");
}

std::string sentence(const check::RuleResult& rule, const check::Rules& rules)
{
    if (rule.is_rate)
        return fmt::format("timer interrupts on the isolated CPU: {}", figure_words(rule, rules));
    if (!is_isolated_to_housekeeping(rule))
        return fmt::format("{} ({}): {}", rule_title(rule), sides_words(rule),
                           figure_words(rule, rules));
    return fmt::format("an isolated CPU takes {} times the {} of a housekeeping CPU for each {} "
                       "entry{}",
                       ratio_text(rule),
                       rule.unit == record::Unit::instructions ? "instructions" : "time",
                       printable(rule.op, longest_name), detail_words(rule, rules));
}

// The figure that every reader asks for, where another rule decides the verdict.
std::string main_figure(const Section& section, const check::RuleResult* deciding)
{
    for (const check::RuleResult* rule : section.rules)
        if (rule != deciding && rule->ratio && is_isolated_to_housekeeping(*rule))
            return fmt::format("; {} is {}, {}", rule_title(*rule), ratio_text(*rule),
                               verdict_text(*rule));
    return "";
}

bool has_used_runs(const Section& section, int scenario)
{
    return std::any_of(section.samples.begin(), section.samples.end(),
                       [scenario](const check::Sample* sample) {
                           return sample->placed.scenario == scenario && sample->runs > 0;
                       });
}

std::vector<int> unmeasured(const Section& section)
{
    std::vector<int> scenarios;
    for (int scenario = 1; scenario <= 4; ++scenario)
        if (!has_used_runs(section, scenario))
            scenarios.push_back(scenario);
    return scenarios;
}

// "; test cases 1, 2 not measured"; "" where all of them were.
std::string unmeasured_words(const std::vector<int>& scenarios)
{
    return scenarios.empty() ? "" : fmt::format("; {} not measured", test_cases_words(scenarios));
}

// "built-in-cost", or of a rule that is judged in another placement "built-in-cost pinned".
std::string skipped_title(const Section& section, const check::RuleResult& skipped)
{
    const bool whole =
        std::all_of(section.rules.begin(), section.rules.end(), [&](const auto* rule) {
            return rule->name != skipped.name || rule->verdict == check::Verdict::skip;
        });
    return whole ? printable(skipped.name, longest_name) : rule_title(skipped);
}

// "; not judged: built-in-cost; not measured: tick-stopped".
std::string skipped_words(const Section& section)
{
    std::set<std::string> judged_not;
    std::set<std::string> measured_not;
    for (const check::RuleResult* rule : section.rules)
        if (rule->verdict == check::Verdict::skip)
            (rule->ratio ? judged_not : measured_not).insert(skipped_title(section, *rule));
    std::string text;
    if (!judged_not.empty())
        text += "; not judged: " + joined(judged_not, ", ");
    if (!measured_not.empty())
        text += "; not measured: " + joined(measured_not, ", ");
    return text;
}

// Why a section has nothing that was judged.
std::string why_nothing(const Section& section)
{
    const std::vector<int> missing = unmeasured(section);
    if (missing.size() == 3)
        for (int scenario = 1; scenario <= 4; ++scenario)
            if (std::find(missing.begin(), missing.end(), scenario) == missing.end())
                return fmt::format("nothing to compare, only test case {} was measured", scenario);
    for (const check::RuleResult* rule : section.rules)
        if (!rule->reason.empty())
            return fmt::format("nothing could be compared ({}: {})", rule_title(*rule),
                               printable(rule->reason, 300));
    return "nothing to compare, nothing was measured";
}

} // namespace

const check::RuleResult* deciding_rule(const Section& section)
{
    const auto rank = [&section](const check::RuleResult* rule) {
        if (rule->verdict != section.verdict || is_information(*rule))
            return 0;
        if (!rule->ratio)
            return rule->verdict == check::Verdict::skip ? 0 : 1;
        return is_isolated_to_housekeeping(*rule) ? 3 : 2;
    };
    const auto best =
        std::max_element(section.rules.begin(), section.rules.end(),
                         [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
    return best == section.rules.end() || rank(*best) == 0 ? nullptr : *best;
}

std::string conclusion(const Section& section, const check::Rules& rules)
{
    const check::RuleResult* rule = deciding_rule(section);
    std::string what = rule ? sentence(*rule, rules) : why_nothing(section);
    if (rule && !rule->ratio)
        what = fmt::format("{}: {}", rule_title(*rule), printable(rule->reason, 300));
    if (rule && rule->indicative)
        what += ", indicative";
    what += main_figure(section, rule);
    if (const std::vector<int> missing = unmeasured(section); rule || missing.size() < 3)
        what += unmeasured_words(missing);
    if (rule)
        what += skipped_words(section);
    return fmt::format("{}: {}: {}", check::to_string(section.verdict), kernel_words(section),
                       what);
}

std::string headline(const Evidence& evidence, const std::vector<Section>& sections)
{
    const std::string bug =
        evidence.subject.bug ? fmt::format("bug {}, ", *evidence.subject.bug) : "";
    const std::string_view verdict = check::to_string(evidence.report.verdict);
    if (sections.size() == 1) {
        const std::string whole = conclusion(sections.front(), evidence.rules);
        return fmt::format("{}: {}{}", verdict, bug, whole.substr(verdict.size() + 2));
    }
    std::vector<std::string> counts;
    for (const check::Verdict each : {check::Verdict::fail, check::Verdict::inconclusive,
                                      check::Verdict::pass, check::Verdict::skip}) {
        const auto count =
            std::count_if(sections.begin(), sections.end(),
                          [each](const Section& section) { return section.verdict == each; });
        if (count > 0)
            counts.push_back(fmt::format("{} {}", count, check::to_string(each)));
    }
    std::set<int> missing;
    for (const Section& section : sections)
        for (const int scenario : unmeasured(section))
            missing.insert(scenario);
    return fmt::format("{}: {}{} kernels or machines, each judged by itself: {}{}", verdict, bug,
                       sections.size(), joined(counts, ", "),
                       missing.empty()
                           ? ""
                           : fmt::format("; {} not measured of all of them",
                                         test_cases_words({missing.begin(), missing.end()})));
}

} // namespace nohz::report
