// SPDX-License-Identifier: GPL-2.0-or-later
// How the figures came about: in which order, from which logs, and what gives them again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/provenance.h"

namespace nohz::report
{

// "Order of runs", "Entry path and iterations": those that the records call for.
std::vector<Fact> method_facts(const Section& section);

// What gives an emulator's figures again.
struct Repeat {
    std::string command; // for a shell: no name in it is anything but a name
    std::string conditions;
};

// Nothing for figures of a machine.
std::optional<Repeat> repeat_of(const Section& section);

// The same as "To repeat", for formats that do not break lines.
std::vector<Fact> repeat_facts(const Section& section);

} // namespace nohz::report
