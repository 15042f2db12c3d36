// SPDX-License-Identifier: GPL-2.0-or-later
// Order statistics of a list of numbers.
#include "stats/quantile.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace nohz::stats
{

double quantile(const std::vector<double>& ascending, double p)
{
    if (ascending.empty())
        throw std::invalid_argument("quantile of no values");
    if (!(p >= 0 && p <= 1))
        throw std::invalid_argument("quantile outside of 0 to 1");
    const double position = p * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(position));
    const std::size_t above = std::min(below + 1, ascending.size() - 1);
    const double share = position - static_cast<double>(below);
    return ascending[below] + share * (ascending[above] - ascending[below]);
}

double median(std::vector<double> values)
{
    if (values.empty())
        throw std::invalid_argument("median of no values");
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

} // namespace nohz::stats
