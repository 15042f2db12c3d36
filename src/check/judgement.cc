// SPDX-License-Identifier: GPL-2.0-or-later
// A ratio against a limit: PASS, FAIL, or not sure, and why.
#include "check/judgement.h"

#include <cmath>

#include <fmt/format.h>

#include "stats/decision.h"

namespace nohz::check
{

namespace
{

Verdict verdict_of(stats::Verdict verdict)
{
    switch (verdict) {
    case stats::Verdict::pass:
        return Verdict::pass;
    case stats::Verdict::fail:
        return Verdict::fail;
    case stats::Verdict::keep_going:
    case stats::Verdict::inconclusive:
        return Verdict::inconclusive;
    }
    return Verdict::inconclusive;
}

Judgement judge_exact(const Comparison& comparison, double limit)
{
    const double ratio = comparison.ratio();
    return {ratio <= limit ? Verdict::pass : Verdict::fail, ratio, ratio, {}};
}

Judgement judge_without_interval(const Comparison& comparison, double limit, double margin)
{
    Judgement result;
    const double ratio = comparison.ratio();
    result.verdict = ratio <= limit                 ? Verdict::pass
                     : ratio > limit * (1 + margin) ? Verdict::fail
                                                    : Verdict::inconclusive;
    result.reason = fmt::format("{}: no interval, fails only {:.0f} % above the limit",
                                comparison.detail, margin * 100);
    return result;
}

stats::Decision decide(const Comparison& comparison, double limit, double error)
{
    if (comparison.rounds.empty())
        return stats::decide_once(comparison.log_ratio, limit, error);
    stats::DecisionPlan plan;
    plan.limit_ratio = limit;
    plan.error = error;
    return stats::decide_rounds(plan, comparison.rounds);
}

} // namespace

Judgement judge(const Comparison& comparison, double limit_ratio, const Rules& rules)
{
    if (comparison.evidence == Evidence::exact)
        return judge_exact(comparison, limit_ratio);
    if (!comparison.has_interval())
        return judge_without_interval(comparison, limit_ratio, rules.indicative_margin);
    const stats::Decision decision = decide(comparison, limit_ratio, 1 - rules.confidence);
    Judgement result;
    result.verdict = verdict_of(decision.verdict);
    // Of all the rounds there are, which may be more than the decision took.
    const stats::Interval all = stats::interval_of(comparison.log_ratio, rules.confidence);
    result.low = std::exp(all.low);
    result.high = std::exp(all.high);
    if (result.verdict == Verdict::inconclusive)
        result.reason = fmt::format("{}: {}", comparison.detail, decision.reason);
    return result;
}

} // namespace nohz::check
