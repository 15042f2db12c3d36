// SPDX-License-Identifier: GPL-2.0-or-later
// Knows when a guest has settled, and whether its other CPUs stayed idle during a run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "host/cpu_list.h"

namespace nohz::vm
{

// Ticks (USER_HZ, 10 ms) that threads ran on each CPU since boot: user, nice and system of
// /proc/stat. Not its irq and softirq: an idle CPU's timer interrupt finds itself there, so that
// Linux 6.1 counts up to 40 ms of softirq in 65 ms in which the CPU's threads ran for 0.02 ms.
using BusyTicks = std::map<int, std::uint64_t>;
BusyTicks parse_busy_ticks(std::string_view stat);
BusyTicks read_busy_ticks();

// The CPUs, without those in `except`, that were busy between the two readings:
// "CPU 1 was busy for 30 ms"; empty where all were idle.
std::string who_was_busy(const BusyTicks& before, const BusyTicks& after,
                         const host::CpuList& except);

// When a guest counts as settled. Linux 6.12 still works on the other CPU for about 3 s after init
// started (clock source refinement, deferred initialisation); measured at once its figures read
// 561 to 1,539 instructions instead of 333 to 644.
struct SettlingTimes {
    double after_start_seconds = 4; // at the least, since boot
    double idle_seconds = 1;        // every CPU but the boot CPU idle for so long
    double limit_seconds = 120;     // then it never will
};

// Sleeps on the boot CPU until the guest has settled; the affinity is as before afterwards.
// Throws RefusedError where it does not within the limit.
void wait_until_settled(const SettlingTimes& times = {});

} // namespace nohz::vm
