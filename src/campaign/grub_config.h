// SPDX-License-Identifier: GPL-2.0-or-later
// Reads grub.cfg as far as a campaign needs it, and derives an entry from one of its entries.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nohz::campaign
{

// A menuentry that boots a Linux kernel.
struct GrubEntry {
    std::string title;
    std::vector<std::string> options; // --class, --users and --unrestricted, as they stand
    std::vector<std::string> body;    // lines
    std::size_t linux_line = 0;       // index into `body`
    std::vector<std::string> path;    // ids (or titles) of the submenus around it, and its own

    // The words behind the kernel's file: its command line.
    std::vector<std::string> parameters() const;
};

// The first entry that boots the kernel /boot/vmlinuz-RELEASE as usual: no recovery mode, and not
// another system's that os-prober found.
std::optional<GrubEntry> find_grub_entry(std::string_view grub_cfg, std::string_view release);

// A menuentry with that id and title and the body of `entry`, whose kernel gets `parameters`
// instead of its own. The words are GRUB script: quoting is the caller's.
std::string derive_entry(const GrubEntry& entry, std::string_view id, std::string_view title,
                         const std::vector<std::string>& parameters);

// Whether grub.cfg reads custom.cfg beside it (/etc/grub.d/41_custom), and takes next_entry once
// (/etc/grub.d/00_header).
bool sources_custom_cfg(std::string_view grub_cfg);
bool takes_next_entry_once(std::string_view grub_cfg);

} // namespace nohz::campaign
