// SPDX-License-Identifier: GPL-2.0-or-later
// Per-CPU counters that tell what disturbed a measurement: interrupts, steal, busy time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>

namespace nohz::host
{

struct InterruptCounts {
    std::uint64_t timer = 0; // LOC (x86, ppc64), arch_timer (arm), riscv-timer, CPU timer (s390x)
    std::uint64_t other = 0; // every other line
};

// The counts of each online CPU out of /proc/interrupts' text. Column headings name the CPUs; a
// line without one column a CPU (ERR, MIS) is left out; widths and leading blanks vary.
std::map<int, InterruptCounts> parse_interrupts(std::string_view text);

struct CpuTime {            // in USER_HZ ticks (sysconf(_SC_CLK_TCK)) since boot
    std::uint64_t busy = 0; // user, nice, system, irq, softirq
    std::uint64_t idle = 0; // idle, iowait
    std::uint64_t steal = 0;
};

// Each CPU's line of /proc/stat's text (fs/proc/stat.c).
std::map<int, CpuTime> parse_stat(std::string_view text);

} // namespace nohz::host
