// SPDX-License-Identifier: GPL-2.0-or-later
// Estimates of several CPU pairs, or of two boots of one pair, made into one.
#include "stats/combine.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace nohz::stats
{

Estimate average(const std::vector<Estimate>& estimates, const std::vector<double>& weights)
{
    if (estimates.empty() || estimates.size() != weights.size())
        throw std::invalid_argument("no estimates, or not a weight for each");
    Estimate result;
    double squares = 0;
    result.degrees = estimates.front().degrees;
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        const double error = weights[i] * estimates[i].standard_error;
        result.mean += weights[i] * estimates[i].mean;
        squares += error * error;
        result.degrees = std::min(result.degrees, estimates[i].degrees);
    }
    result.standard_error = std::sqrt(squares);
    return result;
}

Estimate average(const std::vector<Estimate>& estimates)
{
    const double weight = 1 / static_cast<double>(estimates.size());
    return average(estimates, std::vector<double>(estimates.size(), weight));
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
    const Estimate own = average(pairs);
    if (own.degrees <= 0)
        return {combined.mean, 0, 0};
    combined.standard_error = std::max(combined.standard_error, own.standard_error);
    return combined;
}

Estimate difference_in_differences(const Estimate& active, const Estimate& inactive)
{
    return difference(active, inactive);
}

} // namespace nohz::stats
