// SPDX-License-Identifier: GPL-2.0-or-later
// Standard output whose failure (a full disk, a closed pipe) is an error and not silence.
#pragma once

#include <string_view>

namespace nohz::cli
{

// Throws RefusedError.
void print_output(std::string_view text);

} // namespace nohz::cli
