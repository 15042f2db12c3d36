// SPDX-License-Identifier: GPL-2.0-or-later
// Where this thread may run, and where it does.
#pragma once

#include <string>
#include <vector>

#include "host/cpu_list.h"

namespace nohz::measure
{

// The CPUs that this thread may run on now: its affinity, those of them that are online.
// Throws RefusedError.
host::CpuList current_affinity();

// The CPUs that this thread could pin itself to: what is online and in its cpuset. More than its
// affinity where `isolcpus=` or `taskset` took CPUs out of that.
host::CpuList usable_cpus();

// Pins this thread. Throws UsageError, with the usable CPUs, for one that does not exist, is
// offline or not allowed; `where` names the option.
void pin_to(int cpu, std::string_view where);

// The CPU that this thread runs on (getcpu).
int current_cpu() noexcept;

// Gives this thread the affinity back that it had when the object was made.
class AffinityRestorer
{
public:
    AffinityRestorer();
    AffinityRestorer(const AffinityRestorer&) = delete;
    AffinityRestorer& operator=(const AffinityRestorer&) = delete;
    ~AffinityRestorer();

private:
    host::CpuList before_;
};

// The CPUs that a loop was seen on.
class CpusSeen
{
public:
    CpusSeen() { cpus_.reserve(8192); } // no allocation while the loop runs

    void note(int cpu)
    {
        if (!cpus_.empty() && cpus_[last_] == cpu)
            return;
        add(cpu);
    }
    void clear() noexcept { cpus_.clear(); }
    host::CpuList list() const { return host::CpuList(cpus_); }

private:
    void add(int cpu);

    std::vector<int> cpus_; // each once
    std::size_t last_ = 0;  // index of the one noted last
};

// Why a run pinned to `cpu` can not be trusted, as it looks now; "" if all is well.
std::string placement_fault(int cpu);

} // namespace nohz::measure
