// SPDX-License-Identifier: GPL-2.0-or-later
// An entry path made slower by a known amount, to prove that a measurement finds it.
#pragma once

#include <memory>

#include "measure/loop.h"

namespace nohz::measure
{

// `loop` with round(iterations * share) more entries to each run(iterations), which nobody counts:
// in batches of 700 the share is exact to 0.07 points. Whole turns of the loop (loop.h) cost what
// they should, single entries more. `share` is not negative.
std::unique_ptr<Loop> with_extra_entries(std::unique_ptr<Loop> loop, double share);

} // namespace nohz::measure
