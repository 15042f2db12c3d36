// SPDX-License-Identifier: GPL-2.0-or-later
// What this boot is: kernel, kernel state, classes of CPUs, scenarios, hazards.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/cpu_list.h"
#include "host/kernel_config.h"
#include "host/words.h"

namespace nohz::host
{

struct CpuClasses {
    CpuList present;
    CpuList online;
    CpuList allowed;        // online ones that this process may move to (affinity.h)
    CpuList nohz_full;      // as sysfs reports it
    CpuList isolated_sysfs; // as sysfs reports it
    CpuList isolated;       // in nohz_full and in isolated; online ones only
    CpuList housekeeping;   // online, allowed, in neither

    bool operator==(const CpuClasses&) const = default;
};

enum class HazardGroup { cannot_measure, would_be_wrong, would_be_noisy };

// "cannot measure", "would be wrong", "would be noisy".
std::string_view to_string(HazardGroup group) noexcept;
std::optional<HazardGroup> parse_hazard_group(std::string_view text) noexcept;

// Something that spoils a measurement, what shows it, and what to do about it.
struct Hazard {
    std::string id; // stable, lower case with dashes: "seccomp-filter"
    HazardGroup group = HazardGroup::would_be_noisy;
    std::string evidence; // file and value
    std::string remedy;

    bool operator==(const Hazard&) const = default;
};

struct Boot {
    std::string boot_id;           // /proc/sys/kernel/random/boot_id; "" unknown
    std::string kernel_release;    // uname -r
    std::string kernel_version;    // /proc/version, whole; "" unknown
    std::string version_signature; // /proc/version_signature (Ubuntu); "" where there is none
    std::string kernel_origin;     // archive or build it came from; "" where nobody says it
    std::string command_line;
    KernelState kernel_state = KernelState::not_built;
    std::vector<std::string> known_from; // files, and what each says
    std::optional<KernelConfig> config;
    CpuClasses cpus;
    std::vector<int> scenarios; // those that this boot can measure
    std::vector<Hazard> hazards;
    std::vector<std::string> notes; // facts that are no hazard but that a reader must know
    std::string clock_source;       // "" unknown
    std::string governor;           // of the first CPU; "" where there is no cpufreq
    std::string smt_active;         // /sys/devices/system/cpu/smt/active; "" unknown
    std::map<std::string, std::string> mitigations; // /sys/devices/system/cpu/vulnerabilities

    bool operator==(const Boot&) const = default;
};

// Reads the tree under `root` ("/" for this machine; a copied /proc, /sys and /boot, or an
// unpacked sosreport). Throws RefusedError where there is no sys/devices/system/cpu under it,
// InputError where a file there holds no CPU list.
Boot read_boot(const std::filesystem::path& root);

} // namespace nohz::host
