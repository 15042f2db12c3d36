// SPDX-License-Identifier: GPL-2.0-or-later
// How tables write differences and intervals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nohz::report
{

// "+105.77"; never "-0.00".
std::string format_added(double added);

// "1.350-1.356", "exact" where both are the same, "-" where there is none.
std::string format_interval(std::optional<double> low, std::optional<double> high);

} // namespace nohz::report
