// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a ratio is above a limit: decided as soon as it is sure, with a stated chance of error.
//
// Rounds come in one by one; the decision looks at them when there are `smallest_rounds`, then
// `growth` times as many, and so on. A look makes the interval of the mean log-ratio so far
// (estimate_series) and takes a verdict where the whole of it is on one side of the limit: two
// one-sided t tests. Look k of them may err with a chance of error / (k (k + 1)), half on each
// side. Over any number of looks that adds up to no more than `error`, so that no last look need be
// planned: an error-spending function (Lan & DeMets, "Discrete Sequential Boundaries for Clinical
// Trials", 1983) with the union bound in place of the joint distribution of the looks, which noise
// of unknown correlation does not let us know. Geometric looks with sums of this kind:
// Howard, Ramdas, McAuliffe & Sekhon, "Time-uniform, Nonparametric, Nonasymptotic Confidence
// Sequences", 2021, section 3.1.
//
// The interval of each look is a repeated confidence interval (Jennison & Turnbull, "Interim
// Analyses: The Repeated Confidence Interval Approach", 1989): all of them cover the true value at
// once with a chance of 1 - error, whatever made the measurement stop.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "stats/interval.h"

namespace nohz::stats
{

enum class Verdict { keep_going, pass, fail, inconclusive };

struct DecisionPlan {
    double limit_ratio = 1; // PASS: the true ratio is below it; FAIL: above it
    // The chance that the interval misses the true ratio at any look. A FAIL at a true ratio of the
    // limit or less has half of it, and so has a PASS at one of the limit or more.
    double error = 0.01;
    // First look. Fewer rounds do not show how alike neighbours are: of 4,000 simulated decisions
    // at the limit, with noise of lag-1 correlation 0.8, 0.85 % were wrong with 40, 1.4 % with 30.
    std::size_t smallest_rounds = 40;
    double growth = 1.5; // from look to look
};

// Figures are logarithms of ratios.
struct Decision {
    Verdict verdict = Verdict::keep_going;
    std::size_t rounds = 0; // that the last look saw
    int looks = 0;
    Estimate estimate;         // degrees 0: too few rounds for an error
    Interval interval;         // of the last look; infinite before there was one
    double interval_error = 0; // the chance that this look's interval misses
    std::string reason;        // why inconclusive; "" otherwise
};

class SequentialDecision
{
public:
    // Throws std::invalid_argument for a limit that is not positive and finite, an error outside
    // of 0 to 1, fewer than 10 smallest rounds or a growth of 1 or less.
    explicit SequentialDecision(const DecisionPlan& plan);

    // The next round. A verdict once taken stays, later rounds do not change it.
    // Throws std::invalid_argument for a log-ratio that is not finite.
    const Decision& add(double log_ratio);

    // No more rounds will come: a last look at all of them, which may spend all of the error that
    // is left; not more than stated as long as it was not these rounds that ended the measurement
    // (a decision about another limit, say). Inconclusive, with the reason, where that does not settle it.
    const Decision& finish();

    const Decision& decision() const noexcept { return decision_; }

private:
    void look(double look_error);

    DecisionPlan plan_;
    std::vector<double> log_ratios_;
    std::size_t next_look_;
    Decision decision_;
};

// The same decision over rounds that were recorded: that of the first look that settles it, the
// last look's otherwise.
Decision decide_rounds(const DecisionPlan& plan, const std::vector<double>& log_ratios);

// One look at an estimate made otherwise (boots, CPU pairs, differences), with the same meaning of
// `error`. Inconclusive, with the reason, where its error is not known.
Decision decide_once(const Estimate& log_ratio, double limit_ratio, double error);

// The smallest ratio above 1 that could be told from 1, from the log-ratio of A against A:
//   exp(|mean| + (t(1 - error / 2) + t(power)) standard_error)
// the minimum detectable effect (Bloom, "Minimum Detectable Effects", 1995) with t of the
// estimate's degrees; what A/A reads away from 1 is a fault of the machine now and is added.
// `error` is the two-sided chance of error of the look (Decision::interval_error), `power` the
// chance to tell such a ratio. Throws std::invalid_argument where the error is not known.
double smallest_tellable_ratio(const Estimate& log_ratio, double error, double power = 0.95);

} // namespace nohz::stats
