// SPDX-License-Identifier: GPL-2.0-or-later
// A Record to JSON with its members always in the same order, and to a new file.
#include "record/record.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "record/run_fields.h"

namespace nohz::record
{

namespace
{

using Json = nlohmann::ordered_json;

// What is unknown is left out: an empty text, a zero of the machine's facts, no value.
void put_known(Json& object, const char* key, const std::string& text)
{
    if (!text.empty())
        object[key] = text;
}

void put_known(Json& object, const char* key, std::uint64_t number)
{
    if (number != 0)
        object[key] = number;
}

void put_known(Json& object, const char* key, const std::optional<std::uint64_t>& number)
{
    if (number)
        object[key] = *number;
}

Json host_json(const host::Machine& machine)
{
    Json json = Json::object();
    put_known(json, "arch", machine.arch);
    put_known(json, "cpu_model", machine.cpu_model);
    put_known(json, "cpus", static_cast<std::uint64_t>(std::max(machine.cpus, 0)));
    put_known(json, "numa_nodes", static_cast<std::uint64_t>(std::max(machine.numa_nodes, 0)));
    put_known(json, "memory_bytes", machine.memory_bytes);
    put_known(json, "virtualisation", machine.virtualisation);
    put_known(json, "hypervisor", machine.hypervisor);
    put_known(json, "os", machine.os);
    return json;
}

Json emulator_json(const std::optional<Emulator>& emulator)
{
    if (!emulator)
        return nullptr;
    return {{"program", emulator->program},         {"version", emulator->version},
            {"machine", emulator->machine},         {"cpu", emulator->cpu},
            {"accelerator", emulator->accelerator}, {"exact", emulator->exact}};
}

Json cpus_json(const host::CpuClasses& cpus)
{
    return {{"present", cpus.present.to_string()},
            {"online", cpus.online.to_string()},
            {"allowed", cpus.allowed.to_string()},
            {"nohz_full", cpus.nohz_full.to_string()},
            {"isolated_sysfs", cpus.isolated_sysfs.to_string()},
            {"isolated", cpus.isolated.to_string()},
            {"housekeeping", cpus.housekeeping.to_string()}};
}

Json hazards_json(const std::vector<host::Hazard>& hazards)
{
    Json json = Json::array();
    for (const host::Hazard& hazard : hazards)
        json.push_back({{"id", hazard.id},
                        {"group", host::to_string(hazard.group)},
                        {"evidence", hazard.evidence},
                        {"remedy", hazard.remedy}});
    return json;
}

Json boot_json(const Record& record)
{
    const host::Boot& boot = record.boot;
    Json json = Json::object();
    put_known(json, "boot_id", boot.boot_id);
    put_known(json, "kernel_release", boot.kernel_release);
    put_known(json, "kernel_version", boot.kernel_version);
    put_known(json, "version_signature", boot.version_signature);
    put_known(json, "kernel_origin", boot.kernel_origin);
    put_known(json, "command_line", boot.command_line);
    json["kernel_state"] = host::to_string(boot.kernel_state);
    json["known_from"] = boot.known_from;
    json["config"] = nullptr;
    if (boot.config)
        json["config"] = {{"path", boot.config->path}, {"symbols", boot.config->symbols}};
    json["cpus"] = cpus_json(boot.cpus);
    json["scenarios"] = boot.scenarios;
    Json clock_source = Json::object();
    put_known(clock_source, "before", boot.clock_source);
    put_known(clock_source, "after", record.clock_source_after);
    json["clock_source"] = std::move(clock_source);
    put_known(json, "governor", boot.governor);
    put_known(json, "smt_active", boot.smt_active);
    json["mitigations"] = boot.mitigations;
    json["hazards"] = hazards_json(boot.hazards);
    json["notes"] = boot.notes;
    return json;
}

Json placed_json(const Placed& placed)
{
    Json json{{"scenario", placed.scenario},
              {"placement", host::to_string(placed.placement)},
              {"cpu", nullptr}};
    if (placed.cpu)
        json["cpu"] = *placed.cpu;
    return json;
}

Json run_json(const Run& run, const FigureNames& names)
{
    Json json = placed_json(run.placed);
    json["op"] = run.op;
    json["iterations"] = run.iterations;
    json[std::string(names.total)] = run.total;
    json[std::string(names.mean)] = run.mean;
    if (run.typical)
        json[std::string(names.typical)] = *run.typical;
    if (!run.quantiles.empty())
        json[std::string(names.quantiles)] = run.quantiles;
    put_known(json, "batches", run.batches);
    put_known(json, "interrupted_batches", run.interrupted_batches);
    put_known(json, "counted_ns", run.counted_ns);
    put_known(json, "involuntary_switches", run.involuntary_switches);
    put_known(json, "timer_interrupts", run.timer_interrupts);
    put_known(json, "other_interrupts", run.other_interrupts);
    put_known(json, "steal_ns", run.steal_ns);
    put_known(json, "cpus_seen", run.cpus_seen);
    put_known(json, "log", run.log);
    json["disturbed"] = run.disturbed;
    return json;
}

Json pair_json(const Pair& pair)
{
    return {{"op", pair.op},
            {"numerator", placed_json(pair.numerator)},
            {"denominator", placed_json(pair.denominator)},
            {"log_ratios", pair.log_ratios}};
}

std::string one_line(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_plain(const Json& json)
{
    return json.empty() || !json.is_structured() ||
           (json.is_array() && std::none_of(json.begin(), json.end(),
                                            [](const Json& j) { return j.is_structured(); }));
}

// Objects a member a line, indented by two blanks; a list of plain values on one line.
void print(const Json& json, std::size_t depth, std::string& out)
{
    if (is_plain(json)) {
        out += one_line(json);
        return;
    }
    out += json.is_object() ? "{" : "[";
    const char* separator = "\n";
    for (const auto& [key, value] : json.items()) {
        out += separator;
        out.append(2 * (depth + 1), ' ');
        if (json.is_object())
            out += one_line(key) + ": ";
        print(value, depth + 1, out);
        separator = ",\n";
    }
    out += '\n';
    out.append(2 * depth, ' ');
    out += json.is_object() ? "}" : "]";
}

std::string file_name_part(std::string_view text)
{
    std::string part;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') ||
                           std::string_view("._+~-").find(c) != std::string_view::npos;
        part += plain ? c : '_';
    }
    if (part.empty() || part.front() == '.')
        part.insert(0, "kernel");
    return part.substr(0, 100);
}

} // namespace

std::string to_json(const Record& record)
{
    Json json{{"schema", schema_id},
              {"unit", to_string(record.unit)},
              {"tool_version", record.tool_version},
              {"created", record.created},
              {"source", record.source}};
    put_known(json, "origin", record.origin);
    put_known(json, "iterations_from", record.iterations_from);
    json["host"] = host_json(record.host);
    json["emulator"] = emulator_json(record.emulator);
    json["boot"] = boot_json(record);
    if (!record.packages.empty())
        json["packages"] = record.packages;
    json["runs"] = Json::array();
    json["pairs"] = Json::array();
    for (const Run& run : record.runs)
        json["runs"].push_back(run_json(run, figure_names(record.unit)));
    for (const Pair& pair : record.pairs)
        json["pairs"].push_back(pair_json(pair));
    std::string text;
    print(json, 0, text);
    text += '\n';
    return text;
}

void write_record(const Record& record, const std::filesystem::path& file)
{
    write_new_file(file, to_json(record));
}

std::filesystem::path new_record_path(const std::filesystem::path& directory, const Record& record)
{
    std::string time = record.created;
    std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
    const std::string stem =
        fmt::format("{}-{}-{}", file_name_part(record.boot.kernel_release),
                    host::to_string(record.boot.kernel_state), file_name_part(time));
    std::filesystem::path path = directory / (stem + ".json");
    for (int number = 2; std::filesystem::exists(std::filesystem::symlink_status(path)); ++number)
        path = directory / fmt::format("{}-{}.json", stem, number);
    return path;
}

} // namespace nohz::record
