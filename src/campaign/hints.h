// SPDX-License-Identifier: GPL-2.0-or-later
// What a campaign tells people to type, and how it shows what came from outside.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace nohz::campaign
{

inline constexpr std::string_view default_state = "/var/lib/nohz-overhead/campaign";

// One word for a shell: 'it'\''s'.
std::string shell_quoted(std::string_view text);

// "nohz-overhead campaign next", with --state where `state` is not the default folder.
std::string command_for(const std::filesystem::path& state, std::string_view command);

// A path in one printable line.
std::string shown(const std::filesystem::path& path);

// `text` with each of its lines printable, however long.
std::string printable_lines(std::string_view text);

} // namespace nohz::campaign
