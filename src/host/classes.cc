// SPDX-License-Identifier: GPL-2.0-or-later
// The classes of CPUs of a boot, and which of them can be measured.
#include "host/classes.h"

namespace nohz::host
{

void classify(CpuClasses& cpus)
{
    cpus.isolated = intersection(intersection(cpus.nohz_full, cpus.isolated_sysfs), cpus.online);
    cpus.housekeeping = difference(intersection(cpus.online, cpus.allowed),
                                   united(cpus.nohz_full, cpus.isolated_sysfs));
}

CpuList measurable_isolated(const CpuClasses& cpus)
{
    const CpuList usable = intersection(cpus.online, cpus.allowed);
    if (!intersection(cpus.nohz_full, cpus.isolated_sysfs).empty())
        return intersection(cpus.isolated, usable);
    return intersection(cpus.nohz_full, usable);
}

std::vector<int> measurable_scenarios(KernelState state, const CpuClasses& cpus)
{
    if (state == KernelState::not_built)
        return {1};
    if (state == KernelState::inactive)
        return {2};
    // With one CPU, nohz_full= cannot stop the tick: the last CPU must keep it.
    if (cpus.online.size() < 2 || measurable_isolated(cpus).empty())
        return {};
    return cpus.housekeeping.empty() ? std::vector{3} : std::vector{3, 4};
}

std::optional<int> default_pinned_cpu(KernelState state, const CpuClasses& cpus)
{
    const bool active = state == KernelState::active;
    if (active && measurable_scenarios(state, cpus).empty())
        return std::nullopt;
    const CpuList list =
        active ? measurable_isolated(cpus) : intersection(cpus.online, cpus.allowed);
    return list.empty() ? std::nullopt : std::optional(list.last());
}

std::optional<int> default_housekeeping_cpu(KernelState state, const CpuClasses& cpus)
{
    if (state != KernelState::active || measurable_scenarios(state, cpus).size() < 2)
        return std::nullopt;
    return cpus.housekeeping.first();
}

} // namespace nohz::host
