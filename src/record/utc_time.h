// SPDX-License-Identifier: GPL-2.0-or-later
// Points in time as a record writes them: UTC, 2026-11-30T18:44:00Z.
#pragma once

#include <string>
#include <string_view>

namespace nohz::record
{

std::string utc_now();

// True for text of that form whose month, day, hour, minute and second can be.
bool is_utc_time(std::string_view text);

} // namespace nohz::record
