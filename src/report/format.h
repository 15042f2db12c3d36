// SPDX-License-Identifier: GPL-2.0-or-later
// How tables write differences, intervals and long lines.
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

// The words of `text` in lines of at most 80 columns: the first begins with `first`, the others
// with `others`.
std::string wrapped(std::string_view text, std::string_view first, std::string_view others);

} // namespace nohz::report
