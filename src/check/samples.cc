// SPDX-License-Identifier: GPL-2.0-or-later
// Which records belong together, and the runs of one side of a rule in them.
#include "check/samples.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace nohz::check
{

namespace
{

struct SampleKey {
    int scenario;
    host::Placement placement;
    std::optional<int> cpu;
    std::string op;

    bool operator<(const SampleKey& other) const
    {
        return std::tie(scenario, placement, cpu, op) <
               std::tie(other.scenario, other.placement, other.cpu, other.op);
    }
};

struct Gathered {
    std::vector<const record::Run*> used;
    std::size_t disturbed = 0;
    std::set<BootKey> boots;
};

Sample summarise(const Group& group, const SampleKey& key, const Gathered& gathered)
{
    Sample sample;
    sample.unit = group.unit;
    sample.machine = group.label();
    sample.kernel = group.kernel;
    sample.placed = {key.scenario, key.placement, key.cpu};
    sample.op = key.op;
    sample.runs = gathered.used.size();
    sample.disturbed = gathered.disturbed;
    sample.boots = gathered.boots.size();
    double mean_sum = 0;
    double typical_sum = 0;
    bool has_typical = !gathered.used.empty();
    for (const record::Run* run : gathered.used) {
        mean_sum += run->mean;
        typical_sum += run->typical.value_or(0);
        has_typical = has_typical && run->typical.has_value();
    }
    if (gathered.used.empty())
        return sample;
    const double count = static_cast<double>(gathered.used.size());
    sample.mean = mean_sum / count;
    if (has_typical)
        sample.typical = typical_sum / count;
    return sample;
}

// One group for each kernel with the option, in the order in which they come.
std::vector<Group> split_by_kernel(const Group& machine)
{
    std::vector<Group> groups;
    std::map<std::string, std::size_t> index;
    for (const record::Record* record : machine.records)
        if (record->boot.kernel_state != host::KernelState::not_built &&
            index.try_emplace(record->boot.kernel_release, groups.size()).second)
            groups.push_back(
                {machine.unit, machine.arch, machine.cpu_model, record->boot.kernel_release, {}});
    for (const record::Record* record : machine.records) {
        if (record->boot.kernel_state != host::KernelState::not_built)
            groups[index.at(record->boot.kernel_release)].records.push_back(record);
        else
            for (Group& group : groups)
                group.records.push_back(record);
    }
    return groups;
}

std::set<int> cpus_of(const std::vector<BootRuns>& boots)
{
    std::set<int> cpus;
    for (const BootRuns& boot : boots)
        for (const record::Run* run : boot.runs)
            if (run->placed.cpu)
                cpus.insert(*run->placed.cpu);
    return cpus;
}

} // namespace

std::string Group::label() const
{
    if (arch.empty() && cpu_model.empty())
        return "unknown machine";
    if (cpu_model.empty())
        return arch;
    return fmt::format("{}, {}", arch.empty() ? "unknown architecture" : arch, cpu_model);
}

std::vector<Group> group_by_machine(const std::vector<record::Record>& records)
{
    std::vector<Group> groups;
    std::map<std::tuple<record::Unit, std::string, std::string>, std::size_t> index;
    for (const record::Record& record : records) {
        const auto [found, is_new] = index.try_emplace(
            {record.unit, record.host.arch, record.host.cpu_model}, groups.size());
        if (is_new)
            groups.push_back({record.unit, record.host.arch, record.host.cpu_model, {}, {}});
        groups[found->second].records.push_back(&record);
    }
    return groups;
}

std::vector<Group> group_by_kernel(const std::vector<record::Record>& records)
{
    std::vector<Group> groups;
    for (Group& machine : group_by_machine(records)) {
        std::vector<Group> of_kernels = split_by_kernel(machine);
        std::move(of_kernels.begin(), of_kernels.end(), std::back_inserter(groups));
        if (of_kernels.empty()) {
            machine.kernel = machine.records.front()->boot.kernel_release;
            groups.push_back(std::move(machine));
        }
    }
    return groups;
}

BootKey boot_of(const record::Record& record)
{
    const host::Boot& boot = record.boot;
    return {boot.boot_id, boot.kernel_release, boot.kernel_state,
            boot.boot_id.empty() ? &record : nullptr};
}

double switches_per_second(const record::Run& run)
{
    if (run.seconds() <= 0)
        return 0;
    return static_cast<double>(run.involuntary_switches.value_or(0)) / run.seconds();
}

std::vector<Sample> samples_of(const Group& group)
{
    std::map<SampleKey, Gathered> gathered;
    for (const record::Record* record : group.records) {
        const BootKey boot = boot_of(*record);
        for (const record::Run& run : record->runs) {
            const record::Placed& placed = run.placed;
            Gathered& entry = gathered[{placed.scenario, placed.placement, placed.cpu, run.op}];
            entry.boots.insert(boot);
            if (run.disturbed.empty())
                entry.used.push_back(&run);
            else
                ++entry.disturbed;
        }
    }
    std::vector<Sample> samples;
    for (const auto& [key, runs] : gathered)
        samples.push_back(summarise(group, key, runs));
    return samples;
}

std::vector<BootRuns> boots_with(const Group& group, int scenario, host::Placement placement,
                                 const std::string& op)
{
    std::vector<BootRuns> boots;
    std::map<BootKey, std::size_t> index;
    for (const record::Record* record : group.records) {
        BootRuns* boot = nullptr;
        for (const record::Run& run : record->runs) {
            if (run.placed.scenario != scenario || run.placed.placement != placement ||
                run.op != op)
                continue;
            if (!boot) {
                const auto [found, is_new] = index.try_emplace(boot_of(*record), boots.size());
                if (is_new)
                    boots.emplace_back();
                boot = &boots[found->second];
                boot->records.push_back(record);
            }
            if (run.disturbed.empty())
                boot->runs.push_back(&run);
            else
                ++boot->disturbed;
        }
    }
    return boots;
}

void keep_shared_cpus(std::vector<BootRuns>& a, std::vector<BootRuns>& b)
{
    std::set<int> shared = cpus_of(a);
    std::erase_if(shared, [others = cpus_of(b)](int cpu) { return !others.contains(cpu); });
    if (shared.empty())
        return;
    for (std::vector<BootRuns>* side : {&a, &b}) {
        for (BootRuns& boot : *side)
            std::erase_if(boot.runs, [&](const record::Run* run) {
                return run->placed.cpu && !shared.contains(*run->placed.cpu);
            });
        *side = only_used(std::move(*side));
    }
}

std::size_t count_shared_with_tasks(const std::vector<BootRuns>& boots)
{
    std::size_t count = 0;
    for (const BootRuns& boot : boots)
        count += static_cast<std::size_t>(
            std::count_if(boot.runs.begin(), boot.runs.end(), [](const record::Run* run) {
                return switches_per_second(*run) > few_switches_per_second;
            }));
    return count;
}

RuleResult result_for(const Group& group, const Rule& rule)
{
    RuleResult result;
    result.name = rule.name;
    result.unit = group.unit;
    result.machine = group.label();
    result.kernel = group.kernel;
    result.op = rule.op;
    result.numerator = rule.numerator;
    result.denominator = rule.denominator;
    return result;
}

std::string describe(const Side& side)
{
    return fmt::format("scenario {} {}", side.scenario,
                       side.placement ? host::to_string(*side.placement) : "same placement");
}

std::vector<BootRuns> only_used(std::vector<BootRuns> boots)
{
    std::erase_if(boots, [](const BootRuns& boot) { return boot.runs.empty(); });
    return boots;
}

} // namespace nohz::check
