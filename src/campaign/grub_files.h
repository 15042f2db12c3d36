// SPDX-License-Identifier: GPL-2.0-or-later
// The files of GRUB that a campaign reads, and those of its own that it puts beside them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "campaign/grub_config.h"
#include "campaign/system.h"

namespace nohz::campaign
{

inline constexpr std::string_view grub_cfg = "/boot/grub/grub.cfg";
inline constexpr std::string_view custom_cfg = "/boot/grub/custom.cfg";
inline constexpr std::string_view grub_environment = "/boot/grub/grubenv";
// Behind autopkgtest's 90-autopkgtest.cfg and the cloud images' 50-cloudimg-settings.cfg, which
// assign where this one appends.
inline constexpr std::string_view grub_dropin = "/etc/default/grub.d/99-nohz-overhead.cfg";
inline constexpr std::string_view grub_entry_id = "nohz-overhead";

// `content` between the two lines by which a campaign knows its own files again.
std::string mark_as_campaign_file(std::string_view content);

// Whether `file` is there and begins as a file of a campaign does.
bool is_campaign_file(const System& system, std::string_view file);

// Whether there is a file of somebody else in its place, or a link, to nothing too.
bool is_file_of_others(const System& system, std::string_view file);

// The id of the campaign whose file it is, by the mark in it; "" where it is no campaign's.
std::string campaign_of_file(const System& system, std::string_view file);

// Whether `file` bears the id of another campaign than `campaign`; never for "".
bool is_of_another_campaign(const System& system, std::string_view file, std::string_view campaign);

// Removes a file of that campaign ("": of any); one of others, or none, stays as it is. Throws
// RefusedError for a campaign's file that somebody has added to.
void remove_campaign_file(System& system, std::string_view file, std::string_view campaign);

// Puts a campaign's file in its place, removing the one that it had there. Throws RefusedError
// where one of others is there, another campaign's too.
void put_campaign_file(System& system, std::string_view file, const std::string& whole);

// The value of next_entry in grubenv; "" for `next_entry=`, nothing where it is not set.
std::optional<std::string> read_next_entry(const System& system);

// Why GRUB's configuration is of no use for `release`; "" if it has an entry for it.
std::string entry_obstacle(const System& system, std::string_view release);

// Throws RefusedError where there is no entry any more.
GrubEntry require_entry(const System& system, std::string_view release);

} // namespace nohz::campaign
