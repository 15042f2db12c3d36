// SPDX-License-Identifier: GPL-2.0-or-later
// Where this thread may run, and where it does.
#include "measure/affinity.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <sched.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

namespace nohz::measure
{

namespace
{

constexpr int most_cpus = 8192; // the largest NR_CPUS of any architecture

// cpu_set_t alone ends at 1,024 CPUs.
using CpuMask = std::array<cpu_set_t, most_cpus / CPU_SETSIZE>;

// False, with errno, where the kernel refuses.
bool set_affinity(const CpuMask& mask) noexcept
{
    return ::sched_setaffinity(0, sizeof mask, mask.data()) == 0;
}

bool set_affinity(const host::CpuList& cpus) noexcept
{
    CpuMask mask{};
    for (const int cpu : cpus)
        CPU_SET_S(static_cast<std::size_t>(cpu), sizeof mask, mask.data());
    return set_affinity(mask);
}

CpuMask every_cpu() noexcept
{
    CpuMask mask;
    for (cpu_set_t& part : mask)
        for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            CPU_SET(cpu, &part);
    return mask;
}

// Whether the CPU list in `file` of /sys/devices/system/cpu has `cpu`; true if nobody can tell.
bool listed(int cpu, std::string_view file)
{
    const auto text = read_file_if_readable(fmt::format("/sys/devices/system/cpu/{}", file));
    return !text || host::CpuList::parse(trim(*text), most_cpus).contains(cpu);
}

std::string why_not(int cpu)
{
    if (!listed(cpu, "possible") || !listed(cpu, "present"))
        return fmt::format("there is no CPU {}", cpu);
    if (!listed(cpu, "online"))
        return fmt::format("CPU {} is offline", cpu);
    return fmt::format("CPU {} is not allowed to this process (cpuset)", cpu);
}

} // namespace

host::CpuList current_affinity()
{
    CpuMask mask{};
    if (::sched_getaffinity(0, sizeof mask, mask.data()) != 0)
        throw system_refusal(errno, "sched_getaffinity");
    std::vector<int> cpus;
    for (int cpu = 0; cpu < most_cpus; ++cpu)
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), sizeof mask, mask.data()))
            cpus.push_back(cpu);
    return host::CpuList(std::move(cpus));
}

host::CpuList usable_cpus()
{
    const AffinityRestorer restorer;
    // The kernel cuts the wish down to the cpuset (kernel/sched/core.c, __sched_setaffinity).
    if (!set_affinity(every_cpu()))
        throw system_refusal(errno, "sched_setaffinity");
    return current_affinity();
}

void pin_to(int cpu, std::string_view where)
{
    const host::CpuList usable = usable_cpus();
    if (!usable.contains(cpu))
        throw UsageError(where, why_not(cpu),
                         fmt::format("this process can use {}", usable.to_string()));
    if (!set_affinity(host::CpuList{cpu}))
        throw system_refusal(errno, fmt::format("pinning to CPU {}", cpu));
}

int current_cpu() noexcept
{
    return ::sched_getcpu();
}

AffinityRestorer::AffinityRestorer() : before_(current_affinity()) {}

AffinityRestorer::~AffinityRestorer()
{
    // Refused only where those CPUs are gone; then the kernel chose others for us already.
    set_affinity(before_);
}

void CpusSeen::add(int cpu)
{
    const auto found = std::ranges::find(cpus_, cpu);
    last_ = static_cast<std::size_t>(found - cpus_.begin());
    if (found == cpus_.end())
        cpus_.push_back(cpu);
}

std::string placement_fault(int cpu)
{
    const host::CpuList affinity = current_affinity();
    if (affinity != host::CpuList{cpu})
        return fmt::format("the affinity changed under the run: pinned to CPU {}, now {}", cpu,
                           affinity.to_string());
    if (const int now = current_cpu(); now != cpu)
        return fmt::format("pinned to CPU {} but running on CPU {}", cpu, now);
    return {};
}

} // namespace nohz::measure
