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

bool is_beside(const stats::Interval& interval, double log_limit, stats::Verdict verdict)
{
    return verdict == stats::Verdict::pass ? interval.high <= log_limit : interval.low > log_limit;
}

// A decision that was sure before all the rounds had come, and that all of them do not bear out:
// what was measured changed meanwhile, which no look at the first rounds could know.
void require_of_all_rounds(stats::Decision& decision, const stats::Estimate& all, double limit,
                           double confidence)
{
    if (decision.verdict == stats::Verdict::inconclusive ||
        is_beside(stats::interval_of(all, confidence), std::log(limit), decision.verdict))
        return;
    decision.reason =
        fmt::format("the first {} rounds seemed sure of {}, all of them are not", decision.rounds,
                    decision.verdict == stats::Verdict::pass ? "PASS" : "FAIL");
    decision.verdict = stats::Verdict::inconclusive;
    decision.interval = stats::interval_of(all, confidence);
}

stats::Decision decide_pair(const PairEvidence& pair, const stats::Estimate& all, double limit,
                            double confidence)
{
    stats::DecisionPlan plan;
    plan.limit_ratio = limit;
    plan.error = 1 - confidence;
    stats::Decision own = stats::decide_rounds(plan, *pair.log_ratios);
    if (pair.inactive) // The rounds ended at a look of their own: its error is all there is.
        return stats::decide_once(all, limit,
                                  own.interval_error > 0 ? own.interval_error : plan.error);
    require_of_all_rounds(own, all, limit, confidence);
    return own;
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
        // Of all the rounds there are, which may be more than a sure decision took; one that is not
        // sure took all of them, and its own interval says why.
        const stats::Estimate estimate = pair.estimate();
        decisions.push_back(decide_pair(pair, estimate, limit, confidence));
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
