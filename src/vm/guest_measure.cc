// SPDX-License-Identifier: GPL-2.0-or-later
// Measures every placement of a guest's boot into a record.
#include "vm/guest_measure.h"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "host/plan.h"
#include "measure/json.h"
#include "measure/measure.h"
#include "vm/guest_quiet.h"

namespace nohz::vm
{

namespace
{

constexpr int cpus_at_most = 8192;
// How many runs of a placement may be thrown away before the guest is given up.
constexpr std::size_t most_disturbed_runs = 20;
constexpr double largest_excess = 0.05;
// Between placements: the last one's CPU and the kernel's deferred work come to rest.
constexpr SettlingTimes between_placements = {0, 0.5, 120};
constexpr double pair_factor = 4;
// Long against what the kernel does in phases: on a housekeeping CPU of Debian's 6.1 for arm64 an
// entry takes 583 instructions in one stretch and 596 in the next, 590 over all.
constexpr std::uint64_t exact_batch_iterations = 10'000;

record::Placed placed_as(const host::PlannedPlacement& planned)
{
    return {planned.scenario, planned.placement, planned.cpu};
}

std::string name_of(const host::PlannedPlacement& planned)
{
    if (!planned.cpu)
        return std::string(host::to_string(planned.placement));
    return fmt::format("{} (CPU {})", host::to_string(planned.placement), *planned.cpu);
}

measure::RunOptions run_options(const GuestParameters& parameters,
                                const host::PlannedPlacement& planned)
{
    measure::RunOptions options;
    options.op = parameters.op;
    options.cpu = planned.cpu;
    if (parameters.iterations != 0)
        options.iterations = parameters.iterations;
    else if (parameters.seconds > 0)
        options.seconds = parameters.seconds;
    return options;
}

void add_document(record::Record& record, const measure::Document& document,
                  const std::vector<record::Placed>& placed)
{
    record::add_measurement(record, measure::to_json(document), placed);
}

// Why an exact run must not be used; "" if it may. All CPUs share the clock of instructions, so
// that work elsewhere lengthens the batches that it falls into: quiet runs of Debian's kernels
// have means up to 0.3 % over their typical figure.
std::string why_disturbed(const measure::RunResult& run, const BusyTicks& before,
                          const BusyTicks& after)
{
    if (!run.disturbed.empty())
        return run.disturbed;
    const double excess = run.mean_ns / run.typical_ns - 1;
    if (excess > largest_excess)
        return fmt::format("its mean is {:.0f} % over its typical figure", excess * 100);
    return who_was_busy(before, after, host::CpuList::parse(run.cpus_seen, cpus_at_most));
}

struct WatchedRuns {
    measure::Document document;         // with the runs that may be used
    std::vector<std::string> disturbed; // why each of the others may not
};

// Looks at the other CPUs right before and after each run, from the CPU that it runs on.
WatchedRuns measure_watched(measure::RunOptions options)
{
    BusyTicks before;
    std::vector<std::string> reasons; // of every run, in order
    options.when_ready = [&before](const measure::Document&) { before = read_busy_ticks(); };
    WatchedRuns watched;
    watched.document =
        measure::measure_runs(options, [&before, &reasons](const measure::RunResult& run) {
            BusyTicks after = read_busy_ticks();
            reasons.push_back(why_disturbed(run, before, after));
            before = std::move(after);
        });
    const std::vector<measure::RunResult> runs = std::exchange(watched.document.runs, {});
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (reasons[i].empty())
            watched.document.runs.push_back(runs[i]);
        else
            watched.disturbed.push_back(reasons[i]);
    }
    return watched;
}

void measure_exactly(record::Record& record, const GuestParameters& parameters,
                     const host::PlannedPlacement& planned)
{
    measure::RunOptions options = run_options(parameters, planned);
    options.runs = parameters.runs;
    options.batch_iterations = exact_batch_iterations;
    std::size_t thrown_away = 0;
    while (options.runs > 0) {
        const WatchedRuns watched = measure_watched(options);
        const std::size_t good = watched.document.runs.size();
        if (good > 0)
            add_document(record, watched.document,
                         std::vector<record::Placed>(good, placed_as(planned)));
        options.runs -= static_cast<int>(good);
        for (const std::string& why : watched.disturbed)
            record.boot.notes.push_back(
                fmt::format("a run of {} was thrown away: {}", name_of(planned), why));
        thrown_away += watched.disturbed.size();
        if (thrown_away > most_disturbed_runs)
            throw RefusedError("guest", fmt::format("{} runs of {} were disturbed, the last: {}",
                                                    thrown_away, name_of(planned),
                                                    watched.disturbed.back()));
        if (options.runs > 0)
            wait_until_settled(between_placements);
    }
}

void measure_pair(record::Record& record, const GuestParameters& parameters,
                  const host::PlannedPlacement& numerator,
                  const host::PlannedPlacement& denominator)
{
    measure::PairOptions options;
    options.op = parameters.op;
    options.cpu_a = numerator.cpu.value();
    options.cpu_b = denominator.cpu.value();
    options.seconds = (parameters.seconds > 0 ? parameters.seconds : 1) * pair_factor;
    add_document(record, measure::measure_pair(options),
                 {placed_as(numerator), placed_as(denominator)});
}

} // namespace

record::Record measure_guest(const GuestParameters& parameters)
{
    wait_until_settled();
    record::Record record = record::begin_record("/");
    const host::MeasurementPlan plan = host::plan_measurement(record.boot);
    const bool exact = parameters.task == GuestTask::exact;
    if (exact) {
        record.unit = record::Unit::instructions;
        // That it is emulated spoils times, not counts.
        std::erase_if(record.boot.hazards,
                      [](const host::Hazard& hazard) { return hazard.id == "emulated"; });
    }
    if (!exact)
        for (const auto& [first, second] : plan.pairs)
            measure_pair(record, parameters, plan.placements[first], plan.placements[second]);
    for (const host::PlannedPlacement& planned : plan.placements) {
        wait_until_settled(between_placements);
        if (exact) {
            measure_exactly(record, parameters, planned);
            continue;
        }
        measure::RunOptions options = run_options(parameters, planned);
        options.runs = parameters.runs;
        const std::vector<record::Placed> placed(static_cast<std::size_t>(parameters.runs),
                                                 placed_as(planned));
        add_document(record, measure::measure_runs(options), placed);
    }
    record.clock_source_after = host::read_boot("/").clock_source;
    return record;
}

} // namespace nohz::vm
