// SPDX-License-Identifier: GPL-2.0-or-later
// How the figures came about: in which order, from which logs, and what gives them again.
#pragma once

#include <vector>

#include "report/provenance.h"

namespace nohz::report
{

// "Order of runs", "Entry path and iterations", "To repeat": those that the records call for.
std::vector<Fact> method_facts(const Section& section);

} // namespace nohz::report
