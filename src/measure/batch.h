// SPDX-License-Identifier: GPL-2.0-or-later
// The arithmetic of batches: how long one is, which are kept, what they say about a run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "measure/clock.h"

namespace nohz::measure
{

// How long a batch should take: at least 1,000 readings of the clock and 100 of its steps, so that
// neither shows in a batch. As many as 2,000 readings where they fit into a quarter of a 250 Hz
// tick, because the end of a batch costs more than a reading does alone: on a Sapphire Rapids guest
// 225 ns right after a system call against 22 ns, which is 1.0 % of 1,000 readings and 0.5 % of
// 2,000. No longer, for the shorter a batch, the fewer of them an interrupt or a preemption spoils.
// With a clock in the vDSO that is about 50 us; where a reading is a system call, a batch may be
// longer than that quarter of a tick, and the clock wins.
double batch_length_ns(const ClockFacts& clock);

// The iterations that take `length_ns` or a little more; at least 1, and from a turn of the loop
// on (loop.h) whole turns, because single iterations cost more.
std::uint64_t iterations_a_batch(double length_ns, double iteration_ns);

struct BatchSummary {
    double typical_ns = 0;                      // median over batches, an iteration
    std::map<std::string, double> quantiles_ns; // "0", "0.05", ... "1", an iteration
    double interrupted_share = 0;               // of the batches
};

// The durations of a run's batches, all of the same number of iterations. Of a run with more than
// `capacity` batches every second one is kept, then every fourth and so on: the memory stays the
// same and the quantiles stay those of short batches.
class BatchSamples
{
public:
    static constexpr std::size_t default_capacity = 1U << 19;

    // The memory is written once, so that no page fault comes later. `capacity` is even.
    explicit BatchSamples(std::size_t capacity = default_capacity);

    void clear() noexcept;
    void add(std::uint64_t duration_ns) noexcept;

    // Those kept, in the order measured.
    std::vector<double> durations_ns() const;

private:
    void thin_out() noexcept;

    std::vector<std::uint64_t> kept_;
    std::size_t count_ = 0;
    std::uint64_t stride_ = 1;
    std::uint64_t until_next_ = 0;
};

// The batch durations of a run as figures an iteration. A batch counts as interrupted that is far
// out in Tukey's sense, more than 3 interquartile ranges above the upper quartile, and by 5 % of
// the typical one at least. Throws std::invalid_argument without batches.
BatchSummary summarise(std::vector<double> durations_ns, std::uint64_t batch_iterations);

} // namespace nohz::measure
