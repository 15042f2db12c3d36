// SPDX-License-Identifier: GPL-2.0-or-later
// What a reader of a verdict must know beside the figures.
#pragma once

#include <string>
#include <vector>

#include "check/samples.h"

namespace nohz::check
{

// Hazards that make figures wrong, other tasks and steal during the runs, what each boot's
// self-check could tell from 1, emulators that differ, limits for unknown machines.
std::vector<std::string> notes_of(const Group& group, double confidence);

// "CPU 1 against itself read 1.0002; a ratio of 1.004 could be told from 1" of an A/A pair; says so
// where there were too few rounds.
std::string tellable_text(const record::Pair& pair, double confidence);

} // namespace nohz::check
