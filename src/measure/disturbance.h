// SPDX-License-Identifier: GPL-2.0-or-later
// What the kernel counted on a CPU while a run was under way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "host/counters.h"
#include "measure/measure.h"

namespace nohz::measure
{

// A median over batches stands what falls into a minority of them. Beyond this share of the time
// the batches that the hypervisor left alone are no longer sure to be the most.
inline constexpr double largest_steal_share = 0.25;

// Why a stretch with so much steal must not be trusted; "" if it may. Steal is counted in ticks of
// USER_HZ, so that one tick more or less says nothing.
std::string steal_fault(std::uint64_t steal_ns, std::uint64_t elapsed_ns);

// A reading of the counters. Made and compared by the thread that measures.
class Counters
{
public:
    // `cpu`: the one CPU that the loop can run on, nothing where there are several.
    static Counters read(std::optional<int> cpu);

    // Puts into `result` what was counted from this reading to `later`.
    void fill_difference(const Counters& later, RunResult& result) const;

    std::uint64_t ns_until(const Counters& later) const { return later.time_ns_ - time_ns_; }

    // From this reading to `later`, as steal_fault().
    std::string find_steal_fault(const Counters& later) const;

private:
    std::optional<host::InterruptCounts> interrupts_;
    std::optional<host::CpuTime> time_;
    std::uint64_t involuntary_switches_ = 0;
    std::uint64_t time_ns_ = 0;
};

} // namespace nohz::measure
