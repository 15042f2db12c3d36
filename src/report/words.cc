// SPDX-License-Identifier: GPL-2.0-or-later
// The words that every report uses for the same thing.
#include "report/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/colour.h"
#include "base/text.h"
#include "report/format.h"

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
    return ratio_text(rule) + detail_words(rule, rules);
}

std::string detail_words(const check::RuleResult& rule, const check::Rules& rules)
{
    return bracket_words(rule, rules) + added_words(rule);
}

std::string basis_words(const std::vector<const check::RuleResult*>& rules)
{
    std::vector<std::pair<std::string, std::vector<std::string>>> limits_of; // in order of rules
    for (const check::RuleResult* rule : rules) {
        if (!rule->ratio || !rule->limit || rule->limit_basis.empty())
            continue;
        const std::string basis = printable(rule->limit_basis, 200) +
                                  (rule->limit_is_of_these ? ", the very figures judged here" : "");
        auto known = std::find_if(limits_of.begin(), limits_of.end(),
                                  [&basis](const auto& each) { return each.first == basis; });
        if (known == limits_of.end())
            known = limits_of.emplace(known, basis, std::vector<std::string>{});
        std::string limit =
            fmt::format("{} {}", printable(rule->name, longest_name), limit_text(*rule));
        if (std::find(known->second.begin(), known->second.end(), limit) == known->second.end())
            known->second.push_back(std::move(limit));
    }
    std::vector<std::string> words;
    words.reserve(limits_of.size());
    for (const auto& [basis, limits] : limits_of)
        words.push_back(fmt::format("{}: {}", joined(limits, ", "), basis));
    return words.empty() ? "" : "limits: " + joined(words, "; ");
}

std::string scope_words(const check::RuleResult& rule)
{
    return has_interval_of_one_boot(rule) ? "interval of " + extent_words(rule) : "";
}

bool any_of_one_boot(const std::vector<const check::RuleResult*>& rules)
{
    return std::any_of(rules.begin(), rules.end(),
                       [](const auto* rule) { return has_interval_of_one_boot(*rule); });
}

std::string limits_line(const Evidence& evidence)
{
    std::vector<std::string> options;
    for (const std::string& option : evidence.limits_changed_by)
        options.push_back(printable(option, 300));
    return options.empty() ? "" : "Limits changed by: " + joined(options, ", ");
}

} // namespace nohz::report
