// SPDX-License-Identifier: GPL-2.0-or-later
// `status --json`.
#include "host/status.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace nohz::host
{

namespace
{

using Json = nlohmann::ordered_json;

Json cpus_json(const CpuClasses& cpus)
{
    return {{"present", cpus.present.to_string()},
            {"online", cpus.online.to_string()},
            {"allowed", cpus.allowed.to_string()},
            {"nohz_full", cpus.nohz_full.to_string()},
            {"isolated_sysfs", cpus.isolated_sysfs.to_string()},
            {"isolated", cpus.isolated.to_string()},
            {"housekeeping", cpus.housekeeping.to_string()}};
}

Json hazards_json(const std::vector<Hazard>& hazards)
{
    Json list = Json::array();
    for (const Hazard& hazard : hazards)
        list.push_back({{"id", hazard.id},
                        {"group", to_string(hazard.group)},
                        {"evidence", hazard.evidence},
                        {"remedy", hazard.remedy}});
    return list;
}

Json placements_json(const std::vector<PlannedPlacement>& placements)
{
    Json list = Json::array();
    for (const PlannedPlacement& placement : placements)
        list.push_back({{"scenario", placement.scenario},
                        {"placement", to_string(placement.placement)},
                        {"cpu", placement.cpu ? Json(*placement.cpu) : Json(nullptr)}});
    return list;
}

Json missing_json(const std::vector<MissingScenario>& missing)
{
    Json list = Json::array();
    for (const MissingScenario& scenario : missing)
        list.push_back({{"scenario", scenario.scenario},
                        {"reason", scenario.reason},
                        {"remedy", scenario.remedy}});
    return list;
}

Json machine_json(const Machine& machine)
{
    return {{"arch", machine.arch},
            {"cpu_model", machine.cpu_model},
            {"cpus", machine.cpus},
            {"numa_nodes", machine.numa_nodes},
            {"memory_bytes", machine.memory_bytes},
            {"virtualisation", machine.virtualisation},
            {"os", machine.os}};
}

} // namespace

std::string status_json(const Machine& machine, const Boot& boot, const MeasurementPlan& plan)
{
    Json document = {{"kernel_state", to_string(boot.kernel_state)},
                     {"known_from", boot.known_from},
                     {"cpus", cpus_json(boot.cpus)},
                     {"scenarios", boot.scenarios},
                     {"hazards", hazards_json(boot.hazards)},
                     {"notes", boot.notes},
                     {"kernel_release", boot.kernel_release},
                     {"command_line", boot.command_line},
                     {"clock_source", boot.clock_source},
                     {"governor", boot.governor},
                     {"smt_active", boot.smt_active},
                     {"mitigations", Json::object()},
                     {"config", nullptr},
                     {"machine", machine_json(machine)},
                     {"placements", placements_json(plan.placements)},
                     {"missing", missing_json(plan.missing)}};
    for (const auto& [name, value] : boot.mitigations)
        document["mitigations"][name] = value;
    if (boot.config)
        document["config"] = {{"path", boot.config->path}, {"symbols", boot.config->symbols}};
    // Texts of files were made printable; a folder's name in a message might still be no UTF-8.
    return safe_json(document.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
}

} // namespace nohz::host
