// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead compare`: two kernels' records.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/action.h"

namespace nohz::cli
{

void add_compare_command(CLI::App& app, Action& action);

} // namespace nohz::cli
