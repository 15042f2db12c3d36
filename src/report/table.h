// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence and the verdict as a terminal shows them, 80 columns wide.
#pragma once

#include <string>

#include "check/check.h"

namespace nohz::report
{

struct TableOptions {
    bool colour = false;  // verdicts for a terminal
    bool verbose = false; // the questions of the rules, and the records with their sha256
    bool quiet = false;   // the verdict alone
};

// Samples, rules, notes, and the verdict as the last line.
std::string to_table(const check::Report& report, const check::Rules& rules = {},
                     const TableOptions& options = {});

} // namespace nohz::report
