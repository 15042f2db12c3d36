// SPDX-License-Identifier: GPL-2.0-or-later
// What a command hands to main: the work that its options ask for.
#pragma once

#include <functional>

#include "base/error.h"

namespace nohz::cli
{

using Action = std::function<ExitCode()>;

} // namespace nohz::cli
