// SPDX-License-Identifier: GPL-2.0-or-later
// Estimates of several CPU pairs, or of two boots of one pair, made into one.
#pragma once

#include <vector>

#include "stats/interval.h"

namespace nohz::stats
{

// Several CPU pairs of the same two classes, each with its log-ratio. A pair has quirks of its own
// that more rounds do not take away, so from two pairs on the pairs are the sample: the plain mean
// of their means, its error from how they differ, t with one degree less than pairs (Hartung &
// Knapp, "On Tests of the Overall Treatment Effect in Meta-analysis with Normally Distributed
// Responses", 2001, with equal weights, for the pairs have equally many rounds; the normal quantile
// of DerSimonian & Laird 1986 errs too often with few pairs: IntHout, Ioannidis & Borm 2014). Never
// surer than the pairs' own errors together allow, for few pairs may agree by chance: where one of
// theirs is not known, nor is that of all. One pair is itself. Throws std::invalid_argument for
// none.
Estimate combine_pairs(const std::vector<Estimate>& pairs);

// The plain mean of independent estimates, with the error that theirs give it and the fewest
// degrees among them: for the things estimated, not for others like them. Throws
// std::invalid_argument for none.
Estimate average(const std::vector<Estimate>& estimates);

// The same with a weight for each; the weights add up to 1. Throws std::invalid_argument where
// there are not as many of both.
Estimate average(const std::vector<Estimate>& estimates, const std::vector<double>& weights);

// What isolating the CPU added, without what makes these two CPUs differ anyway: isolated against
// housekeeping in the active boot, less the same two CPUs in the inactive boot (difference in
// differences: Card & Krueger 1994). The boots differ too: what else changed between them is in it.
Estimate difference_in_differences(const Estimate& active, const Estimate& inactive);

} // namespace nohz::stats
