// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the machine is a virtual one, and whether we are in a container.
#pragma once

#include <string>

#include "host/tree.h"

namespace nohz::host
{

struct Virtualisation {
    // Names as of systemd-detect-virt(1): "kvm", "qemu" (no acceleration seen), "xen", "vmware",
    // "lxc", "docker", "other"...; "none" where files say there is none; "" where no file says it.
    std::string name;
    std::string evidence;  // file and value; "" for none
    bool emulated = false; // a processor that is interpreted: its times are the emulator's
};

// The hypervisor below this kernel.
Virtualisation find_hypervisor(const Tree& tree);

// The container around this process; name "" where none is seen.
Virtualisation find_container(const Tree& tree);

} // namespace nohz::host
