// SPDX-License-Identifier: GPL-2.0-or-later
// How tables write differences, intervals and long lines.
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

std::string format_interval(std::optional<double> low, std::optional<double> high)
{
    if (!low || !high)
        return "-";
    if (*low == *high)
        return "exact";
    return fmt::format("{}-{}", format_ratio(*low), format_ratio(*high));
}

std::string wrapped(std::string_view text, std::string_view first, std::string_view others)
{
    constexpr std::size_t width = 80;
    std::string out;
    std::string line(first);
    bool empty = true;
    for (const std::string_view word : split_words(text)) {
        if (!empty && line.size() + 1 + word.size() > width) {
            out += line + "\n";
            line = others;
            empty = true;
        }
        line += (empty ? "" : " ") + std::string(word);
        empty = false;
    }
    return out + line + "\n";
}

} // namespace nohz::report
