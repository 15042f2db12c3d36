// SPDX-License-Identifier: GPL-2.0-or-later
// The clock that times batches, and what reading it costs.
#pragma once

#include <cstdint>
#include <ctime>
#include <vector>

namespace nohz::measure
{

// CLOCK_MONOTONIC_RAW: no slewing by NTP. Through the vDSO where the clock source has one.
inline std::uint64_t now_ns() noexcept
{
    timespec now;
    ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U +
           static_cast<std::uint64_t>(now.tv_nsec);
}

struct ClockFacts {
    double cost_ns = 0;       // of one reading
    double resolution_ns = 0; // the step in which it advances
};

// Takes about a millisecond, some more where a reading is a system call.
ClockFacts measure_clock();

// The step seen in consecutive readings: where two of them are equal the smallest difference
// between two that are not. Otherwise a step is shorter than a reading takes and nothing can be
// seen: then `nominal_ns` (clock_getres).
double resolution_of(const std::vector<std::uint64_t>& readings, double nominal_ns);

} // namespace nohz::measure
