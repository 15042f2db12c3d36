// SPDX-License-Identifier: GPL-2.0-or-later
// A campaign on a machine of files: what it says is kept, what it measures is made up.
#include "fake_campaign.h"

#include <cmath>

#include "check/rules.h"
#include "host/plan.h"
#include "report/json.h"
#include "report/table.h"

namespace nohz::campaign::test
{

Plan FakeCampaign::plan(const PlanRequest& request) const
{
    return make_plan(system, host::read_boot(system.root()), request);
}

Plan FakeCampaign::plan(const std::string& method, int boots) const
{
    PlanRequest request;
    request.boot_method = method;
    request.boots = boots;
    return plan(request);
}

record::Record FakeCampaign::measure(const MeasuringOrder& order)
{
    ++measured;
    record::Record record = record::begin_record(system.root());
    record.source = "run";
    record.host.arch = "amd64";
    const host::MeasurementPlan planned =
        host::plan_measurement(record.boot, {.pairs = order.pairs});
    for (const host::PlannedPlacement& placement : planned.placements) {
        record::Run run;
        run.placed = {placement.scenario, placement.placement, placement.cpu};
        run.op = order.op;
        run.iterations = 10'000'000;
        run.mean = placement.placement == host::Placement::isolated ? isolated_cost : 300;
        run.typical = run.mean;
        run.total = static_cast<std::uint64_t>(run.mean) * run.iterations;
        run.timer_interrupts = 0;
        record.runs.insert(record.runs.end(), 4, run);
    }
    const bool active = record.boot.kernel_state == host::KernelState::active;
    for (const auto& [numerator, denominator] : planned.pairs) {
        record::Pair pair;
        pair.op = order.op;
        pair.numerator = record.runs.at(4 * numerator).placed;
        pair.denominator = record.runs.at(4 * denominator).placed;
        for (int i = 0; i < 40; ++i)
            pair.log_ratios.push_back((active ? std::log(isolated_cost / 300) : 0) +
                                      0.001 * (i % 3 - 1));
        record.pairs.push_back(pair);
    }
    return record;
}

Workers FakeCampaign::workers()
{
    Workers workers;
    workers.measure = [this](const MeasuringOrder& order) -> std::optional<record::Record> {
        if (fails_to_measure)
            throw RefusedError("nohz-measure", "is not there");
        if (interrupted)
            return std::nullopt;
        return measure(order);
    };
    workers.rules = [](const MeasuringOrder& order) {
        check::Rules rules;
        check::apply_thresholds(rules, SOURCE_ROOT "/data/thresholds.toml");
        for (const std::string& file : order.thresholds)
            check::apply_thresholds(rules, file);
        for (const std::string& limit : order.limits)
            check::apply_limit_option(rules, limit);
        return rules;
    };
    workers.report = [](const check::Report& report) {
        return ReportTexts{report::to_table(report), report::to_json(report)};
    };
    workers.say = [this](const std::string& text) { said.push_back(text); };
    workers.warn = [this](const std::string& text) { warned.push_back(text); };
    return workers;
}

template <typename Command>
ExitCode FakeCampaign::run(Command&& command)
{
    error.clear();
    try {
        Campaign campaign(system, state, workers());
        return command(campaign);
    } catch (const SkipError& e) {
        error = e.what();
        return ExitCode::skip;
    } catch (const RefusedError& e) {
        error = e.what();
        return ExitCode::refused;
    } catch (const std::runtime_error& e) {
        error = e.what();
        return ExitCode::bad_input;
    }
}

ExitCode FakeCampaign::start(const Plan& plan, StartRequest request)
{
    return run([&](Campaign& campaign) { return campaign.start(plan, request); });
}

ExitCode FakeCampaign::next()
{
    return run([](Campaign& campaign) { return campaign.next(); });
}

ExitCode FakeCampaign::abort()
{
    return run([](Campaign& campaign) { return campaign.abort(); });
}

void FakeCampaign::reboot()
{
    const Status now = status();
    if (now.reboot_command.empty())
        system.power_cut();
    else
        system.reboot(now.reboot_command);
}

ExitCode FakeCampaign::run_to_end(int most)
{
    ExitCode code = ExitCode::reboot;
    for (int i = 0; i < most && code == ExitCode::reboot; ++i) {
        reboot();
        code = next();
    }
    return code;
}

} // namespace nohz::campaign::test
