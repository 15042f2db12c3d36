// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead run`: measures every placement that this boot allows; writes one record.
#include "cli/run_command.h"

#include <climits>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/layout.h"
#include "base/text.h"
#include "check/notes.h"
#include "cli/boot_record.h"
#include "cli/check_command.h"
#include "cli/number_range.h"
#include "cli/output.h"
#include "cli/packages.h"
#include "host/hazards.h"
#include "host/plan.h"
#include "measure/entry_path.h"
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
  nohz-overhead run --self-check --budget 5
  nohz-overhead run --pair 127,0 --pair 126,1 --output /var/tmp/records
  nohz-overhead check records/

Exit codes: 0 done, 2 bad usage, 4 the system refused, 77 SKIP (nothing here
can be measured).)";

struct RunCommandOptions {
    std::filesystem::path output = "records";
    host::CpuChoice cpus;
    std::vector<std::string> pairs; // "A,B"
    MeasurementOptions measurement;
    std::optional<double> confidence;
    bool self_check = false;
    bool anyway = false;
    bool quiet = false;
};

host::CpuPair parse_pair(const std::string& text)
{
    const std::vector<std::string_view> parts = split(text, ',');
    const auto number = [](std::string_view part) { return parse_whole_number(part); };
    if (parts.size() != 2 || !number(parts[0]) || !number(parts[1]) ||
        *number(parts[0]) > INT_MAX || *number(parts[1]) > INT_MAX)
        throw UsageError("--pair", fmt::format("\"{}\" is no pair of CPUs", printable(text, 100)),
                         "give ISOLATED,HOUSEKEEPING as 3,0");
    return {static_cast<int>(*number(parts[0])), static_cast<int>(*number(parts[1]))};
}

std::string plan_text(const host::Boot& boot, const host::MeasurementPlan& plan)
{
    std::string text = fmt::format("kernel {}, NO_HZ_FULL {}\n", printable(boot.kernel_release),
                                   host::to_string(boot.kernel_state));
    for (std::size_t i = 0; i < plan.placements.size(); ++i)
        if (!plan.is_in_pair(i))
            text += fmt::format("measures {}\n", describe(plan.placements[i]));
    for (const auto& [first, second] : plan.pairs)
        text += fmt::format("measures {} against {}\n", describe(plan.placements[first]),
                            describe(plan.placements[second]));
    for (const host::MissingScenario& missing : plan.missing)
        text += wrapped(printable(fmt::format("cannot give scenario {}: {}; {}", missing.scenario,
                                              missing.reason, missing.remedy)),
                        "", "  ");
    return text;
}

void refuse_hazards(const host::Boot& boot)
{
    if (const host::Hazard* hazard = host::find_refusal(boot))
        throw SkipError(fmt::format("{}: {}", hazard->id, hazard->evidence),
                        hazard->remedy + "; or measure what this boot can give with --anyway");
}

std::string figures_text(const record::Record& record, double confidence)
{
    std::string text;
    for (const record::Run& run : record.runs) {
        const std::string cpu = run.placed.cpu ? fmt::format(" CPU {}", *run.placed.cpu) : "";
        text += wrapped(
            fmt::format("scenario {} {}{}: mean {} ns, typical {} ns{}", run.placed.scenario,
                        host::to_string(run.placed.placement), cpu, format_cost(run.mean),
                        run.typical ? format_cost(*run.typical) : "-",
                        run.disturbed.empty() ? "" : ", disturbed: " + printable(run.disturbed)),
            "", "  ");
    }
    for (const record::Pair& pair : record.pairs)
        if (pair.numerator == pair.denominator)
            text += wrapped(check::tellable_text(pair, confidence), "", "  ");
    return text;
}

ExitCode self_check(record::Record& record, const host::MeasurementPlan& plan,
                    MeasurementOptions measurement)
{
    measurement.self_check_seconds = measurement.budget_seconds;
    for (const host::PlannedPlacement& planned : plan.placements) {
        if (!planned.cpu || interrupt_signal() != 0)
            continue;
        measure_self_check(record, planned, measurement);
        print_output(
            fmt::format("{}: {}\n", describe(planned),
                        check::tellable_text(record.pairs.back(), measurement.confidence)));
    }
    end_by_interrupt_signal();
    return ExitCode::pass;
}

ExitCode run_boot(const RunCommandOptions& options)
{
    measure::find_entry_path(options.measurement.op); // throws for one that is not there
    catch_interrupts();
    record::Record record = record::begin_record("/");
    host::CpuChoice cpus = options.cpus;
    for (const std::string& pair : options.pairs)
        cpus.pairs.push_back(parse_pair(pair));
    const host::MeasurementPlan plan = host::plan_measurement(record.boot, cpus);
    require_placements(plan);
    MeasurementOptions measurement = options.measurement;
    measurement.show_progress = !options.quiet;
    set_decision(measurement, record, rules_in_force().rules, options.confidence);
    warn_of_hazards(record.boot);
    if (options.self_check)
        return self_check(record, plan, measurement);
    if (!options.anyway)
        refuse_hazards(record.boot);
    std::filesystem::create_directories(options.output);
    record.packages = package_policies(record.boot.kernel_release);
    if (!options.quiet)
        print_output(plan_text(record.boot, plan));
    measure_into(record, plan, measurement);
    if (record.runs.empty())
        end_by_interrupt_signal();
    const std::filesystem::path file = record::new_record_path(options.output, record);
    record::write_record(record, file);
    print_output((options.quiet ? "" : figures_text(record, measurement.confidence)) +
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
    CLI::Option* cpu = command->add_option(
        "--cpu", options->cpus.pinned,
        "CPU to pin to; in an active boot, the isolated one (default: the last)");
    command
        ->add_option("--pair", options->pairs,
                     "ISOLATED,HOUSEKEEPING: CPUs to interleave, again for more (default: from "
                     "the ends, the last against the first)")
        ->excludes(cpu);
    command->add_option("--max-pairs", options->cpus.most_pairs, "Most CPU pairs taken by default")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--op", options->measurement.op, "Entry path, see `nohz-measure --help`")
        ->capture_default_str();
    command->add_option("--runs", options->measurement.runs, "Runs of each placement")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--duration", options->measurement.run_seconds, "Seconds of each run")
        ->check(number_range(0.01, 3600))
        ->capture_default_str();
    command
        ->add_option("--budget", options->measurement.budget_seconds,
                     "Most seconds for each CPU pair, interleaved; ends when sure")
        ->check(number_range(0.1, 3600))
        ->capture_default_str();
    command
        ->add_option("--confidence", options->confidence,
                     "Of that decision (default: as in the thresholds)")
        ->check(number_range(0.5, 0.999999));
    command->add_flag("--self-check", options->self_check,
                      "Measure each CPU against itself for --budget: what can be told from 1 now");
    command->add_flag("--anyway", options->anyway,
                      "Measure although a hazard of the group \"cannot measure\" was found");
    command->add_flag("-q,--quiet", options->quiet, "Print the record's path only");
    command->footer(footer);
    command->callback([options, &action] { action = [options] { return run_boot(*options); }; });
}

} // namespace nohz::cli
