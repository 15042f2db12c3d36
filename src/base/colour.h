// SPDX-License-Identifier: GPL-2.0-or-later
// Colour on a terminal: where it is wanted, and how it is put on words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nohz
{

enum class ColourChoice { automatic, always, never };

// "auto", "always", "never".
std::optional<ColourChoice> parse_colour_choice(std::string_view word) noexcept;

// Whether text for the file descriptor `fd` is coloured. Automatic: where it is a terminal, TERM is
// set and not "dumb", and NO_COLOR is not set or empty (https://no-color.org).
bool wants_colour(ColourChoice choice, int fd);

enum class Colour { good, bad, unsure, faint };

// `text` between the sequences that begin and end the colour (ECMA-48, SGR), as it is if not
// `wanted`. The words say the same without it.
std::string painted(std::string_view text, Colour colour, bool wanted);

} // namespace nohz
