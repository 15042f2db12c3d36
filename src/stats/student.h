// SPDX-License-Identifier: GPL-2.0-or-later
// Student's t distribution and the standard normal one.
#pragma once

namespace nohz::stats
{

// P(T <= t) with `degrees` > 0 degrees of freedom, by the regularised incomplete beta function:
// Abramowitz & Stegun 26.7.1 and 26.5.8 (continued fraction). Accurate to about 1e-12.
// Throws std::invalid_argument for degrees that are not positive.
double student_cdf(double t, double degrees);

// The t for which student_cdf is `p` (0 < p < 1). Throws std::invalid_argument otherwise.
double student_quantile(double p, double degrees);

// P(Z <= z), and its inverse for 0 < p < 1.
double normal_cdf(double z);
double normal_quantile(double p);

} // namespace nohz::stats
