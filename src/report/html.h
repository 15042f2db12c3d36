// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as one page for a browser.
#pragma once

#include <string>

#include "report/evidence.h"

namespace nohz::report
{

// One file without scripts that loads nothing: verdict, rules, plots of runs, rounds and boots,
// what is missing, hazards, and the raw figures. Follows the reader's light or dark scheme, can be
// printed. Of very many records some are drawn and listed, and it says how many are not.
std::string to_html(const Evidence& evidence);

} // namespace nohz::report
