// SPDX-License-Identifier: GPL-2.0-or-later
// What `run` and `campaign` do around the measurement of the running boot.
#include "cli/boot_record.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/error.h"

namespace nohz::cli
{

namespace
{

// A clock source that was demoted under the measurement makes every figure of it doubtful.
void note_clock_source_after(record::Record& record)
{
    record.clock_source_after = host::read_boot("/").clock_source;
    if (record.clock_source_after == record.boot.clock_source)
        return;
    for (record::Run& run : record.runs)
        run.disturbed = fmt::format("clock source changed from {} to {}", record.boot.clock_source,
                                    record.clock_source_after);
}

} // namespace

void require_placements(const host::MeasurementPlan& plan)
{
    if (!plan.placements.empty())
        return;
    std::string reasons;
    for (const host::MissingScenario& missing : plan.missing)
        reasons += fmt::format("{}scenario {}: {}", reasons.empty() ? "" : "; ", missing.scenario,
                               missing.reason);
    throw SkipError(reasons, "see `nohz-overhead status`");
}

void warn_of_hazards(const host::Boot& boot)
{
    for (const host::Hazard& hazard : boot.hazards)
        if (hazard.group == host::HazardGroup::would_be_wrong)
            print_error("nohz-overhead", fmt::format("warning: {}: {}; {}", hazard.id,
                                                     hazard.evidence, hazard.remedy));
}

void set_decision(MeasurementOptions& measurement, const record::Record& record,
                  const check::Rules& rules, std::optional<double> confidence)
{
    measurement.confidence = confidence.value_or(rules.confidence);
    for (const check::Rule& rule : rules.rules)
        if (rule.numerator == check::Side{3, host::Placement::isolated} &&
            rule.denominator == check::Side{4, host::Placement::housekeeping} &&
            rule.op == measurement.op)
            measurement.pair_limit = rule.limits(record.unit, record.host.arch).max_ratio;
}

void measure_into(record::Record& record, const host::MeasurementPlan& plan,
                  MeasurementOptions measurement)
{
    measurement.self_check_seconds =
        std::min(measurement.self_check_seconds, measurement.budget_seconds);
    measure_boot(record, plan, measurement);
    note_clock_source_after(record);
}

} // namespace nohz::cli
