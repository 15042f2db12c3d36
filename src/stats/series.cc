// SPDX-License-Identifier: GPL-2.0-or-later
// The mean of a series measured in time, whose neighbours are alike.
#include "stats/series.h"

#include <algorithm>
#include <cmath>

#include "stats/quantile.h"

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

Winsorised winsorise(const std::vector<double>& series)
{
    std::vector<double> ascending = series;
    std::sort(ascending.begin(), ascending.end());
    const double lower = quantile(ascending, 0.25);
    const double upper = quantile(ascending, 0.75);
    Winsorised result{series, 1};
    if (lower == upper)
        return result;
    const double reach = 1.5 * (upper - lower);
    std::size_t drawn_in = 0;
    for (double& value : result.values) {
        const double fenced = std::clamp(value, lower - reach, upper + reach);
        drawn_in += fenced != value ? 1 : 0;
        value = fenced;
    }
    result.inside = 1 - static_cast<double>(drawn_in) / static_cast<double>(series.size());
    return result;
}

Estimate estimate_series(const std::vector<double>& series)
{
    if (series.size() < fewest_groups)
        return {estimate_mean(series).mean, 0, 0};
    const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(series.size())));
    const std::size_t groups = std::clamp(root, fewest_groups, most_groups);
    const auto [values, inside] = winsorise(series);
    Estimate estimate = estimate_mean(batch_means(values, groups));
    estimate.mean = estimate_mean(values).mean; // groups may differ by one in size
    estimate.standard_error =
        std::max(estimate.standard_error, autoregressive_error(values)) / inside;
    return estimate;
}

} // namespace nohz::stats
