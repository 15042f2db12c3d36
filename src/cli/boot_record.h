// SPDX-License-Identifier: GPL-2.0-or-later
// What `run` and `campaign` do around the measurement of the running boot.
#pragma once

#include <optional>

#include "check/rules.h"
#include "cli/boot_measurement.h"
#include "host/plan.h"
#include "record/record.h"

namespace nohz::cli
{

// Throws SkipError, with the reasons, for a plan without a placement.
void require_placements(const host::MeasurementPlan& plan);

// Warns on standard error of what would make the figures of this boot wrong.
void warn_of_hazards(const host::Boot& boot);

// Sets the confidence, and the limit at which a pair ends when it is sure: that of the rule which
// compares an isolated with a housekeeping CPU.
void set_decision(MeasurementOptions& measurement, const record::Record& record,
                  const check::Rules& rules, std::optional<double> confidence);

// measure_boot(), with the self-check within the budget. A clock source that was demoted under the
// measurement marks every run as disturbed.
void measure_into(record::Record& record, const host::MeasurementPlan& plan,
                  MeasurementOptions measurement);

} // namespace nohz::cli
