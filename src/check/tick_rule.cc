// SPDX-License-Identifier: GPL-2.0-or-later
// The rule that the tick is stopped: timer interrupts a second on the isolated CPU.
#include "check/tick_rule.h"

#include <set>

#include <fmt/format.h>

#include "stats/poisson.h"

namespace nohz::check
{

namespace
{

struct TickCount {
    std::uint64_t interrupts = 0;
    double seconds = 0;
    std::vector<int> cpus;
};

// In a pair the CPU waits for its turn: what is counted then is the tick of an idle CPU, too.
bool is_of_a_pair(const record::Run& run)
{
    return run.counted_ns.has_value();
}

host::Placement placement_of(const Rule& rule)
{
    return rule.numerator.placement.value_or(host::Placement::isolated);
}

TickCount count_ticks(const std::vector<BootRuns>& boots, bool in_pairs)
{
    TickCount count;
    for (const BootRuns& boot : boots)
        for (const record::Run* run : boot.runs) {
            if (!run->timer_interrupts || is_of_a_pair(*run) != in_pairs)
                continue;
            count.interrupts += *run->timer_interrupts;
            count.seconds += run->counted_seconds();
            if (run->placed.cpu)
                count.cpus.push_back(*run->placed.cpu);
        }
    return count;
}

// The housekeeping CPUs of the same boots, whose tick runs.
std::vector<BootRuns> control_boots(const Group& group, const Rule& rule,
                                    const std::vector<BootRuns>& judged)
{
    if (placement_of(rule) != host::Placement::isolated)
        return {};
    std::set<BootKey> same;
    for (const BootRuns& boot : judged)
        same.insert(boot_of(*boot.records.front()));
    constexpr int scenario = 4;
    std::vector<BootRuns> boots =
        boots_with(group, scenario, host::Placement::housekeeping, rule.op);
    std::erase_if(boots, [&same](const BootRuns& boot) {
        return !same.contains(boot_of(*boot.records.front()));
    });
    return boots;
}

std::string control_words(const TickCount& control)
{
    if (control.seconds <= 0)
        return "";
    const host::CpuList cpus(control.cpus);
    return fmt::format("; housekeeping CPU{} {}: {} in {:.3f} s", cpus.size() > 1 ? "s" : "",
                       cpus.to_string(), control.interrupts, control.seconds);
}

Verdict judge(const TickCount& count, double limit, double confidence)
{
    const double expected = limit * count.seconds;
    const double doubt = 1 - confidence;
    if (stats::poisson_cdf(count.interrupts, expected) <= doubt)
        return Verdict::pass;
    if (count.interrupts == 0)
        return Verdict::inconclusive;
    const double at_least = 1 - stats::poisson_cdf(count.interrupts - 1, expected);
    return at_least <= doubt ? Verdict::fail : Verdict::inconclusive;
}

Verdict judge_exact(const TickCount& count, double limit)
{
    const double allowed = limit * count.seconds;
    if (allowed < 1) // a span in which the limit allows not even one cannot tell
        return Verdict::inconclusive;
    return static_cast<double>(count.interrupts) <= allowed ? Verdict::pass : Verdict::fail;
}

std::string_view doubt_words(Verdict verdict)
{
    switch (verdict) {
    case Verdict::fail:
        return ": the tick runs on the isolated CPU";
    case Verdict::inconclusive:
        return ": too short to tell";
    case Verdict::pass:
    case Verdict::skip:
        return "";
    }
    return "";
}

} // namespace

RuleResult check_tick(const Group& group, const Rule& rule, double confidence)
{
    RuleResult result = result_for(group, rule);
    result.is_rate = true;
    result.limit = rule.max_timer_interrupts_per_second;
    result.limit_basis = rule.rate_basis;
    const std::vector<BootRuns> boots =
        boots_with(group, rule.numerator.scenario, placement_of(rule), rule.op);
    const bool in_pairs = count_ticks(boots, false).seconds <= 0;
    const TickCount count = count_ticks(boots, in_pairs);
    if (count.seconds <= 0) {
        result.reason =
            fmt::format("no {} {}", boots.empty() ? "runs of" : "count of timer interrupts for",
                        describe(rule.numerator));
        return result;
    }
    result.numerator_cpus = host::CpuList(count.cpus);
    result.ratio = static_cast<double>(count.interrupts) / count.seconds;
    result.verdict = group.is_exact() ? judge_exact(count, *result.limit)
                                      : judge(count, *result.limit, confidence);
    result.reason =
        fmt::format("{} timer interrupt{} in {:.3f} s{}{}{}", count.interrupts,
                    count.interrupts == 1 ? "" : "s", count.seconds,
                    group.is_exact() ? " of the guest's time" : "", doubt_words(result.verdict),
                    control_words(count_ticks(control_boots(group, rule, boots), in_pairs)));
    return result;
}

} // namespace nohz::check
