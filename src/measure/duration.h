// SPDX-License-Identifier: GPL-2.0-or-later
// Spans of time as people write them on a command line.
#pragma once

#include <optional>
#include <string_view>

namespace nohz::measure
{

// Seconds out of "10", "0.5", "500ms", "10s", "2m", "1h"; nothing for anything else.
std::optional<double> parse_duration(std::string_view text);

} // namespace nohz::measure
