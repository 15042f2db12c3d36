// SPDX-License-Identifier: GPL-2.0-or-later
// Compiled once for the room: nlohmann-json takes seconds in each file otherwise.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
