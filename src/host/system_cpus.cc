// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPUs the machine has, as /sys/devices/system/cpu says.
#include "host/system_cpus.h"

#include <algorithm>

#include "host/counters.h"

namespace nohz::host
{

namespace
{

std::optional<CpuList> list_of(const Tree& tree, std::string_view file)
{
    auto cpus = tree.cpus(file, largest_cpu_count);
    return cpus && cpus->empty() ? std::nullopt : std::move(cpus);
}

std::optional<CpuList> from_stat(const Tree& tree)
{
    std::vector<int> cpus;
    for (const auto& [cpu, time] : parse_stat(tree.text("/proc/stat").value_or("")))
        cpus.push_back(cpu);
    return cpus.empty() ? std::nullopt : std::optional(CpuList(std::move(cpus)));
}

} // namespace

std::optional<SystemCpus> read_system_cpus(const Tree& tree)
{
    const auto possible = list_of(tree, "/sys/devices/system/cpu/possible");
    auto present = list_of(tree, "/sys/devices/system/cpu/present");
    auto online = list_of(tree, "/sys/devices/system/cpu/online");
    if (!online)
        online = from_stat(tree);
    if (!present)
        present = online ? online : possible;
    if (!present)
        return std::nullopt;
    if (!online)
        online = present;
    const int last = possible ? possible->last() : std::max(present->last(), online->last());
    return SystemCpus{last + 1, *present, *online};
}

} // namespace nohz::host
