// SPDX-License-Identifier: GPL-2.0-or-later
// Everything that spoils a measurement: found, shown and told how to end. Nothing is ever changed.
#pragma once

#include "host/affinity.h"
#include "host/boot.h"
#include "host/command_line.h"
#include "host/tree.h"

namespace nohz::host
{

// What the functions below look at, next to the boot itself.
struct HazardContext {
    const Tree& tree;
    CommandLine command_line;
    int cpu_count = 0;   // of possible CPUs
    AllowedCpus allowed; // and what says so
};

// What the command line asked for and what came of it; which CPUs that leaves. Reads of `boot`:
// kernel state, CPU classes, command line, config. Adds hazards and notes.
void add_isolation_hazards(const HazardContext& context, Boot& boot);

// What makes every entry dearer or keeps the tick, whatever nohz_full says: seccomp, tracing,
// audit, clock source.
void add_kernel_hazards(const HazardContext& context, Boot& boot);

// What the kernel said of these in its log, where that can be read. Comes behind both of the above,
// whose evidence it adds to.
void add_kernel_log_hazards(const HazardContext& context, Boot& boot);

// What makes figures scatter: frequency, siblings, neighbours, hypervisor, quota, load.
void add_environment_hazards(const HazardContext& context, Boot& boot);

// The first hazard for which `run` refuses: the boot is not what its command line asks for, and no
// scenario is what it seems to be. A kernel without the option gives scenario 1 whatever its
// command line says, and isolated CPUs can be measured without housekeeping ones: those warn only.
// Null if there is none.
const Hazard* find_refusal(const Boot& boot);

// "CPU 2", "CPUs 2-3".
std::string name_cpus(const CpuList& cpus);

} // namespace nohz::host
