// SPDX-License-Identifier: GPL-2.0-or-later
// The mean of a series measured in time, whose neighbours are alike.
#pragma once

#include <cstddef>
#include <vector>

#include "stats/interval.h"

namespace nohz::stats
{

inline constexpr std::size_t fewest_groups = 10;

// The autocorrelation of a series at lag 1, -1 to 1; 0 for fewer than 3 values or equal ones.
double lag_one_correlation(const std::vector<double>& series);

// Mean of `series` with a standard error that is honest for autocorrelated values: the larger of
//   - that of the means of consecutive groups (batch_means), 10 to 30 of them, sqrt(n) in between:
//     more than 30 hardly narrow an interval (Schmeiser, "Batch Size Effects in the Analysis of
//     Simulation Output", 1982);
//   - s / sqrt(n) * sqrt((1 + r) / (1 - r)), the error of n values of a first-order autoregression
//     (Priestley, "Spectral Analysis and Time Series", 1981, section 5.3.2), because short groups
//     are still alike. r is the lag-1 correlation made larger by its bias (1 + 4 r) / n (Kendall,
//     "Note on Bias in the Estimation of Autocorrelation", 1954) and by one standard error of its
//     own, sqrt((1 - r^2) / n) (Bartlett 1946); never below 0 nor above 0.98.
// Degrees: groups - 1; 0, with no error known, for fewer than 10 values.
// Throws std::invalid_argument for an empty series.
Estimate estimate_series(const std::vector<double>& series);

} // namespace nohz::stats
