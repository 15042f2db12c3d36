// SPDX-License-Identifier: GPL-2.0-or-later
// Standard output whose failure (a full disk, a closed pipe) is an error and not silence.
#include "cli/output.h"

#include <cerrno>
#include <cstdio>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "base/colour.h"
#include "base/error.h"

namespace nohz::cli
{

void print_output(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw system_refusal(errno, "standard output");
}

void add_colour_option(CLI::App& command, std::string& word)
{
    word = "auto";
    command
        .add_option("--color", word,
                    "Colour verdicts: auto (on a terminal, unless NO_COLOR is set), always, never")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
}

bool wants_colour(const std::string& word)
{
    return nohz::wants_colour(parse_colour_choice(word).value_or(ColourChoice::never),
                              STDOUT_FILENO);
}

} // namespace nohz::cli
