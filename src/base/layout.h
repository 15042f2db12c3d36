// SPDX-License-Identifier: GPL-2.0-or-later
// Long texts in lines that fit a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nohz
{

inline constexpr std::size_t terminal_columns = 80;

// The columns that UTF-8 text takes on a terminal: two for East Asian wide characters (Unicode
// Standard Annex 11), none for combining marks, one for any other.
std::size_t columns_of(std::string_view text);

// The words of `text` in lines of at most `columns`: the first begins with `first`, the others with
// `others`, each ends with a newline. A word longer than a line is cut, behind a comma or a slash
// if it has one. What comes from outside must have gone through printable() before.
std::string wrapped(std::string_view text, std::string_view first, std::string_view others,
                    std::size_t columns = terminal_columns);

// A shell command in lines that give it again when they are pasted: each but the last ends with a
// backslash, and no word is cut, though it be longer than a line.
std::string wrapped_command(std::string_view command, std::string_view indent,
                            std::size_t columns = terminal_columns);

} // namespace nohz
