// SPDX-License-Identifier: GPL-2.0-or-later
// Spans of time as people write them on a command line.
#include "measure/duration.h"

#include <array>
#include <utility>

#include "base/text.h"

namespace nohz::measure
{

namespace
{

// "ms" stands before "s", which it ends with.
constexpr std::array<std::pair<std::string_view, double>, 4> units = {
    {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}}};

} // namespace

std::optional<double> parse_duration(std::string_view text)
{
    double factor = 1;
    for (const auto& [unit, seconds] : units) {
        if (!text.ends_with(unit))
            continue;
        text.remove_suffix(unit.size());
        factor = seconds;
        break;
    }
    const std::optional<double> number = parse_number(text);
    if (!number || *number < 0)
        return std::nullopt;
    return *number * factor;
}

} // namespace nohz::measure
