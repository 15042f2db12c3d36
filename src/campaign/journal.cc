// SPDX-License-Identifier: GPL-2.0-or-later
// The journal of a campaign: one JSON file, on the disk before each step is done.
#include "campaign/journal.h"

#include <array>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "campaign/hints.h"

namespace nohz::campaign
{

using nlohmann::json;

namespace
{

constexpr std::array<std::pair<Phase, std::string_view>, 7> phase_names = {{
    {Phase::arming, "arming"},
    {Phase::waiting, "waiting"},
    {Phase::measuring, "measuring"},
    {Phase::restoring, "restoring"},
    {Phase::finished, "finished"},
    {Phase::stopped, "stopped"},
    {Phase::aborted, "aborted"},
}};

constexpr std::size_t largest_journal = 4U << 20;

class Wrong : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

InputError no_journal(const std::filesystem::path& file, std::string_view why)
{
    return {file, 0, fmt::format("no journal of a campaign: {}", why),
            fmt::format("`{}` restores the boot configuration all the same",
                        command_for(file.parent_path(), "abort"))};
}

Phase parse_phase(const std::string& text)
{
    for (const auto& [phase, name] : phase_names)
        if (name == text)
            return phase;
    throw Wrong("unknown phase " + text);
}

json boot_to_json(const CampaignBoot& boot)
{
    return {{"kernel", boot.planned.kernel},
            {"kernel_state", host::to_string(boot.planned.state)},
            {"isolate", boot.planned.isolate},
            {"record", boot.record}};
}

CampaignBoot boot_from_json(const json& tree)
{
    CampaignBoot boot;
    boot.planned.kernel = tree.at("kernel").get<std::string>();
    const auto state = host::parse_kernel_state(tree.at("kernel_state").get<std::string>());
    if (!state)
        throw Wrong("unknown kernel_state");
    boot.planned.state = *state;
    boot.planned.isolate = tree.at("isolate").get<std::string>();
    boot.record = tree.at("record").get<std::string>();
    if (boot.record.find('/') != std::string::npos)
        throw Wrong("a record outside the campaign's folder");
    return boot;
}

json measuring_to_json(const MeasuringOrder& order)
{
    json pairs = json::array();
    for (const host::CpuPair& pair : order.pairs)
        pairs.push_back(json::array({pair.isolated, pair.housekeeping}));
    return {{"op", order.op},
            {"runs", order.runs},
            {"run_seconds", order.run_seconds},
            {"budget_seconds", order.budget_seconds},
            {"pairs", pairs},
            {"limits", order.limits},
            {"thresholds", order.thresholds}};
}

MeasuringOrder measuring_from_json(const json& tree)
{
    MeasuringOrder order;
    tree.at("op").get_to(order.op);
    tree.at("runs").get_to(order.runs);
    tree.at("run_seconds").get_to(order.run_seconds);
    tree.at("budget_seconds").get_to(order.budget_seconds);
    for (const json& pair : tree.at("pairs"))
        order.pairs.push_back({pair.at(0).get<int>(), pair.at(1).get<int>()});
    tree.at("limits").get_to(order.limits);
    tree.at("thresholds").get_to(order.thresholds);
    return order;
}

Journal from_json(const json& tree)
{
    if (tree.at("schema").get<std::string>() != journal_schema)
        throw Wrong("written by another version: " + tree.at("schema").get<std::string>());
    Journal journal;
    tree.at("id").get_to(journal.id);
    if (journal.id.empty() || journal.id.find('/') != std::string::npos || journal.id[0] == '.')
        throw Wrong("id is no name of a folder");
    tree.at("created").get_to(journal.created);
    tree.at("tool_version").get_to(journal.tool_version);
    tree.at("boot_method").get_to(journal.boot_method);
    make_boot_method(journal.boot_method);
    tree.at("before").at("grub_environment").get_to(journal.before.grub_environment);
    tree.at("before").at("empty_next_entry").get_to(journal.before.empty_next_entry);
    journal.measuring = measuring_from_json(tree.at("measuring"));
    for (const json& boot : tree.at("boots"))
        journal.boots.push_back(boot_from_json(boot));
    tree.at("max_failed_boots").get_to(journal.max_failed_boots);
    tree.at("unattended").get_to(journal.unattended);
    journal.phase = parse_phase(tree.at("phase").get<std::string>());
    tree.at("next").get_to(journal.next);
    if (journal.boots.empty() || journal.next >= journal.boots.size())
        throw Wrong("next is no boot of this campaign");
    tree.at("armed_in").get_to(journal.armed_in);
    tree.at("measured_in").get_to(journal.measured_in);
    tree.at("command_line").get_to(journal.command_line);
    tree.at("failed_boots").get_to(journal.failed_boots);
    journal.ending = parse_phase(tree.at("ending").get<std::string>());
    tree.at("reason").get_to(journal.reason);
    tree.at("verdict").get_to(journal.verdict);
    tree.at("history").get_to(journal.history);
    return journal;
}

} // namespace

std::string_view to_string(Phase phase) noexcept
{
    for (const auto& [known, name] : phase_names)
        if (known == phase)
            return name;
    return "";
}

bool Journal::has_ended() const noexcept
{
    return phase == Phase::finished || phase == Phase::stopped || phase == Phase::aborted;
}

std::string Journal::mark() const
{
    return fmt::format("{}.{}", id, next + 1);
}

BootOrder Journal::order() const
{
    return {boots.at(next).planned, mark()};
}

std::filesystem::path journal_path(const std::filesystem::path& state)
{
    return state / "journal.json";
}

std::filesystem::path unattended_path(const std::filesystem::path& state)
{
    return state / "unattended";
}

std::filesystem::path campaign_folder(const std::filesystem::path& state, const std::string& id)
{
    return state / id;
}

std::filesystem::path records_folder(const std::filesystem::path& state, const std::string& id)
{
    return state / id / "records";
}

std::optional<Journal> load_journal(const std::filesystem::path& state)
{
    const std::filesystem::path file = journal_path(state);
    std::error_code error;
    const auto there = std::filesystem::symlink_status(file, error);
    if (there.type() == std::filesystem::file_type::not_found)
        return std::nullopt;
    if (is_irregular(file))
        throw no_journal(file, "it is no regular file");
    if (const auto size = std::filesystem::file_size(file, error); !error && size > largest_journal)
        throw no_journal(file, fmt::format("it is larger than {} bytes", largest_journal));
    return parse_journal(read_file(file, largest_journal), file);
}

void save_journal(System& system, const std::filesystem::path& state, const Journal& journal)
{
    system.replace_own(journal_path(state), to_json(journal));
}

std::string to_json(const Journal& journal)
{
    json boots = json::array();
    for (const CampaignBoot& boot : journal.boots)
        boots.push_back(boot_to_json(boot));
    const json tree = {
        {"schema", journal_schema},
        {"id", journal.id},
        {"created", journal.created},
        {"tool_version", journal.tool_version},
        {"boot_method", journal.boot_method},
        {"before",
         {{"grub_environment", journal.before.grub_environment},
          {"empty_next_entry", journal.before.empty_next_entry}}},
        {"measuring", measuring_to_json(journal.measuring)},
        {"boots", boots},
        {"max_failed_boots", journal.max_failed_boots},
        {"unattended", journal.unattended},
        {"phase", to_string(journal.phase)},
        {"next", journal.next},
        {"armed_in", journal.armed_in},
        {"measured_in", journal.measured_in},
        {"command_line", journal.command_line},
        {"failed_boots", journal.failed_boots},
        {"ending", to_string(journal.ending)},
        {"reason", journal.reason},
        {"verdict", journal.verdict},
        {"history", journal.history},
    };
    return tree.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Journal parse_journal(std::string_view text, const std::filesystem::path& name)
{
    if (text.empty())
        throw no_journal(name, "it is empty");
    try {
        return from_json(json::parse(text));
    } catch (const json::parse_error& error) {
        throw no_journal(name, fmt::format("it is damaged at byte {}", error.byte));
    } catch (const json::exception&) {
        throw no_journal(name, "something in it is missing, or of another kind than it should be");
    } catch (const Wrong& error) {
        throw no_journal(name, error.what());
    } catch (const UsageError& error) {
        throw no_journal(name, error.what());
    }
}

} // namespace nohz::campaign
