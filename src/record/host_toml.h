// SPDX-License-Identifier: GPL-2.0-or-later
// host.toml: what logs do not say of the machine and the kernels that they come from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "host/cpu_list.h"
#include "host/machine.h"
#include "host/words.h"

namespace nohz::record
{

// A table [not-built], [inactive] or [active].
struct LoggedBoot {
    std::string kernel_release;
    std::string kernel_version;
    std::string version_signature;
    std::string kernel_origin;
    std::string command_line;
    host::CpuList nohz_full;             // active boots only
    host::CpuList isolated;              // as isolcpus= gives it; active boots only
    std::optional<int> cpu;              // that taskset.N were pinned to
    std::optional<int> housekeeping_cpu; // that nohz-activate-off-log/taskset.N were pinned to
};

struct HostToml {
    std::string origin; // where the logs were published
    host::Machine machine;
    std::optional<std::uint64_t> iterations;
    std::map<host::KernelState, LoggedBoot> boots;
};

// Throws InputError with file and line: no TOML, an unknown key, a value of the wrong type or out
// of range, a CPU that the machine does not have or that is of the wrong class.
HostToml parse_host_toml(std::string_view text, const std::filesystem::path& name);

} // namespace nohz::record
