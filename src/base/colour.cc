// SPDX-License-Identifier: GPL-2.0-or-later
// Colour on a terminal: where it is wanted, and how it is put on words.
#include "base/colour.h"

#include <cstdlib>

#include <unistd.h>

#include <fmt/format.h>

namespace nohz
{

namespace
{

std::string_view variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? std::string_view(value) : std::string_view();
}

// Bold with a colour of the terminal's own eight, which its user has made readable.
std::string_view code_of(Colour colour)
{
    switch (colour) {
    case Colour::good:
        return "1;32";
    case Colour::bad:
        return "1;31";
    case Colour::unsure:
        return "1;33";
    case Colour::faint:
        return "2";
    }
    return "0";
}

} // namespace

std::optional<ColourChoice> parse_colour_choice(std::string_view word) noexcept
{
    if (word == "auto")
        return ColourChoice::automatic;
    if (word == "always")
        return ColourChoice::always;
    if (word == "never")
        return ColourChoice::never;
    return std::nullopt;
}

bool wants_colour(ColourChoice choice, int fd)
{
    if (choice != ColourChoice::automatic)
        return choice == ColourChoice::always;
    const std::string_view term = variable("TERM");
    return variable("NO_COLOR").empty() && !term.empty() && term != "dumb" && ::isatty(fd) != 0;
}

std::string painted(std::string_view text, Colour colour, bool wanted)
{
    return wanted ? fmt::format("\x1b[{}m{}\x1b[0m", code_of(colour), text) : std::string(text);
}

} // namespace nohz
