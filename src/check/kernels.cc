// SPDX-License-Identifier: GPL-2.0-or-later
// Two kernels, base and new: what changed, placement by placement and entry path by entry path.
#include "check/kernels.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "check/judgement.h"
#include "check/samples.h"

namespace nohz::check
{

namespace
{

// The rounding of a logarithm and back; one instruction in a million is a thousand times as much.
constexpr double same_figure = 1e-9;

std::vector<std::string> kernels_of(const std::vector<record::Record>& records)
{
    std::set<std::string> releases;
    for (const record::Record& record : records)
        releases.insert(record.boot.kernel_release.empty() ? "unknown kernel"
                                                           : record.boot.kernel_release);
    return {releases.begin(), releases.end()};
}

const Group* same_machine(const std::vector<Group>& groups, const Group& wanted)
{
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
        return group.unit == wanted.unit && group.arch == wanted.arch &&
               group.cpu_model == wanted.cpu_model;
    });
    return found == groups.end() ? nullptr : &*found;
}

// The undisturbed runs of exactly this placement and CPU.
std::vector<BootRuns> runs_on(const Group& group, const Sample& sample)
{
    std::vector<BootRuns> boots =
        boots_with(group, sample.placed.scenario, sample.placed.placement, sample.op);
    for (BootRuns& boot : boots)
        std::erase_if(boot.runs,
                      [&](const record::Run* run) { return run->placed.cpu != sample.placed.cpu; });
    return only_used(std::move(boots));
}

// The same evidence the other way round, to ask whether base / new is above the limit.
Comparison inverted(Comparison comparison)
{
    comparison.log_ratio.mean = -comparison.log_ratio.mean;
    return comparison;
}

// `slower` judges new / base, `faster` base / new. Without an interval no direction is sure.
Change change_of(const Judgement& slower, const Judgement& faster)
{
    if (slower.verdict == Verdict::fail)
        return Change::regression;
    if (faster.verdict == Verdict::fail)
        return Change::improvement;
    if (slower.verdict != Verdict::pass || faster.verdict != Verdict::pass)
        return Change::not_sure;
    if (slower.low && *slower.low > 1 + same_figure)
        return Change::slower;
    if (slower.high && *slower.high < 1 - same_figure)
        return Change::faster;
    return Change::none;
}

KernelRow compare_row(const Group& group, const Sample& sample, const std::vector<BootRuns>& base,
                      const std::vector<BootRuns>& new_boots, double limit, const Rules& rules)
{
    const Comparison comparison = compare_boots(group, new_boots, base);
    const Judgement slower = judge(comparison, limit, rules);
    const Judgement faster = judge(inverted(comparison), limit, rules);
    KernelRow row;
    row.unit = group.unit;
    row.machine = group.label();
    row.placed = sample.placed;
    row.op = sample.op;
    row.base = comparison.denominator;
    row.added = comparison.added();
    row.ratio = comparison.ratio();
    if (comparison.has_interval()) {
        row.low = slower.low;
        row.high = slower.high;
    }
    row.indicative = comparison.indicative;
    row.change = change_of(slower, faster);
    if (row.change == Change::not_sure)
        row.reason = slower.verdict == Verdict::inconclusive ? slower.reason : faster.reason;
    return row;
}

Verdict verdict_of(Change change)
{
    switch (change) {
    case Change::regression:
        return Verdict::fail;
    case Change::not_sure:
        return Verdict::inconclusive;
    case Change::none:
    case Change::slower:
    case Change::faster:
    case Change::improvement:
        return Verdict::pass;
    }
    return Verdict::inconclusive;
}

std::string describe_sample(const Sample& sample)
{
    return fmt::format(
        "scenario {} {}{}, {}", sample.placed.scenario, host::to_string(sample.placed.placement),
        sample.placed.cpu ? fmt::format(" CPU {}", *sample.placed.cpu) : "", sample.op);
}

void compare_groups(KernelComparison& result, const Group& base, const Group& new_group,
                    const Rules& rules)
{
    for (const Sample& sample : samples_of(base)) {
        const auto base_boots = runs_on(base, sample);
        const auto new_boots = runs_on(new_group, sample);
        if (base_boots.empty() || new_boots.empty()) {
            result.notes.push_back(fmt::format("{}: no undisturbed runs of the {} kernel",
                                               describe_sample(sample),
                                               base_boots.empty() ? "base" : "new"));
            continue;
        }
        result.rows.push_back(
            compare_row(base, sample, base_boots, new_boots, result.limit, rules));
        result.verdict = combine(result.verdict, verdict_of(result.rows.back().change));
    }
}

} // namespace

std::string_view to_string(Change change) noexcept
{
    switch (change) {
    case Change::none:
        return "no change";
    case Change::slower:
        return "slower";
    case Change::faster:
        return "faster";
    case Change::regression:
        return "regression";
    case Change::improvement:
        return "improvement";
    case Change::not_sure:
        return "not sure";
    }
    return "not sure";
}

KernelComparison compare_kernels(const std::vector<record::Record>& base,
                                 const std::vector<record::Record>& new_records, double limit,
                                 const Rules& rules)
{
    KernelComparison result;
    result.limit = limit;
    result.base_kernels = kernels_of(base);
    result.new_kernels = kernels_of(new_records);
    const std::vector<Group> new_groups = group_by_machine(new_records);
    for (const Group& group : group_by_machine(base)) {
        if (const Group* other = same_machine(new_groups, group))
            compare_groups(result, group, *other, rules);
        else
            result.notes.push_back(fmt::format("{} ({}): only the base kernel was measured there",
                                               group.label(), record::to_string(group.unit)));
    }
    return result;
}

} // namespace nohz::check
