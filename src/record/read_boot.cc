// SPDX-License-Identifier: GPL-2.0-or-later
// The machine and the boot out of a record's JSON.
#include "record/read_boot.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::record
{

namespace
{

constexpr std::uint64_t most_numa_nodes = 1024; // CONFIG_NODES_SHIFT is at most 10 (arch/*/Kconfig)

std::uint64_t whole_or_zero(const Value& value, std::uint64_t most)
{
    return value.known() ? value.whole(0, most) : 0;
}

std::vector<std::string> texts_or_none(const Value& value)
{
    return value.known() ? value.texts(most_entries) : std::vector<std::string>();
}

host::CpuList cpus_or_none(const Value& value)
{
    return value.known() ? value.cpu_list() : host::CpuList();
}

// `part` of the CPUs cannot have one that is not among `whole`, where those are known.
void require_within(const Value& place, const host::CpuList& part, const host::CpuList& whole,
                    std::string_view whole_name)
{
    if (whole.empty())
        return;
    const host::CpuList strange = host::difference(part, whole);
    if (!strange.empty())
        place.refuse(fmt::format("has CPU {}", strange.to_string()),
                     fmt::format("only CPUs of `{}` ({})", whole_name, whole.to_string()));
}

// What the kernel prints of nohz_full, isolated and allowed CPUs may go beyond the CPUs present:
// those masks are cut to the possible CPUs only (kernel/sched/isolation.c, kernel/cgroup/cpuset.c).
host::CpuClasses read_cpus(const Value& cpus)
{
    host::CpuClasses classes;
    if (!cpus.known())
        return classes;
    classes.present = cpus_or_none(cpus["present"]);
    classes.online = cpus_or_none(cpus["online"]);
    classes.allowed = cpus_or_none(cpus["allowed"]);
    classes.nohz_full = cpus_or_none(cpus["nohz_full"]);
    classes.isolated_sysfs = cpus_or_none(cpus["isolated_sysfs"]);
    classes.isolated = cpus_or_none(cpus["isolated"]);
    classes.housekeeping = cpus_or_none(cpus["housekeeping"]);
    require_within(cpus["online"], classes.online, classes.present, "present");
    require_within(cpus["isolated"], classes.isolated, classes.present, "present");
    require_within(cpus["housekeeping"], classes.housekeeping, classes.present, "present");
    return classes;
}

std::optional<host::KernelConfig> read_config(const Value& config)
{
    if (!config.known())
        return std::nullopt;
    return host::KernelConfig{config["path"].text(), config["symbols"].text_members(most_entries)};
}

host::KernelState read_kernel_state(const Value& value)
{
    const std::string text = value.text();
    const auto state = host::parse_kernel_state(text);
    if (!state)
        value.refuse(fmt::format("is \"{}\"", printable(text, 100)),
                     "\"not-built\", \"inactive\" or \"active\"");
    return *state;
}

std::vector<int> read_scenarios(const Value& value)
{
    std::vector<int> scenarios;
    if (!value.known())
        return scenarios;
    for (const Value& element : value.list(4)) {
        const int scenario = static_cast<int>(element.whole(1, 4));
        if (std::find(scenarios.begin(), scenarios.end(), scenario) != scenarios.end())
            element.refuse(fmt::format("names scenario {} again", scenario), "each only once");
        scenarios.push_back(scenario);
    }
    return scenarios;
}

host::Hazard read_hazard(const Value& value)
{
    host::Hazard hazard;
    hazard.id = value["id"].text();
    const std::string group = value["group"].text();
    const auto parsed = host::parse_hazard_group(group);
    if (!parsed)
        value["group"].refuse(fmt::format("is \"{}\"", printable(group, 100)),
                              "\"cannot measure\", \"would be wrong\" or \"would be noisy\"");
    hazard.group = *parsed;
    hazard.evidence = value["evidence"].text_or_empty();
    hazard.remedy = value["remedy"].text_or_empty();
    return hazard;
}

} // namespace

host::Machine read_host(const Value& host)
{
    host::Machine machine;
    machine.arch = host["arch"].text_or_empty();
    machine.cpu_model = host["cpu_model"].text_or_empty();
    machine.cpus = static_cast<int>(whole_or_zero(host["cpus"], most_cpus));
    machine.numa_nodes = static_cast<int>(whole_or_zero(host["numa_nodes"], most_numa_nodes));
    machine.memory_bytes = whole_or_zero(host["memory_bytes"], largest_count);
    machine.virtualisation = host["virtualisation"].text_or_empty();
    machine.hypervisor = host["hypervisor"].text_or_empty();
    machine.os = host["os"].text_or_empty();
    return machine;
}

host::Boot read_boot_facts(const Value& value)
{
    host::Boot boot;
    boot.boot_id = value["boot_id"].text_or_empty();
    boot.kernel_release = value["kernel_release"].text_or_empty();
    boot.kernel_version = value["kernel_version"].text_or_empty();
    boot.version_signature = value["version_signature"].text_or_empty();
    boot.kernel_origin = value["kernel_origin"].text_or_empty();
    boot.command_line = value["command_line"].text_or_empty();
    boot.kernel_state = read_kernel_state(value["kernel_state"]);
    boot.known_from = texts_or_none(value["known_from"]);
    boot.config = read_config(value["config"]);
    boot.cpus = read_cpus(value["cpus"]);
    boot.scenarios = read_scenarios(value["scenarios"]);
    if (value["hazards"].known())
        for (const Value& hazard : value["hazards"].list(most_entries))
            boot.hazards.push_back(read_hazard(hazard));
    boot.notes = texts_or_none(value["notes"]);
    if (const Value clock = value["clock_source"]; clock.known())
        boot.clock_source = clock["before"].text_or_empty();
    boot.governor = value["governor"].text_or_empty();
    boot.smt_active = value["smt_active"].text_or_empty();
    if (value["mitigations"].known())
        boot.mitigations = value["mitigations"].text_members(most_entries);
    return boot;
}

} // namespace nohz::record
