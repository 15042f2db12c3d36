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
};

// In a pair the CPU waits for its turn: what is counted then is the tick of an idle CPU, too.
bool is_of_a_pair(const record::Run& run)
{
    return run.counted_ns.has_value();
}

TickCount count_ticks(const Group& group, const Rule& rule)
{
    const auto placement = rule.numerator.placement.value_or(host::Placement::isolated);
    TickCount alone;
    TickCount in_pairs;
    for (const BootRuns& boot : boots_with(group, rule.numerator.scenario, placement, rule.op))
        for (const record::Run* run : boot.runs) {
            if (!run->timer_interrupts)
                continue;
            TickCount& count = is_of_a_pair(*run) ? in_pairs : alone;
            count.interrupts += *run->timer_interrupts;
            count.seconds += run->counted_seconds();
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

} // namespace

RuleResult check_tick(const Group& group, const Rule& rule, double confidence)
{
    RuleResult result = result_for(group, rule);
    result.is_rate = true;
    result.limit = rule.max_timer_interrupts_per_second;
    const TickCount count = count_ticks(group, rule);
    if (count.seconds <= 0) {
        result.reason =
            fmt::format("no count of timer interrupts for {}", describe(rule.numerator));
        return result;
    }
    result.ratio = static_cast<double>(count.interrupts) / count.seconds;
    result.verdict = group.is_exact() ? judge_exact(count, *result.limit)
                                      : judge(count, *result.limit, confidence);
    if (result.verdict == Verdict::pass)
        return result;
    result.reason =
        fmt::format("{} timer interrupts in {:.3f} s: {}", count.interrupts, count.seconds,
                    result.verdict == Verdict::fail ? "the tick runs on the isolated CPU"
                                                    : "too short to tell");
    return result;
}

} // namespace nohz::check
