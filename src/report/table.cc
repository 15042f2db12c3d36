// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence and the verdict as a terminal shows them, 80 columns wide.
#include "report/table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/layout.h"
#include "base/text.h"
#include "report/format.h"
#include "report/sides.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t longest_machine = 60;

std::string heading(const check::RuleResult& group)
{
    return fmt::format("{}\n{}{}\n", printable(group.machine, longest_machine),
                       group.kernel.empty()
                           ? ""
                           : fmt::format("kernel {}\n", printable(group.kernel, longest_machine)),
                       unit_heading(group.unit));
}

std::string figure_or_dash(const std::optional<double>& figure)
{
    return figure ? format_cost(*figure) : "-";
}

std::string sample_line(const check::Sample& sample)
{
    const std::string cpu = sample.placed.cpu ? fmt::format("{}", *sample.placed.cpu) : "-";
    const std::string disturbed =
        sample.disturbed > 0 ? fmt::format("{:>10}{} disturbed, not used\n", "", sample.disturbed)
                             : "";
    return fmt::format("{:>8}  {:<13} {:>4}  {:<11} {:>5} {:>5} {:>12} {:>12}\n{}",
                       sample.placed.scenario, host::to_string(sample.placed.placement), cpu,
                       printable(sample.op, 11), sample.boots, sample.runs,
                       sample.runs > 0 ? format_cost(sample.mean) : "-",
                       figure_or_dash(sample.typical), disturbed);
}

std::string rule_line(const check::RuleResult& rule, bool colour)
{
    const std::string added = rule.added ? format_added(*rule.added) : "-";
    return fmt::format("{:<27} {:>7} {:>11} {:>6} {:>8}  {}\n", rule_title(rule), ratio_text(rule),
                       format_interval(rule.unit, rule.low, rule.high), limit_text(rule), added,
                       painted_verdict(rule, colour));
}

// Rules and samples of the same machine, kernel and unit.
template <typename A, typename B>
bool same_group(const A& a, const B& b)
{
    return a.unit == b.unit && a.machine == b.machine && a.kernel == b.kernel;
}

bool can_compare(const check::Report& report, const check::RuleResult& of_group)
{
    return std::any_of(report.rules.begin(), report.rules.end(), [&](const auto& rule) {
        return same_group(rule, of_group) && (rule.ratio || rule.verdict != check::Verdict::skip);
    });
}

std::string samples_table(const check::Report& report, const check::RuleResult& of_group)
{
    std::string text =
        fmt::format("{:>8}  {:<13} {:>4}  {:<11} {:>5} {:>5} {:>12} {:>12}\n", "scenario",
                    "placement", "CPU", "entry path", "boots", "runs", "mean", "typical");
    for (const check::Sample& sample : report.samples)
        if (same_group(of_group, sample))
            text += sample_line(sample);
    return text;
}

std::string question_line(const check::RuleResult& result, const check::Rules& rules)
{
    for (const check::Rule& rule : rules.rules)
        if (rule.name == result.name && !rule.question.empty())
            return wrapped(printable(rule.question) + " (" + sides_words(result) + ")", "  ",
                           "    ");
    return "";
}

std::string rules_table(const check::Report& report, const check::RuleResult& of_group,
                        const check::Rules& rules, const TableOptions& options)
{
    std::string text = fmt::format("{:<27} {:>7} {:>11} {:>6} {:>8}  {}\n", "rule", "ratio",
                                   "interval", "limit", "added", "verdict");
    std::string reasons;
    bool indicative = false;
    for (const check::RuleResult& rule : report.rules) {
        if (!same_group(rule, of_group))
            continue;
        text += rule_line(rule, options.colour);
        if (options.verbose)
            text += question_line(rule, rules);
        const bool plain = rule.indicative && rule.verdict == check::Verdict::pass;
        indicative = indicative || rule.indicative;
        if (!rule.reason.empty() && !plain)
            reasons += wrapped(printable(rule_title(rule) + ": " + rule.reason), "  ", "    ");
    }
    if (indicative)
        reasons +=
            wrapped("* indicative: one boot a side, so no interval between boots; fails only "
                    "beyond the limit by a margin",
                    "  ", "    ");
    return text + reasons;
}

std::string records_text(const check::Report& report)
{
    std::string text;
    for (const check::RecordSource& source : report.records)
        text += wrapped("record: " + printable(source.path), "", "  ") +
                wrapped("sha256 " + printable(source.sha256, 64), "  ", "  ");
    return text;
}

// The rules of a report are ordered by group; the first of each stands for it.
std::vector<check::RuleResult> group_heads(const check::Report& report)
{
    std::vector<check::RuleResult> heads;
    for (const check::RuleResult& rule : report.rules)
        if (heads.empty() || !same_group(heads.back(), rule))
            heads.push_back(rule);
    return heads;
}

} // namespace

std::string to_table(const check::Report& report, const check::Rules& rules,
                     const TableOptions& options)
{
    const std::string verdict = painted_verdict(report.verdict, options.colour) + "\n";
    if (options.quiet)
        return verdict;
    std::string text;
    for (const check::RuleResult& group : group_heads(report)) {
        text += heading(group);
        text += "\n" + samples_table(report, group) + "\n";
        if (can_compare(report, group))
            text += rules_table(report, group, rules, options) + "\n";
        else
            text += "No rule can compare these: other boots of this machine are needed.\n\n";
    }
    for (const std::string& note : report.notes)
        text += wrapped(printable("note: " + note), "", "  ");
    if (options.verbose)
        text += records_text(report);
    return text + verdict;
}

} // namespace nohz::report
