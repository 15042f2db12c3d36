// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence and the verdict as a terminal shows them, 80 columns wide.
#pragma once

#include <string>

#include "check/check.h"

namespace nohz::report
{

// Samples, rules, notes, and the verdict as the last line.
std::string to_table(const check::Report& report);

} // namespace nohz::report
