// SPDX-License-Identifier: GPL-2.0-or-later
// The Poisson distribution: counts of rare events in a span of time.
#include "stats/poisson.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "stats/student.h"

namespace nohz::stats
{

namespace
{

// From here on the normal approximation with continuity correction is within 1e-3.
constexpr double large_mean = 1e5;

} // namespace

double poisson_cdf(std::uint64_t count, double mean)
{
    if (!(mean >= 0) || !std::isfinite(mean))
        throw std::invalid_argument("mean of a Poisson distribution");
    if (mean == 0)
        return 1;
    const double k = static_cast<double>(count);
    if (mean > large_mean)
        return normal_cdf((k + 0.5 - mean) / std::sqrt(mean));
    if (k > mean + 40 * std::sqrt(mean) + 40)
        return 1;
    double log_term = -mean;
    double sum = std::exp(log_term);
    for (double i = 1; i <= k; ++i) {
        log_term += std::log(mean / i);
        sum += std::exp(log_term);
    }
    return std::min(sum, 1.0);
}

} // namespace nohz::stats
