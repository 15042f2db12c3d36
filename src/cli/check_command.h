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

// Adds --thresholds, each of which takes one FILE: else it would take the PATHs behind it.
void add_thresholds_option(CLI::App& command, std::vector<std::string>& files,
                           const std::string& description);

// Adds that and --limit, each of which takes one RULE=NUMBER.
void add_limit_options(CLI::App& command, std::vector<std::string>& files,
                       std::vector<std::string>& limits);

struct RulesInForce {
    check::Rules rules;
    // What made them others than those shipped: "/etc/nohz-overhead/thresholds.toml",
    // "--thresholds mine.toml", "--limit isolated-vs-housekeeping=1.3", in that order.
    std::vector<std::string> changed_by;
};

// Those shipped, changed by the file of this machine if there is one, then by each of `files` and
// each of `limits` (RULE=NUMBER). Throws InputError, RefusedError or UsageError.
RulesInForce rules_in_force(const std::vector<std::string>& files = {},
                            const std::vector<std::string>& limits = {});

void add_check_command(CLI::App& app, Action& action);

} // namespace nohz::cli
