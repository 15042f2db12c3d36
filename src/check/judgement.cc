// SPDX-License-Identifier: GPL-2.0-or-later
// A ratio against a limit: PASS, FAIL, or not sure, and why.
#include "check/judgement.h"

#include <algorithm>
#include <cmath>
#include <vector>

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

stats::Decision decide_pair(const PairEvidence& pair, double limit, double error)
{
    stats::DecisionPlan plan;
    plan.limit_ratio = limit;
    plan.error = error;
    const stats::Decision own = stats::decide_rounds(plan, *pair.log_ratios);
    if (!pair.inactive)
        return own;
    // The rounds ended at a look of their own: what error it had left is all there is.
    return stats::decide_once(pair.estimate(), limit,
                              own.interval_error > 0 ? own.interval_error : error);
}

void cover(Judgement& result, const stats::Interval& log_ratio)
{
    const double low = std::exp(log_ratio.low);
    const double high = std::exp(log_ratio.high);
    result.low = std::min(result.low.value_or(low), low);
    result.high = std::max(result.high.value_or(high), high);
}

Judgement judge_once(const Comparison& comparison, double limit, double confidence)
{
    const stats::Decision decision =
        stats::decide_once(comparison.log_ratio, limit, 1 - confidence);
    Judgement result;
    result.verdict = verdict_of(decision.verdict);
    cover(result, decision.interval);
    if (result.verdict == Verdict::inconclusive)
        result.reason = fmt::format("{}: {}", comparison.detail, decision.reason);
    return result;
}

// Where all agree, their verdict. The interval is that of the boots or pairs as a sample if they
// are enough to be as sure as each of them, else the one that holds all of theirs.
Judgement judge_pairs(const Comparison& comparison, double limit, double confidence)
{
    std::vector<stats::Decision> decisions;
    Judgement all;
    for (const PairEvidence& pair : comparison.pairs) {
        decisions.push_back(decide_pair(pair, limit, 1 - confidence));
        // Of all the rounds there are, which may be more than a sure decision took; one that is not
        // sure took all of them, and its own interval says why.
        const stats::Estimate estimate = pair.estimate();
        if (decisions.back().verdict == stats::Verdict::inconclusive)
            cover(all, decisions.back().interval);
        else if (estimate.degrees > 0)
            cover(all, stats::interval_of(estimate, confidence));
    }
    const stats::Decision& first = decisions.front();
    all.verdict = verdict_of(first.verdict);
    if (decisions.size() == 1) {
        if (all.verdict == Verdict::inconclusive)
            all.reason = fmt::format("{}: {}", comparison.detail, first.reason);
        return all;
    }
    const bool agree = std::all_of(decisions.begin(), decisions.end(), [&](const auto& decision) {
        return decision.verdict == first.verdict;
    });
    Judgement sample = judge_once(comparison, limit, confidence);
    if (agree && all.verdict != Verdict::inconclusive && sample.verdict != all.verdict)
        return all;
    if (sample.verdict == Verdict::inconclusive)
        sample.reason += ", and its CPU pairs are not all sure of the same";
    return sample;
}

} // namespace

Judgement judge(const Comparison& comparison, double limit_ratio, const Rules& rules)
{
    if (comparison.evidence == Evidence::exact)
        return judge_exact(comparison, limit_ratio);
    if (!comparison.has_interval())
        return judge_without_interval(comparison, limit_ratio, rules.indicative_margin);
    if (comparison.pairs.empty())
        return judge_once(comparison, limit_ratio, rules.confidence);
    return judge_pairs(comparison, limit_ratio, rules.confidence);
}

} // namespace nohz::check
