// SPDX-License-Identifier: GPL-2.0-or-later
// The rule that the tick is stopped: timer interrupts a second on the isolated CPU.
#include "check/tick_rule.h"

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

bool has_runs_of(const Group& group, const Rule& rule)
{
    return !boots_with(group, rule.numerator.scenario, placement_of(rule), rule.op).empty();
}

TickCount count_ticks(const Group& group, const Rule& rule)
{
    TickCount alone;
    TickCount in_pairs;
    for (const BootRuns& boot :
         boots_with(group, rule.numerator.scenario, placement_of(rule), rule.op))
        for (const record::Run* run : boot.runs) {
            if (!run->timer_interrupts)
                continue;
            TickCount& count = is_of_a_pair(*run) ? in_pairs : alone;
            count.interrupts += *run->timer_interrupts;
            count.seconds += run->counted_seconds();
            if (run->placed.cpu)
                count.cpus.push_back(*run->placed.cpu);
        }
    return alone.seconds > 0 ? alone : in_pairs;
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
    const TickCount count = count_ticks(group, rule);
    if (count.seconds <= 0) {
        const bool has_runs = has_runs_of(group, rule);
        result.reason =
            fmt::format("no {} {}", has_runs ? "count of timer interrupts for" : "runs of",
                        describe(rule.numerator));
        return result;
    }
    result.numerator_cpus = host::CpuList(count.cpus);
    result.ratio = static_cast<double>(count.interrupts) / count.seconds;
    result.verdict = group.is_exact() ? judge_exact(count, *result.limit)
                                      : judge(count, *result.limit, confidence);
    result.reason = fmt::format("{} timer interrupt{} in {:.3f} s{}{}", count.interrupts,
                                count.interrupts == 1 ? "" : "s", count.seconds,
                                group.is_exact() ? " of the guest's time, 1 ns an instruction" : "",
                                doubt_words(result.verdict));
    return result;
}

} // namespace nohz::check
