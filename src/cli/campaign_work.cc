// SPDX-License-Identifier: GPL-2.0-or-later
// The work behind `nohz-overhead campaign`: what its engine has others do.
#include "cli/campaign_work.h"

#include <utility>

#include <fmt/format.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "campaign/status.h"
#include "campaign/system.h"
#include "cli/boot_record.h"
#include "cli/check_command.h"
#include "cli/measure_process.h"
#include "cli/output.h"
#include "cli/packages.h"
#include "measure/entry_path.h"
#include "report/json.h"
#include "report/table.h"

namespace nohz::cli
{

namespace
{

MeasurementOptions measurement_of(const campaign::MeasuringOrder& order, bool quiet)
{
    MeasurementOptions options;
    options.op = order.op;
    options.runs = order.runs;
    options.run_seconds = order.run_seconds;
    options.budget_seconds = order.budget_seconds;
    options.show_progress = !quiet;
    return options;
}

check::Rules rules_of(const campaign::MeasuringOrder& order)
{
    return rules_in_force(order.thresholds, order.limits).rules;
}

std::optional<record::Record> measure_running_boot(const campaign::MeasuringOrder& order,
                                                   bool quiet)
{
    record::Record record = record::begin_record("/");
    const host::MeasurementPlan plan = host::plan_measurement(record.boot, {.pairs = order.pairs});
    require_placements(plan);
    MeasurementOptions measurement = measurement_of(order, quiet);
    set_decision(measurement, record, rules_of(order), {});
    warn_of_hazards(record.boot);
    record.packages = package_policies(record.boot.kernel_release);
    measure_into(record, plan, measurement);
    if (interrupt_signal() != 0)
        return std::nullopt;
    return record;
}

campaign::Workers workers_of(const CampaignOptions& options)
{
    campaign::Workers workers;
    const bool quiet = options.quiet;
    workers.measure = [quiet](const campaign::MeasuringOrder& order) {
        return measure_running_boot(order, quiet);
    };
    workers.rules = rules_of;
    workers.report = [](const check::Report& report) {
        return campaign::ReportTexts{report::to_table(report), report::to_json(report)};
    };
    workers.say = [quiet](const std::string& text) {
        if (!quiet)
            print_output(campaign::printable_lines(text) + "\n");
    };
    workers.warn = [](const std::string& text) { print_error("nohz-overhead", text); };
    return workers;
}

// A plan of that many placements, for the time that it takes.
host::MeasurementPlan plan_of_shape(host::KernelState state, std::size_t pairs)
{
    const bool active = state == host::KernelState::active;
    host::MeasurementPlan plan;
    plan.placements.push_back({});
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::size_t first = plan.placements.size();
        plan.placements.push_back(
            {3, active ? host::Placement::isolated : host::Placement::pinned, 0});
        plan.placements.push_back({4, host::Placement::housekeeping, 0});
        plan.pairs.emplace_back(first, first + 1);
    }
    return plan;
}

campaign::Plan plan_of(const campaign::System& system, const CampaignOptions& options)
{
    campaign::PlanRequest request = options.plan;
    request.measuring_seconds = [&options](host::KernelState state, std::size_t pairs) {
        return expected_seconds(plan_of_shape(state, pairs),
                                measurement_of(options.start.measuring, true));
    };
    return campaign::make_plan(system, host::read_boot(options.root), request);
}

void require_reasonable(const CampaignOptions& options)
{
    measure::find_entry_path(options.start.measuring.op); // throws for one that is not there
    if (!options.start.unattended)
        return;
    if (options.state != campaign::default_state)
        throw UsageError("--unattended", "the systemd unit looks at the default folder only",
                         "leave --state away");
    if (options.plan.boot_method == "manual")
        throw UsageError("--unattended", "the method `manual` waits for a person",
                         "take another --boot-method");
}

// The engine has armed a boot: no person is there to bring it.
void reboot_unattended(campaign::System& system, const CampaignOptions& options)
{
    const campaign::Status status = campaign::read_status(system, options.state);
    if (!status.reboot_command.empty())
        system.command(status.reboot_command);
}

} // namespace

ExitCode plan_campaign(const CampaignOptions& options)
{
    measure::find_entry_path(options.start.measuring.op);
    const campaign::System system(options.root);
    const campaign::Plan plan = plan_of(system, options);
    print_output(options.json ? campaign::plan_json(plan) : campaign::plan_text(plan));
    if (!plan.obstacle.empty())
        throw SkipError(plan.obstacle, plan.remedy);
    return ExitCode::pass;
}

ExitCode start_campaign(const CampaignOptions& options)
{
    require_reasonable(options);
    find_nohz_measure(); // throws where no boot could be measured
    campaign::System system(options.root);
    campaign::Campaign work(system, options.state, workers_of(options));
    return work.start(plan_of(system, options), options.start);
}

ExitCode next_campaign(const CampaignOptions& options)
{
    catch_interrupts();
    campaign::System system(options.root);
    campaign::Campaign work(system, options.state, workers_of(options));
    const ExitCode code = work.next();
    end_by_interrupt_signal();
    if (code == ExitCode::reboot && options.unattended)
        reboot_unattended(system, options);
    return code;
}

ExitCode show_campaign(const CampaignOptions& options)
{
    const campaign::System system(options.root);
    const campaign::Status status = campaign::read_status(system, options.state);
    print_output(options.json ? campaign::status_json(status) : campaign::status_text(status));
    return ExitCode::pass;
}

ExitCode abort_campaign(const CampaignOptions& options)
{
    campaign::System system(options.root);
    campaign::Campaign work(system, options.state, workers_of(options));
    return work.abort();
}

} // namespace nohz::cli
