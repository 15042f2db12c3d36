// SPDX-License-Identifier: GPL-2.0-or-later
// Which placements this boot allows, on which CPUs, and what the other scenarios would need.
#include "host/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "host/affinity.h"
#include "host/classes.h"
#include "host/hazards.h"

namespace nohz::host
{

namespace
{

bool can_measure(const Boot& boot, int scenario)
{
    return std::find(boot.scenarios.begin(), boot.scenarios.end(), scenario) !=
           boot.scenarios.end();
}

void check_cpu(const Boot& boot, int cpu)
{
    const std::string where = fmt::format("CPU {}", cpu);
    const CpuClasses& cpus = boot.cpus;
    if (!cpus.present.contains(cpu))
        throw UsageError(where, "this machine has no such CPU",
                         fmt::format("present: {}", cpus.present.to_string()));
    if (!cpus.online.contains(cpu))
        throw UsageError(
            where, "is offline",
            fmt::format("echo 1 > /sys/devices/system/cpu/cpu{}/online, or take one of "
                        "{}",
                        cpu, cpus.online.to_string()));
    if (!cpus.allowed.contains(cpu))
        throw UsageError(where, "is not in the cpuset of this process",
                         fmt::format("allowed: {}", cpus.allowed.to_string()));
    const CpuList isolated = measurable_isolated(cpus);
    if (boot.kernel_state == KernelState::active && !isolated.contains(cpu))
        throw UsageError(where, "is not an isolated CPU of this boot",
                         isolated.empty() ? "none is here"
                                          : fmt::format("isolated: {}", isolated.to_string()));
}

std::vector<PlannedPlacement> place_in_plain_boot(const Boot& boot, std::optional<int> cpu)
{
    const int scenario = boot.kernel_state == KernelState::not_built ? 1 : 2;
    const PlannedPlacement unpinned{scenario, Placement::unpinned, std::nullopt};
    if (!cpu)
        return {unpinned};
    return {unpinned, {scenario, Placement::pinned, cpu}};
}

std::vector<PlannedPlacement> place_in_active_boot(const Boot& boot, std::optional<int> cpu)
{
    if (!can_measure(boot, 3) || !cpu)
        return {};
    const PlannedPlacement unpinned{3, Placement::unpinned, std::nullopt};
    const PlannedPlacement isolated{3, Placement::isolated, cpu};
    if (!can_measure(boot, 4))
        return {unpinned, isolated};
    return {unpinned, isolated, {4, Placement::housekeeping, boot.cpus.housekeeping.first()}};
}

// The parameters that isolate every CPU but the boot CPU, as `nohz-overhead vm` does.
std::string isolating_parameters(const CpuClasses& cpus)
{
    const std::string list = difference(cpus.online, CpuList{cpus.present.first()}).to_string();
    return fmt::format("nohz_full={0} isolcpus={0} rcu_nocbs={0}", list);
}

// Why an active boot cannot give scenarios 3 and 4.
MissingScenario missing_in_active_boot(const Boot& boot, int scenario)
{
    const CpuClasses& cpus = boot.cpus;
    const bool isolation_ok = can_measure(boot, 3);
    const CpuList wanted = cpus.isolated.empty() ? cpus.nohz_full : cpus.isolated;
    if (!isolation_ok && intersection(wanted, cpus.online).empty())
        return {scenario, fmt::format("isolated {} not online", name_cpus(wanted)),
                fmt::format("echo 1 > /sys/devices/system/cpu/cpu{}/online", wanted.first())};
    if (!isolation_ok)
        return {scenario,
                fmt::format("the cpuset of this process allows {}, and no isolated CPU ({})",
                            name_cpus(cpus.allowed), wanted.to_string()),
                fmt::format("run in a cpuset that has them: systemd-run --scope -p AllowedCPUs={} "
                            "COMMAND, or outside the container",
                            united(cpus.allowed, wanted).to_string())};
    return {scenario, "no CPU that this process may use is a housekeeping CPU",
            "leave at least one CPU out of nohz_full= and isolcpus=, and run where it is allowed"};
}

MissingScenario missing_isolation(const Boot& boot, int scenario)
{
    if (boot.cpus.online.size() < 2)
        return {scenario, "this machine has one CPU online, which must keep the tick",
                "take a machine with two CPUs or more, or `nohz-overhead vm`"};
    const std::string parameters = isolating_parameters(boot.cpus);
    switch (boot.kernel_state) {
    case KernelState::not_built:
        return {scenario, "this kernel is built without CONFIG_NO_HZ_FULL",
                fmt::format("boot a kernel with it, and with {}", parameters)};
    case KernelState::inactive:
        return {scenario, "nohz_full= is not in force in this boot",
                fmt::format("boot this kernel with {}", parameters)};
    case KernelState::active:
        break;
    }
    return missing_in_active_boot(boot, scenario);
}

MissingScenario describe_missing(const Boot& boot, int scenario)
{
    const bool built = boot.kernel_state != KernelState::not_built;
    if (scenario == 1)
        return {1, "this kernel is built with CONFIG_NO_HZ_FULL",
                "boot a kernel without it, or give one to `nohz-overhead vm --kernel`"};
    if (scenario == 2)
        return {2,
                built ? "nohz_full= is in force in this boot"
                      : "this kernel is built without CONFIG_NO_HZ_FULL",
                built ? "boot this kernel without nohz_full= and isolcpus="
                      : "boot a kernel with it, without nohz_full="};
    return missing_isolation(boot, scenario);
}

} // namespace

MeasurementPlan plan_measurement(const Boot& boot, std::optional<int> pinned_cpu)
{
    if (pinned_cpu)
        check_cpu(boot, *pinned_cpu);
    const auto cpu = pinned_cpu ? pinned_cpu : default_pinned_cpu(boot.kernel_state, boot.cpus);
    MeasurementPlan plan;
    plan.placements = boot.kernel_state == KernelState::active ? place_in_active_boot(boot, cpu)
                                                               : place_in_plain_boot(boot, cpu);
    if (plan.placements.size() == 3)
        plan.pair = {1, 2};
    for (int scenario = 1; scenario <= 4; ++scenario)
        if (!can_measure(boot, scenario))
            plan.missing.push_back(describe_missing(boot, scenario));
    return plan;
}

} // namespace nohz::host
