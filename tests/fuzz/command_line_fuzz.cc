// SPDX-License-Identifier: GPL-2.0-or-later
// Any text as a kernel command line, and whatever it says of isolcpus= as such a value.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "host/command_line.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto line = nohz::host::CommandLine::parse(text);
    if (line.value("nohz_full") != line.value("nohz-full"))
        std::abort();
    const auto value = nohz::host::split_isolcpus(line.value("isolcpus").value_or(""));
    for (const auto& flag : value.flags)
        if (flag.empty() || flag.find(',') != std::string::npos)
            std::abort();
    return 0;
}
