// SPDX-License-Identifier: GPL-2.0-or-later
// The verdict as a JSON document for programs.
#pragma once

#include <string>

#include "check/check.h"

namespace nohz::report
{

// Keys: verdict, unit ("ns", "instructions" or "mixed"), rules, samples, notes, records.
// Absent figures are null. A tick rule has `rate_per_second` and no `ratio`.
std::string to_json(const check::Report& report);

} // namespace nohz::report
