// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead vm`: all scenarios of given kernels in an emulator.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/action.h"

namespace nohz::cli
{

void add_vm_command(CLI::App& app, Action& action);

} // namespace nohz::cli
