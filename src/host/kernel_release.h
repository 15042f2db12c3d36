// SPDX-License-Identifier: GPL-2.0-or-later
// The release of the running kernel, from whichever file of a tree says it.
#pragma once

#include <string>
#include <vector>

#include "host/tree.h"

namespace nohz::host
{

// What `uname -r` prints; "" where no file says it.
std::string read_kernel_release(const Tree& tree);

// The words of `uname -a` that a sosreport keeps; none elsewhere.
std::vector<std::string> uname_words_of_sosreport(const Tree& tree);

} // namespace nohz::host
