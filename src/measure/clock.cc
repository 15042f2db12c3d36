// SPDX-License-Identifier: GPL-2.0-or-later
// The clock that times batches, and what reading it costs.
#include "measure/clock.h"

#include <algorithm>
#include <optional>

#include "stats/quantile.h"

namespace nohz::measure
{

namespace
{

constexpr std::size_t stretches = 31;
constexpr std::size_t reads_a_stretch = 512;
constexpr std::size_t most_readings = 1U << 20; // enough for a clock that steps with the tick

double cost_of_one_reading()
{
    std::vector<double> costs;
    for (std::size_t i = 0; i < stretches; ++i) {
        const std::uint64_t start = now_ns();
        std::uint64_t end = start;
        for (std::size_t read = 0; read < reads_a_stretch; ++read)
            end = now_ns();
        costs.push_back(static_cast<double>(end - start) / reads_a_stretch);
    }
    return stats::median(costs);
}

std::vector<std::uint64_t> consecutive_readings()
{
    std::vector<std::uint64_t> readings = {now_ns()};
    while (readings.size() < most_readings) {
        readings.push_back(now_ns());
        if (readings.size() >= reads_a_stretch && readings.back() != readings.front())
            break;
    }
    return readings;
}

} // namespace

double resolution_of(const std::vector<std::uint64_t>& readings, double nominal_ns)
{
    bool equal_seen = false;
    std::optional<std::uint64_t> smallest;
    for (std::size_t i = 1; i < readings.size(); ++i) {
        const std::uint64_t step = readings[i] - readings[i - 1];
        if (step == 0)
            equal_seen = true;
        else
            smallest = std::min(smallest.value_or(step), step);
    }
    if (equal_seen && smallest)
        return std::max(static_cast<double>(*smallest), nominal_ns);
    return nominal_ns;
}

ClockFacts measure_clock()
{
    timespec step;
    ::clock_getres(CLOCK_MONOTONIC_RAW, &step);
    const double nominal_ns =
        static_cast<double>(step.tv_sec) * 1e9 + static_cast<double>(step.tv_nsec);
    return {cost_of_one_reading(), resolution_of(consecutive_readings(), nominal_ns)};
}

} // namespace nohz::measure
