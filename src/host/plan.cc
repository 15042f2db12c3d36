// SPDX-License-Identifier: GPL-2.0-or-later
// Which placements this boot allows, on which CPUs, and what the other scenarios would need.
#include "host/plan.h"

#include <algorithm>
#include <set>

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

void check_usable(const Boot& boot, int cpu)
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
}

void check_isolated(const Boot& boot, int cpu)
{
    check_usable(boot, cpu);
    const CpuList isolated = measurable_isolated(boot.cpus);
    if (boot.kernel_state == KernelState::active && !isolated.contains(cpu))
        throw UsageError(fmt::format("CPU {}", cpu), "is not an isolated CPU of this boot",
                         isolated.empty() ? "none is here"
                                          : fmt::format("isolated: {}", isolated.to_string()));
}

void check_housekeeping(const Boot& boot, int cpu)
{
    check_usable(boot, cpu);
    const CpuList& housekeeping = boot.cpus.housekeeping;
    if (boot.kernel_state == KernelState::active && !housekeeping.contains(cpu))
        throw UsageError(fmt::format("CPU {}", cpu), "is not a housekeeping CPU of this boot",
                         housekeeping.empty()
                             ? "none is here"
                             : fmt::format("housekeeping: {}", housekeeping.to_string()));
}

void check_pairs(const Boot& boot, const std::vector<CpuPair>& pairs)
{
    std::set<int> seen;
    for (const CpuPair& pair : pairs) {
        check_isolated(boot, pair.isolated);
        check_housekeeping(boot, pair.housekeeping);
        for (const int cpu : {pair.isolated, pair.housekeeping})
            if (!seen.insert(cpu).second)
                throw UsageError(fmt::format("CPU {}", cpu), "stands twice in the pairs",
                                 "give each CPU once, so that one CPU's quirk counts once");
    }
}

// Of two lists that share no CPU, or that are the same: from the ends to the middle.
std::vector<CpuPair> pairs_from_the_ends(const CpuList& isolated, const CpuList& housekeeping,
                                         std::size_t most)
{
    const std::vector<int> last_ones(isolated.begin(), isolated.end());
    const std::vector<int> first_ones(housekeeping.begin(), housekeeping.end());
    std::vector<CpuPair> pairs;
    std::set<int> seen;
    for (std::size_t i = 0; i < std::min({most, last_ones.size(), first_ones.size()}); ++i) {
        const CpuPair pair{last_ones[last_ones.size() - 1 - i], first_ones[i]};
        if (!seen.insert(pair.isolated).second || !seen.insert(pair.housekeeping).second)
            break;
        pairs.push_back(pair);
    }
    return pairs;
}

std::vector<CpuPair> choose_pairs(const Boot& boot, const CpuChoice& choice)
{
    if (!choice.pairs.empty())
        return choice.pairs;
    const bool active = boot.kernel_state == KernelState::active;
    if (active && !can_measure(boot, 4))
        return {};
    const CpuList usable = intersection(boot.cpus.online, boot.cpus.allowed);
    const CpuList isolated = active ? measurable_isolated(boot.cpus) : usable;
    CpuList housekeeping = active ? boot.cpus.housekeeping : usable;
    if (!choice.pinned)
        return pairs_from_the_ends(isolated, housekeeping, choice.most_pairs);
    housekeeping = difference(housekeeping, CpuList{*choice.pinned});
    if (housekeeping.empty())
        return {};
    std::vector<CpuPair> pairs = {{*choice.pinned, housekeeping.first()}};
    const CpuList taken{pairs.front().isolated, pairs.front().housekeeping};
    for (const CpuPair& pair : pairs_from_the_ends(
             difference(isolated, taken), difference(housekeeping, taken), choice.most_pairs - 1))
        pairs.push_back(pair);
    return pairs;
}

struct Classes {
    int scenario;        // of the first CPU of a pair, and of unpinned runs
    int second_scenario; // of the other CPU
    Placement first;
    Placement second;
};

Classes classes_of(KernelState state)
{
    if (state == KernelState::active)
        return {3, 4, Placement::isolated, Placement::housekeeping};
    const int scenario = state == KernelState::not_built ? 1 : 2;
    return {scenario, scenario, Placement::pinned, Placement::pinned};
}

void place(const Boot& boot, const CpuChoice& choice, MeasurementPlan& plan)
{
    const Classes classes = classes_of(boot.kernel_state);
    if (!can_measure(boot, classes.scenario))
        return;
    plan.placements.push_back({classes.scenario, Placement::unpinned, std::nullopt});
    for (const CpuPair& pair : choose_pairs(boot, choice)) {
        const std::size_t first = plan.placements.size();
        plan.placements.push_back({classes.scenario, classes.first, pair.isolated});
        plan.placements.push_back({classes.second_scenario, classes.second, pair.housekeeping});
        plan.pairs.emplace_back(first, first + 1);
    }
    if (!plan.pairs.empty())
        return;
    const auto alone =
        choice.pinned ? choice.pinned : default_pinned_cpu(boot.kernel_state, boot.cpus);
    if (alone)
        plan.placements.push_back({classes.scenario, classes.first, alone});
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

bool MeasurementPlan::is_in_pair(std::size_t index) const
{
    return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        return index == pair.first || index == pair.second;
    });
}

MeasurementPlan plan_measurement(const Boot& boot, const CpuChoice& choice)
{
    if (choice.pinned)
        check_isolated(boot, *choice.pinned);
    check_pairs(boot, choice.pairs);
    MeasurementPlan plan;
    place(boot, choice, plan);
    for (int scenario = 1; scenario <= 4; ++scenario)
        if (!can_measure(boot, scenario))
            plan.missing.push_back(describe_missing(boot, scenario));
    return plan;
}

} // namespace nohz::host
