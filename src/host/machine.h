// SPDX-License-Identifier: GPL-2.0-or-later
// What the machine is: the part of a record that stays the same from boot to boot.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace nohz::host
{

struct Machine {
    std::string
        arch; // Debian's name: amd64, arm64, armhf, i386, ppc64el, riscv64, s390x; "" unknown
    std::string cpu_model;          // "" where no file says it
    int cpus = 0;                   // present; 0 unknown
    int numa_nodes = 0;             // 0 unknown
    std::uint64_t memory_bytes = 0; // 0 unknown
    std::string virtualisation;     // "none", "kvm", "lxc", ...; "" unknown
    std::string hypervisor;         // below the container that `virtualisation` names; "" none
    std::string os;                 // PRETTY_NAME of os-release; "" unknown

    bool operator==(const Machine&) const = default;
};

// Reads the tree under `root` ("/" for this machine). What no file says stays unknown.
Machine read_machine(const std::filesystem::path& root);

// Debian's architecture name for uname's machine ("x86_64" gives "amd64"); "" for one unknown.
std::string debian_architecture(std::string_view uname_machine);

} // namespace nohz::host
