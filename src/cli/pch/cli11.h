// SPDX-License-Identifier: GPL-2.0-or-later
// Compiled once for the commands: CLI11 takes several seconds in each file otherwise.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
