// SPDX-License-Identifier: GPL-2.0-or-later
// A check of command-line numbers that nan does not pass.
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.h"

namespace nohz::cli
{

// For CLI::Option::check. CLI::Range lets nan through, which is neither below nor above anything.
inline CLI::Validator number_range(double lowest, double highest)
{
    const std::string range = fmt::format("{} to {}", lowest, highest);
    return {[=](std::string& text) {
                const std::optional<double> number = parse_number(text);
                return number && *number >= lowest && *number <= highest
                           ? std::string()
                           : fmt::format("\"{}\" is no number from {}", printable(text, 100),
                                         range);
            },
            fmt::format("FLOAT in [{}]", range), "number_range"};
}

} // namespace nohz::cli
