// SPDX-License-Identifier: GPL-2.0-or-later
// JSON text to a tree, refusing what no record can be before it costs memory.
#pragma once

#include <filesystem>
#include <string_view>

#include <nlohmann/json.hpp>

namespace nohz::record
{

inline constexpr std::size_t deepest_nesting = 32;
inline constexpr std::size_t longest_list = 1'000'000;
inline constexpr std::size_t most_values = 4'000'000;

// Throws InputError: with line and column where `text` is no JSON (empty, cut off), with the JSON
// pointer for a key that stands twice, a number too large to be finite, nesting deeper than
// `deepest_nesting`, a list longer than `longest_list`, more than `most_values` values in all.
nlohmann::json parse_json_tree(std::string_view text, const std::filesystem::path& name);

} // namespace nohz::record
