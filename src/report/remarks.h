// SPDX-License-Identifier: GPL-2.0-or-later
// What stands below a table of rules.
#pragma once

#include <string>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

struct Remark {
    const check::RuleResult* rule = nullptr; // null: of the whole table
    std::string text;
};

// Those of each rule in their order, then those of the table.
std::vector<Remark> remarks_of(const Section& section, const Evidence& evidence);

} // namespace nohz::report
