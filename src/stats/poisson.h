// SPDX-License-Identifier: GPL-2.0-or-later
// The Poisson distribution: counts of rare events in a span of time.
#pragma once

#include <cstdint>

namespace nohz::stats
{

// P(N <= count) where the expected count is `mean` >= 0.
// Throws std::invalid_argument for a mean that is negative or not finite.
double poisson_cdf(std::uint64_t count, double mean);

} // namespace nohz::stats
