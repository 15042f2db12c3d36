// SPDX-License-Identifier: GPL-2.0-or-later
// Measures the placements of a plan into a record, by nohz-measure.
#pragma once

#include <optional>
#include <string>

#include "host/plan.h"
#include "record/record.h"

namespace nohz::cli
{

struct MeasurementOptions {
    std::string op = "getppid";
    int runs = 4;               // of each placement that is not measured in pairs
    double run_seconds = 1;     // each
    double budget_seconds = 20; // of a pair at most; it ends when the decision is sure
    double self_check_seconds = 2;
    double confidence = 0.99;
    std::optional<double> pair_limit; // ratio; without one a pair takes its whole budget
    bool show_progress = true;
};

// Seconds that measure_boot() takes at most.
double expected_seconds(const host::MeasurementPlan& plan, const MeasurementOptions& options);

// Measures until all is done or a caught signal comes; what was measured is in `record`.
// Throws RefusedError where nohz-measure is not there or fails.
void measure_boot(record::Record& record, const host::MeasurementPlan& plan,
                  const MeasurementOptions& options);

// The planned CPU against itself (A/A), as a pair of `record` whose two sides are the same.
void measure_self_check(record::Record& record, const host::PlannedPlacement& planned,
                        const MeasurementOptions& options);

// "scenario 3 isolated, CPU 1".
std::string describe(const host::PlannedPlacement& planned);

} // namespace nohz::cli
