// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead run`: measures every placement that this boot allows; writes one record.
#include "cli/run_command.h"

#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/measure_process.h"
#include "cli/output.h"
#include "host/plan.h"
#include "record/record.h"

namespace nohz::cli
{

namespace
{

constexpr const char* footer =
    R"(Measures the running kernel and writes one record, which `check` compares with
those of other boots. Ctrl-C ends the measurement and keeps what there is.

Examples:
  nohz-overhead run
  taskset -c 0-3 nohz-overhead run --cpu 3 --output /var/tmp/records
  nohz-overhead check records/

Exit codes: 0 done, 2 bad usage, 4 the system refused, 77 SKIP (nothing here
can be measured).)";

struct RunCommandOptions {
    std::filesystem::path output = "records";
    std::optional<int> cpu;
    std::string op = "getppid";
    int runs = 4;
    double run_seconds = 1;
    double pair_seconds = 10;
    bool quiet = false;
};

record::Placed placed(const host::PlannedPlacement& planned)
{
    return {planned.scenario, planned.placement, planned.cpu};
}

std::string describe(const host::PlannedPlacement& planned)
{
    const std::string where = planned.cpu ? fmt::format(", CPU {}", *planned.cpu) : "";
    return fmt::format("scenario {} {}{}", planned.scenario, host::to_string(planned.placement),
                       where);
}

// One boot's measurement under way.
class BootMeasurement
{
public:
    BootMeasurement(const RunCommandOptions& options, const host::MeasurementPlan& plan,
                    record::Record& record)
        : options_(options), plan_(plan), record_(record), program_(find_nohz_measure()),
          progress_(expected_seconds(), !options.quiet)
    {
    }

    void measure_all()
    {
        if (plan_.pair)
            measure_pair(plan_.placements[plan_.pair->first], plan_.placements[plan_.pair->second]);
        for (std::size_t i = 0; i < plan_.placements.size() && interrupt_signal() == 0; ++i)
            if (!is_in_pair(i))
                measure_runs(plan_.placements[i]);
    }

private:
    bool is_in_pair(std::size_t index) const
    {
        return plan_.pair && (index == plan_.pair->first || index == plan_.pair->second);
    }

    double expected_seconds() const
    {
        const std::size_t paired = plan_.pair ? 2 : 0;
        return static_cast<double>(plan_.placements.size() - paired) * options_.run_seconds *
                   options_.runs +
               (plan_.pair ? options_.pair_seconds : 0);
    }

    void measure_pair(const host::PlannedPlacement& a, const host::PlannedPlacement& b)
    {
        measure({"--pair", fmt::format("{},{}", *a.cpu, *b.cpu), "--duration",
                 fmt::format("{}", options_.pair_seconds)},
                describe(a) + " against " + describe(b), {placed(a), placed(b)});
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
            std::vector<record::Placed>(static_cast<std::size_t>(options_.runs), placed(planned)));
    }

    void measure(std::vector<std::string> arguments, const std::string& activity,
                 const std::vector<record::Placed>& placements)
    {
        arguments.insert(arguments.end(), {"--op", options_.op});
        const std::string document =
            measure_document(program_, arguments, [&] { progress_.show(activity); });
        record::add_measurement(record_, document, placements);
    }

    const RunCommandOptions& options_;
    const host::MeasurementPlan& plan_;
    record::Record& record_;
    std::filesystem::path program_;
    Progress progress_;
};

std::string plan_text(const host::Boot& boot, const host::MeasurementPlan& plan)
{
    std::string text = fmt::format("kernel {}, NO_HZ_FULL {}\n", printable(boot.kernel_release),
                                   host::to_string(boot.kernel_state));
    for (const host::PlannedPlacement& planned : plan.placements)
        text += fmt::format("measures {}\n", describe(planned));
    for (const host::MissingScenario& missing : plan.missing)
        text += printable(fmt::format("cannot give scenario {}: {}; {}", missing.scenario,
                                      missing.reason, missing.remedy)) +
                "\n";
    return text;
}

void require_something(const host::MeasurementPlan& plan)
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

std::string figures_text(const record::Record& record)
{
    std::string text;
    for (const record::Run& run : record.runs) {
        const std::string cpu = run.placed.cpu ? fmt::format(" CPU {}", *run.placed.cpu) : "";
        text +=
            fmt::format("scenario {} {}{}: mean {} ns, typical {} ns{}\n", run.placed.scenario,
                        host::to_string(run.placed.placement), cpu, format_cost(run.mean),
                        run.typical ? format_cost(*run.typical) : "-",
                        run.disturbed.empty() ? "" : ", disturbed: " + printable(run.disturbed));
    }
    return text;
}

ExitCode run_boot(const RunCommandOptions& options)
{
    catch_interrupts();
    record::Record record = record::begin_record("/");
    const host::MeasurementPlan plan = host::plan_measurement(record.boot, options.cpu);
    require_something(plan);
    std::filesystem::create_directories(options.output);
    warn_of_hazards(record.boot);
    if (!options.quiet)
        print_output(plan_text(record.boot, plan));
    BootMeasurement(options, plan, record).measure_all();
    if (record.runs.empty())
        end_by_interrupt_signal();
    note_clock_source_after(record);
    const std::filesystem::path file = record::new_record_path(options.output, record);
    record::write_record(record, file);
    print_output((options.quiet ? "" : figures_text(record)) +
                 fmt::format("record {}\n", file.string()));
    end_by_interrupt_signal();
    return ExitCode::pass;
}

} // namespace

void add_run_command(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand(
        "run", "Measure every placement that this boot allows; write one record");
    auto options = std::make_shared<RunCommandOptions>();
    command->add_option("-o,--output", options->output, "Folder for the record")
        ->capture_default_str();
    command->add_option("--cpu", options->cpu,
                        "CPU to pin to; in an active boot, the isolated one (default: the last)");
    command->add_option("--op", options->op, "Entry path, see `nohz-measure --help`")
        ->capture_default_str();
    command->add_option("--runs", options->runs, "Runs of each placement")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--duration", options->run_seconds, "Seconds of each run")
        ->check(CLI::Range(0.01, 3600.0))
        ->capture_default_str();
    command
        ->add_option("--pair-duration", options->pair_seconds,
                     "Seconds for isolated against housekeeping, interleaved")
        ->check(CLI::Range(0.1, 3600.0))
        ->capture_default_str();
    command->add_flag("-q,--quiet", options->quiet, "Print the record's path only");
    command->footer(footer);
    command->callback([options, &action] { action = [options] { return run_boot(*options); }; });
}

} // namespace nohz::cli
