// SPDX-License-Identifier: GPL-2.0-or-later
// What the evidence does not hold, why, and what would give it.
#pragma once

#include <string>
#include <vector>

#include "report/evidence.h"

namespace nohz::report
{

struct Gap {
    std::string what; // "test case 1 (kernel built without NO_HZ_FULL)"
    std::string why;
    std::string remedy; // "" where nothing is to be done
};

// Scenarios and placements without runs, runs that were disturbed, rules that could not be applied,
// and facts that the records do not tell. All texts are printable().
std::vector<Gap> gaps_of(const Section& section);

// Of scenario 1 to 4 alone; nothing where it has runs that count.
std::optional<Gap> gap_of_scenario(const Section& section, int scenario);

} // namespace nohz::report
