// SPDX-License-Identifier: GPL-2.0-or-later
// A ratio against a limit: PASS, FAIL, or not sure, and why.
#pragma once

#include <optional>
#include <string>

#include "check/comparison.h"
#include "check/verdict.h"

namespace nohz::check
{

struct Judgement {
    Verdict verdict = Verdict::skip;
    // Of the ratio, from all the evidence there is; absent where no error is known.
    std::optional<double> low, high;
    std::string reason; // "" for a plain PASS or FAIL
};

// Exact figures are compared as they are. Rounds of one boot are decided in the order in which they
// came (stats/decision.h), so that a measurement that stopped early is judged as it was meant;
// other estimates with a known error by one interval. Several CPU pairs or boots that are each sure
// of the same decide as one; where they differ, they are the sample (stats/combine.h). Without a
// known error (one boot or one run a side) the ratio must be above limit * (1 + indicative_margin)
// to fail.
// The chance of a wrong FAIL, and of a wrong PASS, is at most (1 - confidence) / 2.
Judgement judge(const Comparison& comparison, double limit_ratio, const Rules& rules);

} // namespace nohz::check
