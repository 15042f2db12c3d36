// SPDX-License-Identifier: GPL-2.0-or-later
// How tables write differences and intervals, and texts a list of values.
#include "report/format.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::report
{

std::string format_added(double added)
{
    return fmt::format("{:+.2f}", std::fabs(added) < 0.005 ? 0.0 : added);
}

std::string format_interval(record::Unit unit, std::optional<double> low,
                            std::optional<double> high)
{
    if (!low || !high)
        return "-";
    if (unit == record::Unit::instructions && *low == *high)
        return "exact";
    return fmt::format("{}-{}", format_ratio(*low), format_ratio(*high));
}

std::string first_few(std::vector<std::string> values)
{
    constexpr std::size_t most = 4;
    const std::size_t count = values.size();
    if (count > most)
        values.resize(most);
    return joined(values, "; ") +
           (count > most ? fmt::format("; and {} more", count - most) : std::string());
}

} // namespace nohz::report
