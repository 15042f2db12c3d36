// SPDX-License-Identifier: GPL-2.0-or-later
// What must be checked of a TOML text before toml++ may see it.
#pragma once

#include <filesystem>
#include <string_view>

namespace nohz
{

// TOML allows characters that are not ASCII in strings and comments only, and toml++ 3.3 runs into
// undefined behaviour on one elsewhere (is_non_ascii_horizontal_whitespace of U+00D6). So a line
// that holds one must be a comment or `key = "text"`, with or without a comment behind it, and hold
// no three quotes in a row: then it is safe whatever the lines above it have opened.
// Throws InputError with the line.
void require_safe_toml(std::string_view toml, const std::filesystem::path& file);

} // namespace nohz
