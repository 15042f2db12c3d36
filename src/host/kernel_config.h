// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's build configuration, wherever a distribution puts it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nohz::host
{

struct KernelConfig {
    std::string path; // the file it was read from, as named on that machine
    // The symbols a record keeps ("CONFIG_HZ" -> "250"; "n" for `is not set`); absent ones absent.
    std::map<std::string, std::string> symbols;

    bool is_enabled(std::string_view symbol) const; // "y" or "m"
    bool operator==(const KernelConfig&) const = default;
};

// Looks, in this order, at /proc/config.gz, /boot/config-RELEASE, /lib/modules/RELEASE/config and
// /usr/lib/kernel/config-RELEASE under `root`. Nothing where none of them can be read.
std::optional<KernelConfig> find_kernel_config(const std::filesystem::path& root,
                                               std::string_view release);

// As above for a kernel that need not be the running one: not at /proc/config.gz.
std::optional<KernelConfig> find_installed_kernel_config(const std::filesystem::path& root,
                                                         std::string_view release);

// What a search for the configuration met on its way.
struct KernelConfigSearch {
    std::optional<KernelConfig> config;
    std::vector<std::string> troubles; // files that are there and of no use, and why
};
KernelConfigSearch search_kernel_config(const std::filesystem::path& root,
                                        std::string_view release);

// "CONFIG_NO_HZ_FULL=y", "# CONFIG_NO_HZ_FULL is not set", "no line for CONFIG_NO_HZ_FULL".
std::string describe_symbol(const KernelConfig& config, const std::string& symbol);

// Picks the symbols a record keeps out of a config file's text.
KernelConfig parse_kernel_config(std::string path, std::string_view text);

} // namespace nohz::host
