// SPDX-License-Identifier: GPL-2.0-or-later
// The files of GRUB that a campaign reads, and those of its own that it puts beside them.
#include "campaign/grub_files.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "campaign/parameters.h"

namespace nohz::campaign
{

namespace
{

constexpr std::string_view first_line =
    "# nohz-overhead campaign: taken away at its end; do not edit\n";
constexpr std::string_view last_line = "# nohz-overhead end\n";

} // namespace

std::string mark_as_campaign_file(std::string_view content)
{
    return fmt::format("{}{}{}", first_line, content, last_line);
}

bool is_campaign_file(const System& system, std::string_view file)
{
    const auto text = system.tree().text(file);
    return text && text->starts_with(first_line);
}

bool is_file_of_others(const System& system, std::string_view file)
{
    namespace fs = std::filesystem;
    std::error_code error;
    return fs::exists(fs::symlink_status(system.tree().locate(file), error)) &&
           !is_campaign_file(system, file);
}

std::string campaign_of_file(const System& system, std::string_view file)
{
    return is_campaign_file(system, file) ? marked_campaign(*system.tree().text(file))
                                          : std::string();
}

bool is_of_another_campaign(const System& system, std::string_view file, std::string_view campaign)
{
    const std::string owner = campaign_of_file(system, file);
    return !campaign.empty() && !owner.empty() && owner != campaign;
}

void remove_campaign_file(System& system, std::string_view file, std::string_view campaign)
{
    const auto text = system.tree().text(file);
    if (!text || !text->starts_with(first_line) || is_of_another_campaign(system, file, campaign))
        return;
    if (!text->ends_with(last_line))
        throw RefusedError(system.tree().locate(file).string(),
                           "somebody has added to this file of the campaign",
                           "move what is yours elsewhere and remove the file, then call this "
                           "command again");
    system.remove(file);
}

void put_campaign_file(System& system, std::string_view file, const std::string& whole)
{
    if (system.tree().text(file) == whole)
        return;
    if (is_file_of_others(system, file))
        throw RefusedError(system.tree().locate(file).string(), "is there and is not a campaign's",
                           "move it away if it is not needed, then call this command again");
    const std::string campaign = marked_campaign(whole);
    if (is_of_another_campaign(system, file, campaign))
        throw RefusedError(system.tree().locate(file).string(),
                           fmt::format("is of campaign {}, which was started with another --state",
                                       printable(campaign_of_file(system, file))),
                           "end that one first, with `nohz-overhead campaign abort --state` and "
                           "its folder");
    remove_campaign_file(system, file, campaign);
    system.write_new(file, whole);
}

// A block of 1,024 bytes: lines KEY=VALUE with a backslash before '\' and newline, '#' behind.
std::optional<std::string> read_next_entry(const System& system)
{
    constexpr std::string_view key = "next_entry=";
    const auto text = system.tree().text(grub_environment);
    if (!text)
        return std::nullopt;
    for (const std::string_view line : split_lines(*text))
        if (line.starts_with(key))
            return std::string(line.substr(key.size()));
    return std::nullopt;
}

std::string entry_obstacle(const System& system, std::string_view release)
{
    const auto text = system.tree().text(grub_cfg);
    if (!text)
        return fmt::format("{} is not there or may not be read", grub_cfg);
    if (!find_grub_entry(*text, release))
        return fmt::format("{} has no entry for kernel {}", grub_cfg, release);
    return {};
}

GrubEntry require_entry(const System& system, std::string_view release)
{
    if (const std::string obstacle = entry_obstacle(system, release); !obstacle.empty())
        throw RefusedError("GRUB", obstacle, "install the kernel again and call update-grub");
    return *find_grub_entry(*system.tree().text(grub_cfg), release);
}

} // namespace nohz::campaign
