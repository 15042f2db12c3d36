// SPDX-License-Identifier: GPL-2.0-or-later
// The arithmetic of a round: who measures when, and what it says.
#include "measure/round.h"

#include <cmath>

namespace nohz::measure
{

RoundOrder round_order(bool b_first) noexcept
{
    if (b_first)
        return {Side::b, Side::a, Side::a, Side::b};
    return {Side::a, Side::b, Side::b, Side::a};
}

bool draw_b_first(std::mt19937_64& random)
{
    return (random() >> 63) != 0;
}

Round make_round(int number, bool b_first, const std::array<double, 4>& figures_ns)
{
    Round round;
    round.number = number;
    round.b_first = b_first;
    const RoundOrder order = round_order(b_first);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_a = order[i] == Side::a;
        (is_a ? round.a_ns : round.b_ns).push_back(figures_ns[i]);
        round.log_ratio += (is_a ? 0.5 : -0.5) * std::log(figures_ns[i]);
    }
    return round;
}

} // namespace nohz::measure
