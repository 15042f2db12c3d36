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

// A series whose far out values were drawn in to Tukey's fences, 1.5 interquartile ranges beyond
// the quartiles (Tukey, "Exploratory Data Analysis", 1977, section 2E): of normal values 0.7 % are
// outside. On a CPU shared with two busy processes 6 to 10 % of the rounds were, and made the
// standard deviation 2.4 times what the middle of them shows.
struct Winsorised {
    std::vector<double> values;
    double inside = 1; // share of the values that were within the fences
};

// Without effect where the quartiles are equal: most values are then the same and the fences would
// take the others away. Throws std::invalid_argument for an empty series.
Winsorised winsorise(const std::vector<double>& series);

// Mean of the winsorised `series` with a standard error that is honest for autocorrelated values:
// the larger of
//   - that of the means of consecutive groups (batch_means), 10 to 30 of them, sqrt(n) in between:
//     more than 30 hardly narrow an interval (Schmeiser, "Batch Size Effects in the Analysis of
//     Simulation Output", 1982);
//   - s / sqrt(n) * sqrt((1 + r) / (1 - r)), the error of n values of a first-order autoregression
//     (Priestley, "Spectral Analysis and Time Series", 1981, section 5.3.2), because short groups
//     are still alike. r is the lag-1 correlation made larger by its bias (1 + 4 r) / n (Kendall,
//     "Note on Bias in the Estimation of Autocorrelation", 1954) and by one standard error of its
//     own, sqrt((1 - r^2) / n) (Bartlett 1946); never below 0 nor above 0.98;
// over the share of values inside of the fences, because those drawn in tell less than they seem to
// (Tukey & McLaughlin 1963; Huber, "Robust Estimation of a Location Parameter", 1964).
// Degrees: groups - 1; 0, with no error known and the plain mean, for fewer than 10 values.
// Throws std::invalid_argument for an empty series.
Estimate estimate_series(const std::vector<double>& series);

} // namespace nohz::stats
