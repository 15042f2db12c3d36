// SPDX-License-Identifier: GPL-2.0-or-later
// Measurements as lines for people.
#pragma once

#include <string>

#include "measure/measure.h"

namespace nohz::measure
{

// What was measured with: clock, loop, batches. One line with its newline.
std::string describe_calibration(const Document& document);

// A run's figures; the last two lines are `total N nsec` and `avg N nsec` (the integer part), as
// the reference's logs have them. `title` comes first: "run 1 of 4".
std::string describe_run(const RunResult& run, std::string_view title);

// The two CPUs' figures and their ratio; ends with the lines of the first CPU's run.
std::string describe_pair(const Document& document);

} // namespace nohz::measure
