// SPDX-License-Identifier: GPL-2.0-or-later
// What runs and pairs have in common: calibration, and the chain of batches.
#include "measure/session.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <sys/mman.h>

#include "base/interrupt.h"
#include "stats/quantile.h"

namespace nohz::measure
{

namespace
{

constexpr std::uint64_t warm_up_ns = 50'000'000;
constexpr std::uint64_t warm_up_step_ns = 1'000'000;
constexpr int stretches = 15;
constexpr std::uint64_t loop_cost_iterations = 1U << 18;
constexpr std::uint64_t first_guess = 16;
constexpr std::uint64_t largest_guess = 1U << 30;
constexpr std::uint64_t cpu_sample_ns = 1'000'000;

std::uint64_t time_of(Loop& loop, std::uint64_t iterations)
{
    const std::uint64_t start = now_ns();
    loop.run(iterations);
    return now_ns() - start;
}

// The smallest of several, because nothing can make the loop quicker than it is.
double loop_cost_ns()
{
    const std::unique_ptr<Loop> loop = make_empty_loop();
    std::uint64_t smallest = no_limit;
    for (int i = 0; i < stretches; ++i)
        smallest = std::min(smallest, time_of(*loop, loop_cost_iterations));
    return static_cast<double>(smallest) / static_cast<double>(loop_cost_iterations);
}

// How many iterations take at least `length_ns`.
std::uint64_t iterations_that_take(Loop& loop, double length_ns)
{
    std::uint64_t iterations = first_guess;
    while (iterations < largest_guess && static_cast<double>(time_of(loop, iterations)) < length_ns)
        iterations *= 2;
    return iterations;
}

double iteration_cost_ns(Loop& loop, double length_ns)
{
    const std::uint64_t iterations = iterations_that_take(loop, length_ns);
    std::vector<double> costs;
    for (int i = 0; i < stretches; ++i)
        costs.push_back(static_cast<double>(time_of(loop, iterations)) /
                        static_cast<double>(iterations));
    return stats::median(costs);
}

} // namespace

void lock_memory() noexcept
{
    ::mlockall(MCL_CURRENT);
}

void warm_up(Loop& loop)
{
    const std::uint64_t step = iterations_that_take(loop, warm_up_step_ns);
    const std::uint64_t start = now_ns();
    while (now_ns() - start < warm_up_ns && interrupt_signal() == 0)
        loop.run(step);
}

Document calibrate(std::string_view op, Loop& loop, std::optional<std::uint64_t> batch_iterations)
{
    const ClockFacts clock = measure_clock();
    const double length_ns = batch_length_ns(clock);
    Document document;
    document.op = op;
    document.clock_cost_ns = clock.cost_ns;
    document.clock_resolution_ns = clock.resolution_ns;
    document.loop_cost_ns = loop_cost_ns();
    document.batch_iterations =
        batch_iterations ? *batch_iterations
                         : iterations_a_batch(length_ns, iteration_cost_ns(loop, length_ns));
    return document;
}

ChainTotals run_chain(Loop& loop, const ChainLimits& limits, BatchSamples& samples, CpusSeen& seen)
{
    ChainTotals totals;
    seen.note(current_cpu());
    const std::uint64_t start = now_ns();
    std::uint64_t last = start;
    std::uint64_t cpu_sampled = start;
    for (;;) {
        const std::uint64_t left = limits.iterations - totals.iterations;
        const std::uint64_t iterations = std::min(limits.batch_iterations, left);
        loop.run(iterations);
        const std::uint64_t now = now_ns();
        if (iterations == limits.batch_iterations)
            samples.add(now - last);
        totals.iterations += iterations;
        ++totals.batches;
        last = now;
        if (totals.iterations == limits.iterations || now - start >= limits.duration_ns ||
            interrupt_signal() != 0)
            break;
        // Not in every batch: getcpu is a system call where libc has no rseq and no vDSO for it.
        if (now - cpu_sampled >= cpu_sample_ns) {
            seen.note(current_cpu());
            cpu_sampled = now;
        }
    }
    totals.total_nsec = last - start;
    seen.note(current_cpu());
    return totals;
}

void fill_figures(const ChainTotals& totals, const BatchSamples& samples,
                  std::uint64_t batch_iterations, RunResult& result)
{
    result.iterations = totals.iterations;
    result.total_nsec = totals.total_nsec;
    result.mean_ns =
        static_cast<double>(totals.total_nsec) / static_cast<double>(totals.iterations);
    const BatchSummary summary = summarise(samples.durations_ns(), batch_iterations);
    result.typical_ns = summary.typical_ns;
    result.quantiles_ns = summary.quantiles_ns;
    result.batches = totals.batches;
    result.interrupted_batches = static_cast<std::uint64_t>(
        std::llround(summary.interrupted_share * static_cast<double>(totals.batches)));
}

} // namespace nohz::measure
