// SPDX-License-Identifier: GPL-2.0-or-later
// The mean of a series measured in time, whose neighbours are alike.
#include "stats/series.h"

#include <algorithm>
#include <cmath>

namespace nohz::stats
{

namespace
{

constexpr std::size_t most_groups = 30;
constexpr double largest_correlation = 0.98;

// As large as the true correlation may well be, from one that was measured in `count` values.
double cautious_correlation(double measured, double count)
{
    const double unbiased = std::clamp(measured + (1 + 4 * measured) / count, -1.0, 1.0);
    const double error = std::sqrt((1 - unbiased * unbiased) / count);
    return std::clamp(unbiased + error, 0.0, largest_correlation);
}

double autoregressive_error(const std::vector<double>& series)
{
    const double r =
        cautious_correlation(lag_one_correlation(series), static_cast<double>(series.size()));
    return estimate_mean(series).standard_error * std::sqrt((1 + r) / (1 - r));
}

} // namespace

double lag_one_correlation(const std::vector<double>& series)
{
    if (series.size() < 3)
        return 0;
    const double mean = estimate_mean(series).mean;
    double products = 0;
    double squares = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        squares += (series[i] - mean) * (series[i] - mean);
        if (i > 0)
            products += (series[i] - mean) * (series[i - 1] - mean);
    }
    return squares > 0 ? products / squares : 0;
}

Estimate estimate_series(const std::vector<double>& series)
{
    if (series.size() < fewest_groups)
        return {estimate_mean(series).mean, 0, 0};
    const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(series.size())));
    const std::size_t groups = std::clamp(root, fewest_groups, most_groups);
    Estimate estimate = estimate_mean(batch_means(series, groups));
    estimate.mean = estimate_mean(series).mean; // groups may differ by one in size
    estimate.standard_error = std::max(estimate.standard_error, autoregressive_error(series));
    return estimate;
}

} // namespace nohz::stats
