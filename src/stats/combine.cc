// SPDX-License-Identifier: GPL-2.0-or-later
// Estimates of several CPU pairs, or of two boots of one pair, made into one.
#include "stats/combine.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace nohz::stats
{

Estimate combine_pairs(const std::vector<Estimate>& pairs)
{
    if (pairs.empty())
        throw std::invalid_argument("no pairs");
    if (pairs.size() == 1)
        return pairs.front();
    std::vector<double> means;
    double squares = 0;
    for (const Estimate& pair : pairs) {
        means.push_back(pair.mean);
        squares += pair.standard_error * pair.standard_error;
    }
    Estimate combined = estimate_mean(means);
    const double within = std::sqrt(squares) / static_cast<double>(pairs.size());
    combined.standard_error = std::max(combined.standard_error, within);
    return combined;
}

Estimate difference_in_differences(const Estimate& active, const Estimate& inactive)
{
    return difference(active, inactive);
}

} // namespace nohz::stats
