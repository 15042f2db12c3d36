// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPUs the machine has, as /sys/devices/system/cpu says.
#pragma once

#include <optional>

#include "host/cpu_list.h"
#include "host/tree.h"

namespace nohz::host
{

struct SystemCpus {
    int possible_count = 0; // what N and the limits of CPU lists refer to
    CpuList present;
    CpuList online;
};

// Nothing where no file says which CPUs there are. What one file does not say is taken from the
// next: possible, present, online, /proc/stat. Throws InputError where a file holds no CPU list.
std::optional<SystemCpus> read_system_cpus(const Tree& tree);

} // namespace nohz::host
