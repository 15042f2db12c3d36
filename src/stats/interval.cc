// SPDX-License-Identifier: GPL-2.0-or-later
// Means of measured series and how sure they are.
#include "stats/interval.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "stats/student.h"

namespace nohz::stats
{

namespace
{

double mean_of(const double* first, std::size_t count)
{
    return std::accumulate(first, first + count, 0.0) / static_cast<double>(count);
}

} // namespace

Estimate estimate_mean(const std::vector<double>& values)
{
    if (values.empty())
        throw std::invalid_argument("mean of no values");
    const double count = static_cast<double>(values.size());
    Estimate estimate;
    estimate.mean = mean_of(values.data(), values.size());
    if (values.size() == 1)
        return estimate;
    double squares = 0;
    for (const double value : values)
        squares += (value - estimate.mean) * (value - estimate.mean);
    estimate.standard_error = std::sqrt(squares / (count - 1) / count);
    estimate.degrees = count - 1;
    return estimate;
}

std::vector<double> batch_means(const std::vector<double>& series, std::size_t groups)
{
    if (groups == 0)
        throw std::invalid_argument("no groups");
    const std::size_t count = std::min(groups, series.size());
    std::vector<double> means;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = series.size() * i / count;
        const std::size_t to = series.size() * (i + 1) / count;
        means.push_back(mean_of(series.data() + from, to - from));
    }
    return means;
}

Estimate difference(const Estimate& numerator, const Estimate& denominator)
{
    Estimate result;
    result.mean = numerator.mean - denominator.mean;
    if (numerator.degrees == 0 || denominator.degrees == 0)
        return result;
    const double a = numerator.standard_error * numerator.standard_error;
    const double b = denominator.standard_error * denominator.standard_error;
    result.standard_error = std::sqrt(a + b);
    const double scale = a * a / numerator.degrees + b * b / denominator.degrees;
    result.degrees =
        scale > 0 ? (a + b) * (a + b) / scale : numerator.degrees + denominator.degrees;
    return result;
}

Interval interval_of(const Estimate& estimate, double confidence)
{
    if (estimate.degrees <= 0)
        throw std::invalid_argument("interval of an estimate whose error is not known");
    const double t = student_quantile(0.5 + confidence / 2, estimate.degrees);
    return {estimate.mean - t * estimate.standard_error,
            estimate.mean + t * estimate.standard_error};
}

} // namespace nohz::stats
