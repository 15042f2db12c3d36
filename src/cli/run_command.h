// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead run`: measures every placement that this boot allows; writes one record.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/action.h"

namespace nohz::cli
{

void add_run_command(CLI::App& app, Action& action);

} // namespace nohz::cli
