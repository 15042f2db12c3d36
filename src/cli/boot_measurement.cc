// SPDX-License-Identifier: GPL-2.0-or-later
// Measures the placements of a plan into a record, by nohz-measure.
#include "cli/boot_measurement.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/interrupt.h"
#include "base/progress.h"
#include "cli/measure_process.h"
#include "stats/decision.h"

namespace nohz::cli
{

namespace
{

record::Placed placed(const host::PlannedPlacement& planned)
{
    return {planned.scenario, planned.placement, planned.cpu};
}

class BootMeasurement
{
public:
    BootMeasurement(record::Record& record, const MeasurementOptions& options,
                    double expected_seconds)
        : record_(record), options_(options), program_(find_nohz_measure()),
          progress_(expected_seconds, options.show_progress)
    {
    }

    // Until `enough`, which may be empty, or for `seconds`.
    void measure_pair(const host::PlannedPlacement& a, const host::PlannedPlacement& b,
                      double seconds, std::function<bool(double)> enough)
    {
        const std::string activity =
            a == b ? describe(a) + " against itself" : describe(a) + " against " + describe(b);
        measure({"--pair", fmt::format("{},{}", a.cpu.value(), b.cpu.value()), "--duration",
                 fmt::format("{}", seconds)},
                activity, {placed(a), placed(b)}, std::move(enough));
    }

    void measure_runs(const host::PlannedPlacement& planned)
    {
        std::vector<std::string> arguments = {"--runs", fmt::format("{}", options_.runs),
                                              "--duration",
                                              fmt::format("{}", options_.run_seconds)};
        if (planned.cpu)
            arguments.insert(arguments.end(), {"--cpu", fmt::format("{}", *planned.cpu)});
        measure(
            std::move(arguments), describe(planned),
            std::vector<record::Placed>(static_cast<std::size_t>(options_.runs), placed(planned)),
            {});
    }

private:
    void measure(std::vector<std::string> arguments, const std::string& activity,
                 const std::vector<record::Placed>& placements, std::function<bool(double)> enough)
    {
        arguments.insert(arguments.end(), {"--op", options_.op});
        const MeasureEvents events = {[&] { progress_.show(activity); }, std::move(enough)};
        record::add_measurement(record_, measure_document(program_, arguments, events), placements);
    }

    record::Record& record_;
    const MeasurementOptions& options_;
    std::filesystem::path program_;
    Progress progress_;
};

// Two CPUs of a boot without isolated ones, where there is no limit to end at.
constexpr double longest_plain_pair_seconds = 5;

double pair_seconds(const host::PlannedPlacement& numerator, const MeasurementOptions& options)
{
    return numerator.placement == host::Placement::isolated
               ? options.budget_seconds
               : std::min(options.budget_seconds, longest_plain_pair_seconds);
}

// Isolated CPUs too: in a pair a CPU waits for its turn, and coming back from idle kernels before
// 5.14 start its tick again (kernel/time/tick-sched.c, tick_nohz_idle_exit).
bool is_measured_alone(const host::MeasurementPlan& plan, std::size_t index)
{
    return !plan.is_in_pair(index) || plan.placements[index].placement == host::Placement::isolated;
}

std::optional<stats::SequentialDecision> decision_for(const host::PlannedPlacement& numerator,
                                                      const MeasurementOptions& options)
{
    if (!options.pair_limit || numerator.placement != host::Placement::isolated)
        return std::nullopt;
    stats::DecisionPlan plan;
    plan.limit_ratio = *options.pair_limit;
    plan.error = 1 - options.confidence;
    return stats::SequentialDecision(plan);
}

// The last pinned placement: a CPU with the noise that the noisier side of a pair has.
const host::PlannedPlacement* self_check_placement(const host::MeasurementPlan& plan)
{
    const host::PlannedPlacement* chosen = nullptr;
    for (const host::PlannedPlacement& planned : plan.placements)
        if (planned.cpu)
            chosen = &planned;
    return chosen;
}

} // namespace

double expected_seconds(const host::MeasurementPlan& plan, const MeasurementOptions& options)
{
    double seconds = options.self_check_seconds;
    for (std::size_t i = 0; i < plan.placements.size(); ++i)
        if (is_measured_alone(plan, i))
            seconds += options.run_seconds * options.runs;
    for (const auto& [numerator, denominator] : plan.pairs)
        seconds += pair_seconds(plan.placements[numerator], options);
    return seconds;
}

std::string describe(const host::PlannedPlacement& planned)
{
    const std::string where = planned.cpu ? fmt::format(", CPU {}", *planned.cpu) : "";
    return fmt::format("scenario {} {}{}", planned.scenario, host::to_string(planned.placement),
                       where);
}

void measure_boot(record::Record& record, const host::MeasurementPlan& plan,
                  const MeasurementOptions& options)
{
    BootMeasurement measurement(record, options, expected_seconds(plan, options));
    for (const auto& [first, second] : plan.pairs) {
        if (interrupt_signal() != 0)
            break;
        const host::PlannedPlacement& numerator = plan.placements[first];
        auto decision = decision_for(numerator, options);
        measurement.measure_pair(numerator, plan.placements[second],
                                 pair_seconds(numerator, options), [&](double log_ratio) {
                                     return decision && decision->add(log_ratio).verdict !=
                                                            stats::Verdict::keep_going;
                                 });
    }
    for (std::size_t i = 0; i < plan.placements.size() && interrupt_signal() == 0; ++i)
        if (is_measured_alone(plan, i))
            measurement.measure_runs(plan.placements[i]);
    const host::PlannedPlacement* self = self_check_placement(plan);
    if (self && interrupt_signal() == 0)
        measurement.measure_pair(*self, *self, options.self_check_seconds, {});
}

void measure_self_check(record::Record& record, const host::PlannedPlacement& planned,
                        const MeasurementOptions& options)
{
    BootMeasurement(record, options, options.self_check_seconds)
        .measure_pair(planned, planned, options.self_check_seconds, {});
}

} // namespace nohz::cli
