// SPDX-License-Identifier: GPL-2.0-or-later
// What must be checked of a TOML text before toml++ may see it.
#pragma once

#include <filesystem>
#include <string_view>

namespace nohz
{

// TOML allows characters that are not ASCII in strings and comments only. toml++ 3.3 runs into
// undefined behaviour on one elsewhere (is_non_ascii_horizontal_whitespace on U+00D6), so this
// refuses them first. Throws InputError with the line.
void require_ascii_outside_strings(std::string_view toml, const std::filesystem::path& file);

} // namespace nohz
