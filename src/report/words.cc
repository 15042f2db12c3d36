// SPDX-License-Identifier: GPL-2.0-or-later
// The words that every report uses for the same thing.
#include "report/words.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/colour.h"
#include "base/text.h"
#include "report/format.h"
#include "report/sides.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t longest_name = 100;

Colour colour_of(check::Verdict verdict)
{
    switch (verdict) {
    case check::Verdict::pass:
        return Colour::good;
    case check::Verdict::fail:
        return Colour::bad;
    case check::Verdict::inconclusive:
        return Colour::unsure;
    case check::Verdict::skip:
        return Colour::faint;
    }
    return Colour::bad;
}

std::string kernel_words(const Section& section)
{
    return fmt::format("kernel {} on {}{}",
                       section.kernel.empty() ? "(release not recorded)"
                                              : printable(section.kernel, longest_name),
                       printable(section.machine, longest_name),
                       section.is_exact() ? " (instructions counted)" : "");
}

bool has_interval_of_one_boot(const check::RuleResult& rule)
{
    return rule.one_boot && rule.low && rule.high;
}

// "(99 % interval 1.352 to 1.354; limit 1.500)" with a blank before it; "" where there is neither.
std::string bracket_words(const check::RuleResult& rule, const check::Rules& rules)
{
    std::vector<std::string> words;
    if (std::string interval = interval_words(rule, rules); !interval.empty())
        words.push_back(std::move(interval));
    if (rule.limit)
        words.push_back(fmt::format("limit {}{}", limit_text(rule),
                                    rule.limit_is_of_these ? ", set from these very figures" : ""));
    if (rule.max_added)
        words.push_back(
            fmt::format("limit {} {}", format_added(*rule.max_added), unit_word(rule.unit)));
    return words.empty() ? "" : fmt::format(" ({})", joined(words, "; "));
}

// A cost that is printed as negative is none.
std::string_view less_words(const check::RuleResult& rule)
{
    if (!format_added(*rule.added).starts_with('-'))
        return "";
    return rule.unit == record::Unit::instructions ? " (fewer)" : " (faster)";
}

std::string added_words(const check::RuleResult& rule)
{
    return rule.added ? fmt::format(", {} {} per entry{}", format_added(*rule.added),
                                    unit_word(rule.unit), less_words(rule))
                      : "";
}

