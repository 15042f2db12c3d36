// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead report`: the evidence as a document for people or for a CI.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/action.h"

namespace nohz::cli
{

void add_report_command(CLI::App& app, Action& action);

} // namespace nohz::cli
