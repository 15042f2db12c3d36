// SPDX-License-Identifier: GPL-2.0-or-later
// The kernels that are installed, and whether each has CONFIG_NO_HZ_FULL.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/boot.h"

namespace nohz::campaign
{

struct InstalledKernel {
    std::string release;
    std::string image;                 // "/boot/vmlinuz-6.1.0-57-amd64"
    std::string initrd;                // "" where there is none
    std::optional<bool> has_nohz_full; // nothing where no file says it
    std::string known_from;            // the file that says it
    bool is_running = false;
};

// /boot/vmlinuz-RELEASE and /boot/vmlinux-RELEASE under `root`, the newest first. Of the running
// kernel, `boot` says whether it has the option; of the others, their configuration does.
std::vector<InstalledKernel> installed_kernels(const std::filesystem::path& root,
                                               const host::Boot& boot);

} // namespace nohz::campaign
