// SPDX-License-Identifier: GPL-2.0-or-later
// The arithmetic of batches: how long one is, which are kept, what they say about a run.
#include "measure/batch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "measure/loop.h"
#include "stats/quantile.h"

namespace nohz::measure
{

namespace
{

constexpr double fewest_clock_readings = 1000;
constexpr double wanted_clock_readings = 2000;
constexpr double quarter_tick_ns = 1e6; // of 250 Hz, the usual CONFIG_HZ
constexpr double clock_steps_a_batch = 100;
constexpr double largest_batch = 1e9; // iterations

constexpr std::array<std::pair<const char*, double>, 7> wanted_quantiles = {{{"0", 0.0},
                                                                             {"0.05", 0.05},
                                                                             {"0.25", 0.25},
                                                                             {"0.5", 0.5},
                                                                             {"0.75", 0.75},
                                                                             {"0.95", 0.95},
                                                                             {"1", 1.0}}};

double interrupted_share(const std::vector<double>& ascending, double typical)
{
    const double upper = stats::quantile(ascending, 0.75);
    const double spread = upper - stats::quantile(ascending, 0.25);
    const double limit = upper + std::max(0.05 * typical, 3 * spread);
    const auto first = std::upper_bound(ascending.begin(), ascending.end(), limit);
    return static_cast<double>(ascending.end() - first) / static_cast<double>(ascending.size());
}

} // namespace

double batch_length_ns(const ClockFacts& clock)
{
    const double shortest =
        std::max(fewest_clock_readings * clock.cost_ns, clock_steps_a_batch * clock.resolution_ns);
    return std::max(shortest, std::min(wanted_clock_readings * clock.cost_ns, quarter_tick_ns));
}

std::uint64_t iterations_a_batch(double length_ns, double iteration_ns)
{
    const double wanted = iteration_ns > 0 ? std::ceil(length_ns / iteration_ns) : largest_batch;
    const auto iterations = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, largest_batch));
    if (iterations < entries_a_turn)
        return iterations;
    return (iterations + entries_a_turn - 1) / entries_a_turn * entries_a_turn;
}

BatchSamples::BatchSamples(std::size_t capacity) : kept_(std::max<std::size_t>(capacity, 2), 0) {}

void BatchSamples::clear() noexcept
{
    count_ = 0;
    stride_ = 1;
    until_next_ = 0;
}

void BatchSamples::add(std::uint64_t duration_ns) noexcept
{
    if (until_next_ != 0) {
        --until_next_;
        return;
    }
    if (count_ == kept_.size())
        thin_out();
    kept_[count_++] = duration_ns;
    until_next_ = stride_ - 1;
}

void BatchSamples::thin_out() noexcept
{
    for (std::size_t i = 0; 2 * i < count_; ++i)
        kept_[i] = kept_[2 * i];
    count_ = (count_ + 1) / 2;
    stride_ *= 2;
}

std::vector<double> BatchSamples::durations_ns() const
{
    return {kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(count_)};
}

BatchSummary summarise(std::vector<double> durations_ns, std::uint64_t batch_iterations)
{
    std::sort(durations_ns.begin(), durations_ns.end());
    BatchSummary summary;
    for (const auto& [name, p] : wanted_quantiles)
        summary.quantiles_ns[name] =
            stats::quantile(durations_ns, p) / static_cast<double>(batch_iterations);
    const double typical = stats::quantile(durations_ns, 0.5);
    summary.typical_ns = typical / static_cast<double>(batch_iterations);
    summary.interrupted_share = interrupted_share(durations_ns, typical);
    return summary;
}

} // namespace nohz::measure
