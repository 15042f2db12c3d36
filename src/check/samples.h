// SPDX-License-Identifier: GPL-2.0-or-later
// Which records belong together, and the runs of one side of a rule in them.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "check/check.h"

namespace nohz::check
{

// Records that may be compared: same unit, architecture and CPU model.
struct Group {
    record::Unit unit = record::Unit::nanoseconds;
    std::string arch;
    std::string cpu_model;
    std::string
        kernel; // release of the kernel with the option, of any if there is none; "" unknown
    std::vector<const record::Record*> records;

    bool is_exact() const noexcept { return unit == record::Unit::instructions; }
    std::string label() const; // "arm64, Cortex-A72"; "unknown machine" where nothing is known
};

// `kernel` is left empty: records of one machine, whatever its kernels.
std::vector<Group> group_by_machine(const std::vector<record::Record>& records);

// Scenarios 2 to 4 are questions about one kernel: a machine's records are split by the release of
// the kernels with the option. Records of kernels without it (scenario 1) stand in each group.
std::vector<Group> group_by_kernel(const std::vector<record::Record>& records);

// Below this a CPU is as free of other tasks as that of a machine in use gets.
inline constexpr double few_switches_per_second = 5;

// Involuntary context switches a second of a run; 0 where they were not counted.
double switches_per_second(const record::Run& run);

// One row for each placement, CPU and entry path of a group.
std::vector<Sample> samples_of(const Group& group);

// Which boot a record is of: several of one boot have the same. Where it has no boot id (logs) a
// record is a boot of its own. The state stands in it for emulated boots, whose random numbers may
// come out alike.
using BootKey = std::tuple<std::string, std::string, host::KernelState, const record::Record*>;
BootKey boot_of(const record::Record& record);

// The runs of one boot that a side of a rule means; disturbed ones are left out and counted.
struct BootRuns {
    std::vector<const record::Record*> records; // of that boot, with such runs; at least one
    std::vector<const record::Run*> runs;
    std::size_t disturbed = 0;
};

// The boots of a group that hold runs of scenario and placement with that entry path, used or
// disturbed.
std::vector<BootRuns> boots_with(const Group& group, int scenario, host::Placement placement,
                                 const std::string& op);

// Those of `boots` that have an undisturbed run.
std::vector<BootRuns> only_used(std::vector<BootRuns> boots);

// Between boots the same CPU is compared with itself: leaves, of both sides, the runs on CPUs that
// both have. Without effect where they share none (isolated against housekeeping, unpinned).
void keep_shared_cpus(std::vector<BootRuns>& a, std::vector<BootRuns>& b);

// Runs, of either side, whose CPU other tasks took too: `mean` has their time in it, `typical` not.
std::size_t count_shared_with_tasks(const std::vector<BootRuns>& boots);

// A result of `rule` for `group` that says nothing yet.
RuleResult result_for(const Group& group, const Rule& rule);

// "scenario 3 isolated".
std::string describe(const Side& side);

} // namespace nohz::check
