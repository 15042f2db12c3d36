// SPDX-License-Identifier: GPL-2.0-or-later
// Timed runs, one after the other, on one placement.
#include "measure/measure.h"

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "measure/affinity.h"
#include "measure/disturbance.h"
#include "measure/entry_path.h"
#include "measure/session.h"

namespace nohz::measure
{

namespace
{

constexpr double default_seconds = 1.0;

void check(const RunOptions& options)
{
    if (options.iterations && options.seconds)
        throw UsageError("--iterations", "does not go together with --duration",
                         "give one of the two");
    if (options.iterations == 0U)
        throw UsageError("--iterations", "0 measures nothing", "give at least 1");
    if (options.seconds && !(*options.seconds > 0))
        throw UsageError("--duration", "is not longer than 0", "give some seconds");
    if (options.runs < 1)
        throw UsageError("--runs", "is less than 1", "give at least 1");
}

ChainLimits limits_of(const RunOptions& options, std::uint64_t batch_iterations)
{
    ChainLimits limits;
    limits.batch_iterations = batch_iterations;
    if (options.iterations) {
        limits.iterations = *options.iterations;
        limits.batch_iterations = std::min(batch_iterations, *options.iterations);
        return limits;
    }
    limits.duration_ns =
        static_cast<std::uint64_t>(options.seconds.value_or(default_seconds) * 1e9);
    return limits;
}

// The CPU that the loop cannot leave: the one asked for, or the only one that taskset left.
std::optional<int> only_cpu(const RunOptions& options)
{
    if (options.cpu)
        return options.cpu;
    const host::CpuList affinity = current_affinity();
    return affinity.size() == 1 ? std::optional(affinity.first()) : std::nullopt;
}

// Why the run that ended cannot be trusted; "" if nothing was seen.
std::string fault(const RunOptions& options, const CpusSeen& seen)
{
    if (!options.cpu)
        return {};
    if (std::string now = placement_fault(*options.cpu); !now.empty())
        return now;
    if (seen.list() != host::CpuList{*options.cpu})
        return "left its CPU during the run: seen on " + seen.list().to_string();
    return {};
}

RunResult measure_once(Loop& loop, const RunOptions& options, const ChainLimits& limits,
                       BatchSamples& samples)
{
    RunResult result;
    result.cpu = options.cpu;
    CpusSeen seen;
    samples.clear();
    const std::optional<int> cpu = only_cpu(options);
    std::string fault_before = options.cpu ? placement_fault(*options.cpu) : std::string();
    const Counters before = Counters::read(cpu);
    const ChainTotals totals = run_chain(loop, limits, samples, seen);
    const Counters after = Counters::read(cpu);
    before.fill_difference(after, result);
    result.disturbed = fault_before.empty() ? fault(options, seen) : fault_before;
    if (result.disturbed.empty())
        result.disturbed = before.find_steal_fault(after);
    result.cpus_seen = seen.list().to_string();
    fill_figures(totals, samples, limits.batch_iterations, result);
    return result;
}

} // namespace

Document measure_runs(const RunOptions& options,
                      const std::function<void(const RunResult&)>& on_run)
{
    check(options);
    const EntryPath& path = find_entry_path(options.op);
    const AffinityRestorer restorer;
    if (options.cpu)
        pin_to(*options.cpu, "--cpu");
    BatchSamples samples;
    lock_memory();
    if (options.before_measuring)
        options.before_measuring();
    const std::unique_ptr<Loop> loop = path.make_loop();
    warm_up(*loop);
    Document document = calibrate(options.op, *loop, options.batch_iterations);
    if (options.when_ready)
        options.when_ready(document);
    const ChainLimits limits = limits_of(options, document.batch_iterations);
    do {
        document.runs.push_back(measure_once(*loop, options, limits, samples));
        if (on_run)
            on_run(document.runs.back());
    } while (std::ssize(document.runs) < options.runs && interrupt_signal() == 0);
    return document;
}

} // namespace nohz::measure
