// SPDX-License-Identifier: GPL-2.0-or-later
// Points in time as a record writes them: UTC, 2026-11-30T18:44:00Z.
#include "record/utc_time.h"

#include <ctime>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::record
{

std::string utc_now()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

bool is_utc_time(std::string_view text)
{
    constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
    if (text.size() != form.size())
        return false;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == 'd' ? !digit : text[i] != form[i])
            return false;
    }
    const auto between = [&](std::size_t at, unsigned least, unsigned most) {
        const auto number = parse_whole_number(text.substr(at, 2));
        return number && *number >= least && *number <= most;
    };
    return between(5, 1, 12) && between(8, 1, 31) && between(11, 0, 23) && between(14, 0, 59) &&
           between(17, 0, 60);
}

} // namespace nohz::record
