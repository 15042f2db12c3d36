// SPDX-License-Identifier: GPL-2.0-or-later
// Measurements as JSON: what `nohz-measure --json` prints.
#pragma once

#include <string>

#include "measure/measure.h"

namespace nohz::measure
{

// One line without its newline. Costs are rounded to a ten-thousandth of a nanosecond; a log-ratio
// keeps every digit.
std::string to_json(const Document& document);
std::string to_json(const Round& round);

} // namespace nohz::measure
