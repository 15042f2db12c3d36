// SPDX-License-Identifier: GPL-2.0-or-later
// Standard output whose failure (a full disk, a closed pipe) is an error and not silence.
#pragma once

#include <string>
#include <string_view>

namespace CLI
{
class App;
}

namespace nohz::cli
{

// Throws RefusedError.
void print_output(std::string_view text);

// Adds --color=auto|always|never, which goes into `word`.
void add_colour_option(CLI::App& command, std::string& word);

// Whether standard output is coloured, by such a word.
bool wants_colour(const std::string& word);

} // namespace nohz::cli
