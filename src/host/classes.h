// SPDX-License-Identifier: GPL-2.0-or-later
// The classes of CPUs of a boot, and which of them can be measured.
#pragma once

#include <optional>
#include <vector>

#include "host/boot.h"

namespace nohz::host
{

// Fills `isolated` and `housekeeping` from the other lists.
void classify(CpuClasses& cpus);

// The CPUs that an active boot can give as isolated ones: online and allowed, isolated; where
// nohz_full= came without isolcpus=, those in nohz_full.
CpuList measurable_isolated(const CpuClasses& cpus);

// Scenarios 1 to 4 that a boot can measure.
std::vector<int> measurable_scenarios(KernelState state, const CpuClasses& cpus);

// The CPU that `pinned` or `isolated` runs on by default: the last of its kind.
std::optional<int> default_pinned_cpu(KernelState state, const CpuClasses& cpus);

// The CPU of the `housekeeping` placement: the first; nothing in boots that do not measure it.
std::optional<int> default_housekeeping_cpu(KernelState state, const CpuClasses& cpus);

} // namespace nohz::host
