// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as a comment on a Launchpad bug.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// Plain text of at most 80 columns that needs no fixed-width font: one line of conclusion, machine,
// kernels, the four test cases with every run, rules, what was not measured, provenance, tag.
std::string to_launchpad(const Evidence& evidence);

} // namespace nohz::report
