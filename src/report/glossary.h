// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a report, for who reads one for the first time.
#pragma once

#include <string>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

// What the words mean that a report of these sections uses, and no others: "interval: Student's t
// on logarithms, over the runs of the boot".
std::vector<std::string> glossary(const std::vector<Section>& sections, const check::Rules& rules);

} // namespace nohz::report
