// SPDX-License-Identifier: GPL-2.0-or-later
// A campaign's plan and where it is, as JSON documents.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "campaign/engine.h"
#include "campaign/status.h"

namespace nohz::campaign
{

using nlohmann::json;

namespace
{

json boot_json(std::size_t index, const PlannedBoot& boot)
{
    return {{"number", index + 1},
            {"kernel", boot.kernel},
            {"kernel_state", host::to_string(boot.state)},
            {"isolate", boot.isolate},
            {"parameters", joined(boot.parameters(), " ")},
            {"scenarios", boot.scenarios()}};
}

std::string dumped(const json& tree)
{
    return safe_json(tree.dump(2, ' ', false, json::error_handler_t::replace)) + "\n";
}

json text_or_null(const std::string& text)
{
    return text.empty() ? json() : json(text);
}

json none_json(const Status& status)
{
    return {{"state", "none"},
            {"campaign", json()},
            {"boot_method", json()},
            {"boots", json::array()},
            {"next_boot", json()},
            {"this_boot", {{"intended", false}, {"reason", ""}}},
            {"failed_boots", 0},
            {"max_failed_boots", 0},
            {"reboot_command", json()},
            {"records", json()},
            {"report", json()},
            {"verdict", json()},
            {"reason", ""},
            {"history", json::array()},
            {"left_behind", status.left_behind}};
}

} // namespace

std::string status_json(const Status& status)
{
    if (!status.journal)
        return dumped(none_json(status));
    const Journal& journal = *status.journal;
    const std::filesystem::path records = records_folder(status.state, journal.id);
    json boots = json::array();
    for (std::size_t i = 0; i < journal.boots.size(); ++i) {
        json boot = boot_json(i, journal.boots[i].planned);
        const std::string& file = journal.boots[i].record;
        boot["record"] = file.empty() ? json() : json((records / file).string());
        boots.push_back(std::move(boot));
    }
    const bool waits = !journal.has_ended() && journal.phase != Phase::restoring;
    const auto report = campaign_folder(status.state, journal.id) / report_text_name;
    return dumped(
        {{"state", to_string(journal.phase)},
         {"campaign", journal.id},
         {"boot_method", journal.boot_method},
         {"boots", boots},
         {"next_boot", waits ? json(journal.next + 1) : json()},
         {"this_boot", {{"intended", status.is_intended_boot}, {"reason", status.mismatch}}},
         {"failed_boots", journal.failed_boots},
         {"max_failed_boots", journal.max_failed_boots},
         {"reboot_command", status.reboot_command.empty() ? json() : json(status.reboot_command)},
         {"records", records.string()},
         {"report", journal.phase == Phase::finished ? json(report.string()) : json()},
         {"verdict", text_or_null(journal.verdict)},
         {"reason", journal.reason},
         {"history", journal.history},
         {"left_behind", status.left_behind}});
}

std::string plan_json(const Plan& plan)
{
    json boots = json::array();
    for (std::size_t i = 0; i < plan.boots.size(); ++i)
        boots.push_back(boot_json(i, plan.boots[i]));
    json missing = json::array();
    for (const host::MissingScenario& scenario : plan.missing)
        missing.push_back({{"scenario", scenario.scenario},
                           {"reason", scenario.reason},
                           {"remedy", scenario.remedy}});
    json pairs = json::array();
    for (const host::CpuPair& pair : plan.pairs)
        pairs.push_back({{"isolated", pair.isolated}, {"housekeeping", pair.housekeeping}});
    json obstacles = json::array();
    for (const MethodObstacle& found : plan.method_obstacles)
        obstacles.push_back({{"method", found.method}, {"reason", found.reason}});
    return dumped({{"boots", boots},
                   {"missing", missing},
                   {"isolate", plan.isolate},
                   {"pairs", pairs},
                   {"boot_method", text_or_null(plan.boot_method)},
                   {"method_obstacles", obstacles},
                   {"expected_seconds", plan.expected_seconds},
                   {"notes", plan.notes},
                   {"obstacle", text_or_null(plan.obstacle)},
                   {"remedy", text_or_null(plan.remedy)}});
}

} // namespace nohz::campaign
