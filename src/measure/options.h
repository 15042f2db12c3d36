// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of nohz-measure.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "measure/measure.h"

namespace nohz::measure
{

struct ProgramOptions {
    std::variant<RunOptions, PairOptions> measurement;
    bool json = false;
    std::optional<std::string> answer; // --help, --version: print it and end
};

// Throws UsageError.
ProgramOptions parse_options(int argc, const char* const* argv);

} // namespace nohz::measure
