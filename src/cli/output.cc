// SPDX-License-Identifier: GPL-2.0-or-later
// Standard output whose failure (a full disk, a closed pipe) is an error and not silence.
#include "cli/output.h"

#include <cerrno>
#include <cstdio>

#include "base/error.h"

namespace nohz::cli
{

void print_output(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw system_refusal(errno, "standard output");
}

} // namespace nohz::cli
