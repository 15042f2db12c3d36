// SPDX-License-Identifier: GPL-2.0-or-later
// The arithmetic of a round: who measures when, and what it says.
#pragma once

#include <array>
#include <random>

#include "measure/measure.h"

namespace nohz::measure
{

enum class Side { a, b };

// A-B-B-A or B-A-A-B: in each, a drift that is linear in time falls out of the log-ratio.
using RoundOrder = std::array<Side, 4>;

RoundOrder round_order(bool b_first) noexcept;

// Draws one of the two orders.
bool draw_b_first(std::mt19937_64& random);

// The round that chunks with these figures make, in the order measured. Figures are positive.
Round make_round(int number, bool b_first, const std::array<double, 4>& figures_ns);

} // namespace nohz::measure
