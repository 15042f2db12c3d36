// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead status: what this boot is, what it can measure, and what would spoil it.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/action.h"

namespace nohz::cli
{

void add_status_command(CLI::App& app, Action& action);

} // namespace nohz::cli
