// SPDX-License-Identifier: GPL-2.0-or-later
// What a campaign tells people to type, and how it shows what came from outside.
#include "campaign/hints.h"

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::campaign
{

std::string shell_quoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string command_for(const std::filesystem::path& state, std::string_view command)
{
    const std::string words = fmt::format("nohz-overhead campaign {}", command);
    return state == default_state ? words
                                  : fmt::format("{} --state {}", words, shell_quoted(shown(state)));
}

std::string shown(const std::filesystem::path& path)
{
    return printable(path.string(), std::string::npos);
}

std::string printable_lines(std::string_view text)
{
    std::string lines;
    for (const std::string_view line : split_lines(text))
        lines += printable(line, std::string::npos) + "\n";
    if (!text.ends_with('\n') && !lines.empty())
        lines.pop_back();
    return lines;
}

} // namespace nohz::campaign
