// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead check`: rules against records.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "check/check.h"
#include "cli/action.h"

namespace nohz::cli
{

// The limits in force: those shipped, /etc/nohz-overhead/thresholds.toml, each of `files`, and
// each of `limits` (RULE=NUMBER), in that order. Throws InputError, RefusedError or UsageError.
check::Rules load_rules(const std::vector<std::filesystem::path>& files,
                        const std::vector<std::string>& limits);

void add_check_command(CLI::App& app, Action& action);

} // namespace nohz::cli
