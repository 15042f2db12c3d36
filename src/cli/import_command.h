// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead import`: reference-style logs to records.
#pragma once

#include "cli/action.h"

namespace CLI
{
class App;
}

namespace nohz::cli
{

// Adds the subcommand to `app`; when it is chosen, `action` becomes its work.
void add_import_command(CLI::App& app, Action& action);

} // namespace nohz::cli
