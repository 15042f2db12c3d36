// SPDX-License-Identifier: GPL-2.0-or-later
// Estimates of several CPU pairs, or of two boots of one pair, made into one.
#include "stats/combine.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace nohz::stats
{

Estimate average(const std::vector<Estimate>& estimates)
{
    if (estimates.empty())
        throw std::invalid_argument("no estimates");
    Estimate result;
    double squares = 0;
    result.degrees = estimates.front().degrees;
    for (const Estimate& estimate : estimates) {
        result.mean += estimate.mean / static_cast<double>(estimates.size());
        squares += estimate.standard_error * estimate.standard_error;
        result.degrees = std::min(result.degrees, estimate.degrees);
    }
    result.standard_error = std::sqrt(squares) / static_cast<double>(estimates.size());
    return result;
}

Estimate combine_pairs(const std::vector<Estimate>& pairs)
{
    if (pairs.empty())
        throw std::invalid_argument("no pairs");
    if (pairs.size() == 1)
        return pairs.front();
    std::vector<double> means;
    for (const Estimate& pair : pairs)
        means.push_back(pair.mean);
    Estimate combined = estimate_mean(means);
    combined.standard_error = std::max(combined.standard_error, average(pairs).standard_error);
    return combined;
}

Estimate difference_in_differences(const Estimate& active, const Estimate& inactive)
{
    return difference(active, inactive);
}

} // namespace nohz::stats
