// SPDX-License-Identifier: GPL-2.0-or-later
// What the kernel counted on a CPU while a run was under way.
#include "measure/disturbance.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/file.h"
#include "measure/clock.h"

namespace nohz::measure
{

namespace
{

template <typename Value>
std::optional<Value> of_cpu(const std::map<int, Value>& values, int cpu)
{
    const auto found = values.find(cpu);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

// The kernel counts interrupts in 32 bits (include/linux/kernel_stat.h), which wrap.
std::uint64_t wrapped_difference(std::uint64_t later, std::uint64_t earlier)
{
    return static_cast<std::uint32_t>(later - earlier);
}

std::uint64_t ticks_to_ns(std::uint64_t ticks)
{
    return ticks * (1'000'000'000U / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK)));
}

} // namespace

std::string steal_fault(std::uint64_t steal_ns, std::uint64_t elapsed_ns)
{
    const double taken_ns = static_cast<double>(steal_ns);
    const double allowed_ns = largest_steal_share * static_cast<double>(elapsed_ns);
    if (elapsed_ns == 0 || taken_ns <= allowed_ns + static_cast<double>(ticks_to_ns(1)))
        return {};
    return fmt::format("the hypervisor took {:.0f} % of the time (steal)",
                       100 * taken_ns / static_cast<double>(elapsed_ns));
}

Counters Counters::read(std::optional<int> cpu)
{
    Counters counters;
    if (cpu) {
        if (const auto text = read_file_if_readable("/proc/interrupts"))
            counters.interrupts_ = of_cpu(host::parse_interrupts(*text), *cpu);
        if (const auto text = read_file_if_readable("/proc/stat"))
            counters.time_ = of_cpu(host::parse_stat(*text), *cpu);
    }
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    counters.time_ns_ = now_ns();
    counters.involuntary_switches_ = static_cast<std::uint64_t>(usage.ru_nivcsw);
    return counters;
}

void Counters::fill_difference(const Counters& later, RunResult& result) const
{
    result.involuntary_switches = later.involuntary_switches_ - involuntary_switches_;
    if (interrupts_ && later.interrupts_) {
        result.timer_interrupts = wrapped_difference(later.interrupts_->timer, interrupts_->timer);
        result.other_interrupts = wrapped_difference(later.interrupts_->other, interrupts_->other);
    }
    // Steal can step back when a guest is moved to another host.
    if (time_ && later.time_ && later.time_->steal >= time_->steal)
        result.steal_ns = ticks_to_ns(later.time_->steal - time_->steal);
}

std::string Counters::find_steal_fault(const Counters& later) const
{
    if (!time_ || !later.time_ || later.time_->steal < time_->steal)
        return {};
    return steal_fault(ticks_to_ns(later.time_->steal - time_->steal), later.time_ns_ - time_ns_);
}

} // namespace nohz::measure
