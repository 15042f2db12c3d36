// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPUs this process may run on.
#pragma once

#include "host/cpu_list.h"
#include "host/tree.h"

namespace nohz::host
{

struct AllowedCpus {
    CpuList cpus;
    std::string evidence; // the file or system call, and what it says; "" where nothing says it
};

// The CPUs of `online` that this process may move to. That is its cpuset, not its affinity: with
// isolcpus= the kernel starts init, and so everything, on the other CPUs only (kernel/sched/core.c,
// sched_init_smp), and yet lets every process move to an isolated one.
// This machine is asked with sched_setaffinity(2), and the affinity put back. In a tree it is the
// cpuset of proc/self/cgroup, or else Cpus_allowed_list of proc/self/status, or else `online`.
// Throws InputError where a file there holds no CPU list.
AllowedCpus read_allowed_cpus(const Tree& tree, const CpuList& online, int cpu_count);

// The folders of the tree that may hold this process's cgroup files for `controller` ("cpu",
// "cpuset"), its own first, then its parents: "/sys/fs/cgroup/system.slice/ssh.service", ...
std::vector<std::string> cgroup_folders(const Tree& tree, std::string_view controller);

} // namespace nohz::host
