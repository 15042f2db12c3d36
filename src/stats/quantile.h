// SPDX-License-Identifier: GPL-2.0-or-later
// Order statistics of a list of numbers.
#pragma once

#include <vector>

namespace nohz::stats
{

// The p-quantile (0 <= p <= 1) of ascending values, by linear interpolation between order
// statistics (type 7 of Hyndman & Fan, "Sample Quantiles in Statistical Packages", 1996).
// Throws std::invalid_argument for an empty list or a p outside of 0 to 1.
double quantile(const std::vector<double>& ascending, double p);

// The middle of the values, in any order. Throws std::invalid_argument for an empty list.
double median(std::vector<double> values);

} // namespace nohz::stats
