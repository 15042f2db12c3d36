// SPDX-License-Identifier: GPL-2.0-or-later
// Student's t distribution and the standard normal one.
#include "stats/student.h"

#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

namespace nohz::stats
{

namespace
{

double log_gamma(double x)
{
    int sign = 0;
    return ::lgamma_r(x, &sign); // std::lgamma writes a global and is not safe in threads
}

// The continued fraction of A&S 26.5.8 by Lentz's method.
double beta_fraction(double a, double b, double x)
{
    constexpr double tiny = 1e-300;
    constexpr double precision = 1e-15;
    constexpr int most_steps = 10000;
    const auto away_from_zero = [](double v) { return std::fabs(v) < tiny ? tiny : v; };
    double c = 1;
    double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
    double fraction = d;
    for (int m = 1; m <= most_steps; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / away_from_zero(1 + even * d);
        c = away_from_zero(1 + even / c);
        fraction *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away_from_zero(1 + odd * d);
        c = away_from_zero(1 + odd / c);
        fraction *= d * c;
        if (std::fabs(d * c - 1) < precision)
            return fraction;
    }
    throw std::domain_error("incomplete beta function does not converge");
}

double regularised_beta(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    const double front = std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) +
                                  b * std::log1p(-x));
    // The fraction converges fast on this side of the mean; the other side is its mirror image.
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// The root of a rising function between two points that enclose it.
double bisect(const std::function<double(double)>& f, double low, double high)
{
    for (int i = 0; i < 200 && high - low > 1e-13 * (1 + std::fabs(low)); ++i) {
        const double middle = (low + high) / 2;
        (f(middle) < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

double inverse(const std::function<double(double)>& cdf, double p)
{
    if (!(p > 0 && p < 1))
        throw std::invalid_argument("probability outside of 0 to 1");
    double reach = 1;
    while (cdf(-reach) > p || cdf(reach) < p)
        reach *= 2;
    return bisect([&](double x) { return cdf(x) - p; }, -reach, reach);
}

} // namespace

double student_cdf(double t, double degrees)
{
    if (!(degrees > 0))
        throw std::invalid_argument("degrees of freedom not positive");
    const double tail = regularised_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
    return t > 0 ? 1 - tail : tail;
}

double student_quantile(double p, double degrees)
{
    return inverse([degrees](double t) { return student_cdf(t, degrees); }, p);
}

double normal_cdf(double z)
{
    return std::erfc(-z / std::numbers::sqrt2) / 2;
}

double normal_quantile(double p)
{
    return inverse(normal_cdf, p);
}

} // namespace nohz::stats
