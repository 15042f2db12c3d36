// SPDX-License-Identifier: GPL-2.0-or-later
// What runs and pairs have in common: calibration, and the chain of batches.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "measure/affinity.h"
#include "measure/batch.h"
#include "measure/loop.h"
#include "measure/measure.h"

namespace nohz::measure
{

inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// Keeps what is in memory now there; goes on where the system does not allow it (RLIMIT_MEMLOCK
// without CAP_IPC_LOCK). Mappings made later are not locked.
void lock_memory() noexcept;

// Runs the loop for 50 ms: caches, frequency, and the tick, which stops with a delay.
void warm_up(Loop& loop);

// Measures clock, loop and entry path and settles the batch length. Fills all of a document but
// its results.
Document calibrate(std::string_view op, Loop& loop, std::optional<std::uint64_t> batch_iterations);

// When a chain of batches ends: at the first of the two, or when a signal was caught.
struct ChainLimits {
    std::uint64_t batch_iterations = 1;
    std::uint64_t iterations = no_limit;
    std::uint64_t duration_ns = no_limit;
};

struct ChainTotals {
    std::uint64_t iterations = 0;
    std::uint64_t total_nsec = 0;
    std::uint64_t batches = 0;
};

// Runs batch after batch; the clock reading that ends one starts the next, so that the total has
// everything in it. At least one batch. The last one may be shorter: it counts in the totals but
// is not sampled, for its figure is less exact. `limits.iterations` is at least
// `limits.batch_iterations`.
ChainTotals run_chain(Loop& loop, const ChainLimits& limits, BatchSamples& samples, CpusSeen& seen);

// The figures of `totals` and of the batches' durations.
void fill_figures(const ChainTotals& totals, const BatchSamples& samples,
                  std::uint64_t batch_iterations, RunResult& result);

} // namespace nohz::measure
