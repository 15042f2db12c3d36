// SPDX-License-Identifier: GPL-2.0-or-later
// Any text as a CPU list: it is refused, or what it gives is written and read back the same.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "host/cpu_list.h"

using nohz::host::CpuList;

// The first byte is the number of CPUs, so that short machines are tried as well as long ones.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const int cpu_count = data[0];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        const CpuList cpus = CpuList::parse(text, cpu_count);
        const bool in_order = std::is_sorted(cpus.begin(), cpus.end());
        const bool in_range = cpus.empty() || (cpus.first() >= 0 && cpus.last() < cpu_count);
        if (!in_order || !in_range || CpuList::parse(cpus.to_string(), cpu_count) != cpus)
            std::abort();
    } catch (const std::invalid_argument&) {
        return 0;
    }
    return 0;
}
