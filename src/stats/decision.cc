// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a ratio is above a limit: decided as soon as it is sure, with a stated chance of error.
#include "stats/decision.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "stats/series.h"
#include "stats/student.h"

namespace nohz::stats
{

namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();

void check_limit_and_error(double limit_ratio, double error)
{
    if (!(limit_ratio > 0) || !std::isfinite(limit_ratio))
        throw std::invalid_argument("limit of a ratio is not positive");
    if (!(error > 0 && error < 1))
        throw std::invalid_argument("chance of error outside of 0 to 1");
}

DecisionPlan checked(const DecisionPlan& plan)
{
    check_limit_and_error(plan.limit_ratio, plan.error);
    if (plan.smallest_rounds < fewest_groups)
        throw std::invalid_argument("first look at fewer than 10 rounds");
    if (!(plan.growth > 1) || !std::isfinite(plan.growth))
        throw std::invalid_argument("looks that do not grow");
    return plan;
}

Verdict verdict_of(const Interval& interval, double log_limit)
{
    if (interval.low > log_limit)
        return Verdict::fail;
    return interval.high <= log_limit ? Verdict::pass : Verdict::keep_going;
}

void make_inconclusive(Decision& decision, const char* reason)
{
    decision.verdict = Verdict::inconclusive;
    decision.reason = reason;
}

} // namespace

SequentialDecision::SequentialDecision(const DecisionPlan& plan)
    : plan_(checked(plan)), next_look_(plan.smallest_rounds)
{
    decision_.interval = {-infinity, infinity};
}

void SequentialDecision::look(double look_error)
{
    ++decision_.looks;
    decision_.rounds = log_ratios_.size();
    decision_.estimate = estimate_series(log_ratios_);
    decision_.interval_error = look_error;
    decision_.interval = interval_of(decision_.estimate, 1 - look_error);
    decision_.verdict = verdict_of(decision_.interval, std::log(plan_.limit_ratio));
}

const Decision& SequentialDecision::add(double log_ratio)
{
    if (!std::isfinite(log_ratio))
        throw std::invalid_argument("log-ratio of a round is not finite");
    if (decision_.verdict != Verdict::keep_going)
        return decision_;
    log_ratios_.push_back(log_ratio);
    if (log_ratios_.size() < next_look_)
        return decision_;
    const double number = decision_.looks + 1;
    look(plan_.error / (number * (number + 1)));
    const double grown = std::ceil(plan_.growth * static_cast<double>(log_ratios_.size()));
    next_look_ = static_cast<std::size_t>(grown);
    return decision_;
}

const Decision& SequentialDecision::finish()
{
    if (decision_.verdict != Verdict::keep_going)
        return decision_;
    if (log_ratios_.size() < fewest_groups) {
        decision_.rounds = log_ratios_.size();
        if (!log_ratios_.empty())
            decision_.estimate = estimate_series(log_ratios_);
        make_inconclusive(decision_, "there are fewer than 10 rounds");
        return decision_;
    }
    look(plan_.error / (decision_.looks + 1)); // what 1/2 + 1/6 + 1/12 + ... leaves
    if (decision_.verdict == Verdict::keep_going)
        make_inconclusive(decision_, "the limit is within the interval");
    return decision_;
}

Decision decide_rounds(const DecisionPlan& plan, const std::vector<double>& log_ratios)
{
    SequentialDecision decision(plan);
    for (const double log_ratio : log_ratios)
        if (decision.add(log_ratio).verdict != Verdict::keep_going)
            break;
    return decision.finish();
}

Decision decide_once(const Estimate& log_ratio, double limit_ratio, double error)
{
    check_limit_and_error(limit_ratio, error);
    Decision decision;
    decision.estimate = log_ratio;
    decision.interval_error = error;
    decision.interval = {-infinity, infinity};
    if (log_ratio.degrees <= 0) {
        make_inconclusive(decision, "the error of the ratio is not known");
        return decision;
    }
    decision.looks = 1;
    decision.interval = interval_of(log_ratio, 1 - error);
    decision.verdict = verdict_of(decision.interval, std::log(limit_ratio));
    if (decision.verdict == Verdict::keep_going)
        make_inconclusive(decision, "the limit is within the interval");
    return decision;
}

double smallest_tellable_ratio(const Estimate& log_ratio, double error, double power)
{
    if (log_ratio.degrees <= 0)
        throw std::invalid_argument("tellable ratio of an estimate whose error is not known");
    const double reach = student_quantile(1 - error / 2, log_ratio.degrees) +
                         student_quantile(power, log_ratio.degrees);
    return std::exp(std::fabs(log_ratio.mean) + reach * log_ratio.standard_error);
}

} // namespace nohz::stats
