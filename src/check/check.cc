// SPDX-License-Identifier: GPL-2.0-or-later
// Rules against records: the samples found, what each rule says of them, and the verdict.
#include "check/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "check/comparison.h"
#include "check/judgement.h"
#include "check/kernel_name.h"
#include "check/notes.h"
#include "check/samples.h"
#include "check/tick_rule.h"

namespace nohz::check
{

namespace
{

constexpr std::array placements = {host::Placement::unpinned, host::Placement::pinned,
                                   host::Placement::isolated, host::Placement::housekeeping};

std::size_t count_disturbed(const std::vector<BootRuns>& boots)
{
    std::size_t count = 0;
    for (const BootRuns& boot : boots)
        count += boot.disturbed;
    return count;
}

// Empty where a run does not say.
host::CpuList cpus_of(const std::vector<BootRuns>& boots)
{
    std::vector<int> cpus;
    for (const BootRuns& boot : boots)
        for (const record::Run* run : boot.runs) {
            if (!run->placed.cpu)
                return {};
            cpus.push_back(*run->placed.cpu);
        }
    return host::CpuList(std::move(cpus));
}

std::string missing_sides(const RuleResult& result, bool numerator, bool denominator)
{
    std::vector<std::string> sides;
    if (numerator)
        sides.push_back(describe(result.numerator));
    if (denominator)
        sides.push_back(describe(result.denominator));
    return joined(sides, " and ");
}

bool has_scenario(const Group& group, int scenario, const std::string& op)
{
    return std::any_of(placements.begin(), placements.end(), [&](host::Placement placement) {
        return !boots_with(group, scenario, placement, op).empty();
    });
}

std::string why_no_placement(const Group& group, const Rule& rule)
{
    std::vector<std::string> missing;
    for (const int scenario : {rule.numerator.scenario, rule.denominator.scenario})
        if (!has_scenario(group, scenario, rule.op))
            missing.push_back(fmt::format("scenario {}", scenario));
    return missing.empty() ? fmt::format("no placement that scenarios {} and {} share",
                                         rule.numerator.scenario, rule.denominator.scenario)
                           : fmt::format("no runs of {}", joined(missing, " and "));
}

// A limit that was set for these figures to pass says nothing when they pass it.
bool is_taken_from(const std::string& basis, const std::vector<const record::Record*>& records)
{
    return std::any_of(records.begin(), records.end(), [&](const record::Record* record) {
        return !record->origin.empty() && basis.find(record->origin) != std::string::npos;
    });
}

bool is_of_logs(const BootRuns& boot)
{
    return boot.records.front()->source == "import";
}

void add_reason(RuleResult& result, const std::string& reason)
{
    result.reason += (result.reason.empty() ? "" : "; ") + reason;
}

// A limit of the difference is one of the ratio, for a given denominator.
std::vector<double> ratio_limits(const Limits& limits, const Comparison& comparison)
{
    std::vector<double> ratios;
    if (limits.max_ratio)
        ratios.push_back(*limits.max_ratio);
    if (limits.max_added)
        ratios.push_back(1 + *limits.max_added / comparison.denominator);
    return ratios;
}

void judge_comparison(RuleResult& result, const Comparison& comparison, const Limits& limits,
                      const Rules& rules)
{
    result.ratio = comparison.ratio();
    result.added = comparison.added();
    result.indicative = comparison.indicative;
    result.evidence = comparison.evidence;
    result.of_typical = comparison.of_typical;
    if (comparison.inactive) {
        result.inactive_ratio = std::exp(comparison.inactive->mean);
        add_reason(result, fmt::format("less what these CPUs differ by when inactive, {:.4f}",
                                       *result.inactive_ratio));
    }
    result.one_boot =
        comparison.evidence == Evidence::rounds || comparison.evidence == Evidence::runs;
    result.limit = limits.max_ratio;
    result.limit_basis = limits.basis;
    result.max_added = limits.max_added;
    const std::vector<double> ratios = ratio_limits(limits, comparison);
    if (ratios.empty())
        add_reason(result, fmt::format("no limit for {} figures", record::to_string(result.unit)));
    for (const double limit : ratios) {
        const Judgement judgement = judge(comparison, limit, rules);
        result.verdict = combine(result.verdict, judgement.verdict);
        result.low = judgement.low;
        result.high = judgement.high;
        if (!judgement.reason.empty())
            add_reason(result, judgement.reason);
    }
}

// Whether rule and kernels go together; the reason if the ratio is information only.
std::string why_information_only(const Rule& rule, const std::vector<BootRuns>& numerator,
                                 const std::vector<BootRuns>& denominator)
{
    if (!rule.same_kernel)
        return {};
    std::set<std::pair<std::string, std::string>> kernels;
    std::set<std::string> releases;
    for (const auto* side : {&numerator, &denominator})
        for (const BootRuns& boot : *side) {
            const std::string& release = boot.records.front()->boot.kernel_release;
            if (release.empty())
                return "not judged: kernel releases not known";
            if (releases.insert(release).second)
                kernels.emplace(version_of(release), flavour_of(release));
        }
    if (kernels.size() == 1)
        return {};
    return fmt::format("not judged: different kernels ({})", joined(releases, " and "));
}

RuleResult ratio_result(const Group& group, const Rule& rule, host::Placement numerator_placement,
                        host::Placement denominator_placement, const Rules& rules)
{
    RuleResult result = result_for(group, rule);
    result.numerator.placement = numerator_placement;
    result.denominator.placement = denominator_placement;
    const auto all_numerator =
        boots_with(group, rule.numerator.scenario, numerator_placement, rule.op);
    const auto all_denominator =
        boots_with(group, rule.denominator.scenario, denominator_placement, rule.op);
    auto numerator = only_used(all_numerator);
    auto denominator = only_used(all_denominator);
    if (all_numerator.empty() || all_denominator.empty()) {
        result.reason =
            "no runs of " + missing_sides(result, all_numerator.empty(), all_denominator.empty());
        return result;
    }
    if (numerator.empty() || denominator.empty()) {
        result.verdict = Verdict::inconclusive;
        result.reason = fmt::format("every run of {} was disturbed",
                                    missing_sides(result, numerator.empty(), denominator.empty()));
        return result;
    }
    if (const auto disturbed = count_disturbed(all_numerator) + count_disturbed(all_denominator);
        disturbed > 0)
        add_reason(result, fmt::format("{} disturbed runs left out", disturbed));
    keep_shared_cpus(numerator, denominator);
    if (const auto shared =
            count_shared_with_tasks(numerator) + count_shared_with_tasks(denominator);
        shared > 0 && !group.is_exact())
        add_reason(result, fmt::format("other tasks ran on the CPU in {} run{}", shared,
                                       shared == 1 ? "" : "s"));
    const Comparison comparison =
        compare(group, rule, numerator_placement, denominator_placement, numerator, denominator);
    result.numerator_cpus = cpus_of(numerator);
    result.denominator_cpus = cpus_of(denominator);
    result.one_cpu = result.numerator_cpus.size() == 1 && result.denominator_cpus.size() == 1;
    judge_comparison(result, comparison, rule.limits(group.unit, group.arch), rules);
    result.assumed_boot = result.one_boot && is_of_logs(numerator.front());
    result.limit_is_of_these = is_taken_from(result.limit_basis, group.records);
    if (const std::string why = why_information_only(rule, numerator, denominator); !why.empty()) {
        result.verdict = Verdict::skip;
        result.reason = why;
    }
    return result;
}

std::vector<RuleResult> results_of(const Group& group, const Rule& rule, const Rules& rules)
{
    if (rule.max_timer_interrupts_per_second)
        return {check_tick(group, rule, rules.confidence)};
    if (rule.numerator.placement)
        return {ratio_result(group, rule, *rule.numerator.placement, *rule.denominator.placement,
                             rules)};
    std::vector<RuleResult> results;
    for (const host::Placement placement : placements)
        if (!boots_with(group, rule.numerator.scenario, placement, rule.op).empty() &&
            !boots_with(group, rule.denominator.scenario, placement, rule.op).empty())
            results.push_back(ratio_result(group, rule, placement, placement, rules));
    if (results.empty()) {
        results.push_back(result_for(group, rule));
        results.back().reason = why_no_placement(group, rule);
    }
    return results;
}

} // namespace

Report check_records(const std::vector<record::Record>& records, const Rules& rules)
{
    Report report;
    std::set<std::string> noted;
    for (const record::Record& record : records)
        report.records.push_back({record.path.string(), record.sha256});
    for (const Group& group : group_by_kernel(records)) {
        for (Sample& sample : samples_of(group))
            report.samples.push_back(std::move(sample));
        for (const Rule& rule : rules.rules)
            for (RuleResult& result : results_of(group, rule, rules)) {
                report.verdict = combine(report.verdict, result.verdict);
                report.rules.push_back(std::move(result));
            }
        for (std::string& note : notes_of(group, rules.confidence))
            if (noted.insert(note).second)
                report.notes.push_back(std::move(note));
    }
    return report;
}

} // namespace nohz::check
