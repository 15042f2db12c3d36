// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead campaign`: all scenarios over several boots of this machine.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/action.h"

namespace nohz::cli
{

void add_campaign_command(CLI::App& app, Action& action);

} // namespace nohz::cli
