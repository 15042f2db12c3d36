// SPDX-License-Identifier: GPL-2.0-or-later
// What the kernel counted on a CPU while a run was under way.
#pragma once

#include <cstdint>
#include <optional>

#include "host/counters.h"
#include "measure/measure.h"

namespace nohz::measure
{

// A reading of the counters. Made and compared by the thread that measures.
class Counters
{
public:
    // `cpu`: the one CPU that the loop can run on, nothing where there are several.
    static Counters read(std::optional<int> cpu);

    // Puts into `result` what was counted from this reading to `later`.
    void fill_difference(const Counters& later, RunResult& result) const;

private:
    std::optional<host::InterruptCounts> interrupts_;
    std::optional<host::CpuTime> time_;
    std::uint64_t involuntary_switches_ = 0;
};

} // namespace nohz::measure
