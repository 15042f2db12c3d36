// SPDX-License-Identifier: GPL-2.0-or-later
// How tables write differences and intervals, and texts a list of values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace nohz::report
{

// "+105.77"; never "-0.00".
std::string format_added(double added);

// "1.350-1.356", "exact" for instructions, "-" where there is none.
std::string format_interval(record::Unit unit, std::optional<double> low,
                            std::optional<double> high);

// "a; b; c; d; and 3 more".
std::string first_few(std::vector<std::string> values);

} // namespace nohz::report