std::string sentence(const check::RuleResult& rule, const check::Rules& rules)
{
    if (rule.is_rate)
        return fmt::format("timer interrupts on the isolated CPU: {}", figure_words(rule, rules));
    if (!is_isolated_to_housekeeping(rule))
        return fmt::format("{} ({}): {}", rule_title(rule), sides_words(rule),
                           figure_words(rule, rules));
    return fmt::format(
        "an isolated CPU takes {} times the {} of a housekeeping CPU for each {} "
        "entry{}{}",
        ratio_text(rule), rule.unit == record::Unit::instructions ? "instructions" : "time",
        printable(rule.op, longest_name), bracket_words(rule, rules), added_words(rule));
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

bool is_isolated_to_housekeeping(const check::RuleResult& rule)
{
    return !rule.is_rate && rule.numerator == check::Side{3, host::Placement::isolated} &&
           rule.denominator == check::Side{4, host::Placement::housekeeping};
}

bool is_information(const check::RuleResult& rule)
{
    return rule.verdict == check::Verdict::skip && rule.ratio;
}

std::string_view unit_word(record::Unit unit) noexcept
{
    return record::to_string(unit);
}

std::string_view unit_heading(record::Unit unit) noexcept
{
    return unit == record::Unit::instructions ? "instructions per entry (exact, emulated)"
                                              : "nanoseconds per entry";
}

std::string_view scenario_title(int scenario) noexcept
{
    switch (scenario) {
    case 1:
        return "kernel built without NO_HZ_FULL";
    case 2:
        return "NO_HZ_FULL built in, not switched on by nohz_full=";
    case 3:
        return "NO_HZ_FULL switched on by nohz_full=, on an isolated CPU";
    case 4:
        return "NO_HZ_FULL switched on by nohz_full=, on a housekeeping CPU";
    default:
        return "unknown scenario";
    }
}

std::string test_cases_words(const std::vector<int>& scenarios)
{
    std::vector<std::string> numbers;
    numbers.reserve(scenarios.size());
    for (const int scenario : scenarios)
        numbers.push_back(fmt::format("{}", scenario));
    return fmt::format("test case{} {}", numbers.size() == 1 ? "" : "s", joined(numbers, ", "));
}

std::string place_words(const record::Placed& placed)
{
    std::string cpu = placed.cpu ? fmt::format("CPU {}", *placed.cpu) : "CPU (not recorded)";
    switch (placed.placement) {
    case host::Placement::unpinned:
        return "unpinned";
    case host::Placement::pinned:
        return "pinned to " + cpu;
    case host::Placement::isolated:
        return "pinned to isolated " + cpu;
    case host::Placement::housekeeping:
        return "pinned to housekeeping " + cpu;
    }
    return cpu;
}

std::string rule_title(const check::RuleResult& rule)
{
    const std::string name = printable(rule.name, 27);
    const bool same_placement =
        rule.numerator.placement && rule.numerator.placement == rule.denominator.placement;
    return same_placement ? fmt::format("{} {}", name, host::to_string(*rule.numerator.placement))
                          : name;
}

std::string ratio_text(const check::RuleResult& rule)
{
    if (!rule.ratio)
        return "-";
    return rule.is_rate ? fmt::format("{:.2f}/s", *rule.ratio) : format_ratio(*rule.ratio);
}

std::string limit_text(const check::RuleResult& rule)
{
    if (!rule.limit)
        return "-";
    return rule.is_rate ? fmt::format("{:g}/s", *rule.limit) : format_ratio(*rule.limit);
}

std::string verdict_text(const check::RuleResult& rule)
{
    if (is_information(rule))
        return "info";
    return fmt::format("{}{}", check::to_string(rule.verdict),
                       rule.indicative ? " (indicative)" : "");
}

std::string painted_verdict(check::Verdict verdict, bool colour)
{
    return painted(check::to_string(verdict), colour_of(verdict), colour);
}

std::string painted_verdict(const check::RuleResult& rule, bool colour)
{
    const std::string_view words = is_information(rule) ? "info" : check::to_string(rule.verdict);
    const bool marked = rule.indicative && !is_information(rule);
    return painted(words, colour_of(rule.verdict), colour) + (marked ? "*" : "");
}

std::string extent_words(const check::RuleResult& rule)
{
    return fmt::format("{}one boot{}", rule.assumed_boot ? "what is taken to be " : "",
                       rule.one_cpu ? " and one CPU a side" : "");
}

std::string interval_words(const check::RuleResult& rule, const check::Rules& rules)
{
    if (rule.is_rate)
        return "";
    if (rule.unit == record::Unit::instructions && rule.low && rule.low == rule.high)
        return "exact";
    if (rule.low && rule.high)
        return fmt::format("{:g} % interval {} to {}{}", rules.confidence * 100,
                           format_ratio(*rule.low), format_ratio(*rule.high),
                           rule.one_boot ? " of " + extent_words(rule) : "");
    return rule.indicative ? "no interval: one boot a side" : "no interval";
}

std::string figure_words(const check::RuleResult& rule, const check::Rules& rules)
{
    if (!rule.ratio)
        return "not measured";
    return ratio_text(rule) + bracket_words(rule, rules) + added_words(rule);
}

std::string basis_words(const check::RuleResult& rule)
{
    if (!rule.limit || rule.limit_basis.empty())
        return "";
    return fmt::format("limit {}{}", printable(rule.limit_basis, 200),
                       rule.limit_is_of_these ? ", the very figures judged here" : "");
}

std::string scope_words(const check::RuleResult& rule)
{
    std::vector<std::string> words;
    if (has_interval_of_one_boot(rule))
        words.push_back("interval of " + extent_words(rule));
    if (std::string basis = basis_words(rule); !basis.empty())
        words.push_back(std::move(basis));
    return joined(words, "; ");
}

bool any_of_one_boot(const std::vector<const check::RuleResult*>& rules)
{
    return std::any_of(rules.begin(), rules.end(),
                       [](const auto* rule) { return has_interval_of_one_boot(*rule); });
}

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

std::string limits_line(const Evidence& evidence)
{
    std::vector<std::string> options;
    for (const std::string& option : evidence.limits_changed_by)
        options.push_back(printable(option, 300));
    return options.empty() ? "" : "Limits changed by: " + joined(options, ", ");
}

} // namespace nohz::report
