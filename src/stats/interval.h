// SPDX-License-Identifier: GPL-2.0-or-later
// Means of measured series and how sure they are.
#pragma once

#include <cstddef>
#include <vector>

namespace nohz::stats
{

// A mean with its standard error; degrees of freedom 0 means that the error is not known.
struct Estimate {
    double mean = 0;
    double standard_error = 0;
    double degrees = 0;
};

struct Interval {
    double low = 0;
    double high = 0;
};

// Mean and standard error of independent values; degrees 0 for a single one.
// Throws std::invalid_argument for an empty list.
Estimate estimate_mean(const std::vector<double>& values);

// The means of `groups` consecutive groups of a series, as equal in size as can be: neighbours
// in time are alike, the means of long groups hardly (method of batch means: Law & Kelton,
// "Simulation Modeling and Analysis", section 9.5.3). Fewer values than groups: the values.
std::vector<double> batch_means(const std::vector<double>& series, std::size_t groups);

// numerator - denominator of two independent means. Degrees by Welch-Satterthwaite (Welch 1947).
Estimate difference(const Estimate& numerator, const Estimate& denominator);

// The two-sided interval that covers with `confidence` (0 < confidence < 1). Throws
// std::invalid_argument where the estimate's error is not known.
Interval interval_of(const Estimate& estimate, double confidence);

} // namespace nohz::stats
