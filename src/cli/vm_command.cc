// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead vm`: all scenarios of given kernels in an emulator.
#include "cli/vm_command.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/layout.h"
#include "base/text.h"
#include "cli/number_range.h"
#include "cli/output.h"
#include "stats/quantile.h"
#include "vm/guest_parameters.h"
#include "vm/scenarios.h"

namespace nohz::cli
{

namespace
{

constexpr const char* footer =
    R"(Boots each kernel under QEMU: without nohz_full=, and, if it is built with
NO_HZ_FULL, once more with nohz_full=, isolcpus= and rcu_nocbs= for all CPUs but
the boot CPU. Each boot gives one record. Exact figures are instructions an
entry, the same every time; real-time figures are nanoseconds. The two are never
compared with each other.

Examples:
  nohz-overhead vm
  nohz-overhead vm --kernel linux-image-5.10.0-46-cloud-amd64_5.10.262-1_amd64.deb \
                   --kernel /boot/vmlinuz-6.1.0-57-amd64 --output records
  nohz-overhead vm --real-time --accel kvm
  nohz-overhead check records/

Exit codes: 0 done, 2 bad usage or not a kernel, 4 the system refused or a guest
hung, panicked or handed out nothing.)";

struct VmCommandOptions {
    vm::ScenarioOptions scenarios;
    std::string accelerator = "auto";
    bool real_time = false;
    bool exact = false;
    bool quiet = false;
};

vm::AcceleratorChoice accelerator_named(const std::string& name)
{
    if (name == "kvm")
        return vm::AcceleratorChoice::kvm;
    return name == "tcg" ? vm::AcceleratorChoice::tcg : vm::AcceleratorChoice::automatic;
}

// The typical figures of one boot's runs of one placement.
struct Row {
    const record::Record* record = nullptr;
    record::Placed placed;
    std::vector<double> typical;
    std::vector<double> mean;
    std::size_t disturbed = 0;
};

std::vector<Row> rows_of(const record::Record& record)
{
    std::vector<Row> rows;
    for (const record::Run& run : record.runs) {
        auto row = std::find_if(rows.begin(), rows.end(),
                                [&run](const Row& known) { return known.placed == run.placed; });
        if (row == rows.end())
            row = rows.insert(rows.end(), Row{&record, run.placed, {}, {}, 0});
        if (!run.disturbed.empty())
            ++row->disturbed;
        row->typical.push_back(run.typical.value_or(run.mean));
        row->mean.push_back(run.mean);
    }
    return rows;
}

std::string cpu_text(const Row& row)
{
    return row.placed.cpu ? std::to_string(*row.placed.cpu) : "-";
}

std::string table_of(const std::vector<record::Record>& records)
{
    if (records.empty())
        return {};
    std::string text =
        fmt::format("{} an entry, median over runs:\n{:<28} {:<8} {:<13} {:>3} {:>4} {:>9} {:>9}\n",
                    records.front().unit == record::Unit::instructions ? "instructions" : "ns",
                    "kernel", "scenario", "placement", "cpu", "runs", "typical", "mean");
    for (const record::Record& record : records) {
        for (const Row& row : rows_of(record)) {
            text += fmt::format(
                "{:<28} {:<8} {:<13} {:>3} {:>4} {:>9} {:>9}\n{}",
                printable(record.boot.kernel_release, 28), row.placed.scenario,
                host::to_string(row.placed.placement), cpu_text(row), row.typical.size(),
                format_cost(stats::median(row.typical)), format_cost(stats::median(row.mean)),
                row.disturbed == 0
                    ? ""
                    : fmt::format("  {} of these runs were disturbed\n", row.disturbed));
        }
        for (const std::string& note : record.boot.notes)
            text += wrapped("note: " + printable(note), "  ", "    ");
    }
    return text;
}

ExitCode run_vm(const VmCommandOptions& options)
{
    catch_interrupts();
    vm::ScenarioEvents events;
    events.on_record = [&options](const record::Record& record) {
        print_output(options.quiet
                         ? fmt::format("{}\n", record.path.string())
                         : fmt::format("{} {}: record {}\n", printable(record.boot.kernel_release),
                                       host::to_string(record.boot.kernel_state),
                                       record.path.string()));
    };
    events.on_note = [](const std::string& note) { print_error("nohz-overhead", "note: " + note); };
    const std::vector<record::Record> records = vm::run_scenarios(options.scenarios, events);
    if (!options.quiet)
        print_output("\n" + table_of(records));
    end_by_interrupt_signal();
    return ExitCode::pass;
}

void add_measuring_options(CLI::App& command, VmCommandOptions& options)
{
    vm::ScenarioOptions& scenarios = options.scenarios;
    auto* exact = command.add_flag("--exact", options.exact,
                                   "Count instructions: identical every time (default)");
    command.add_flag("--real-time", options.real_time, "Measure time instead, with threads or kvm")
        ->excludes(exact);
    command.add_option("--accel", options.accelerator, "auto, kvm or tcg (real-time only)")
        ->type_name("WORD")
        ->check(CLI::IsMember({"auto", "kvm", "tcg"}))
        ->capture_default_str();
    command.add_option("--op", scenarios.op, "Entry path, see `nohz-measure --help`")
        ->capture_default_str();
    command.add_option("--runs", scenarios.runs, "Runs of each placement")
        ->check(CLI::Range(std::uint64_t{1}, vm::most_runs))
        ->capture_default_str();
    command
        .add_option("--iterations", scenarios.iterations,
                    fmt::format("Entries of each run (default: {} exact, one second of them "
                                "real-time)",
                                vm::default_exact_iterations))
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
}

} // namespace

void add_vm_command(CLI::App& app, Action& action)
{
    CLI::App* command =
        app.add_subcommand("vm", "Measure all scenarios of given kernels in an emulator");
    auto options = std::make_shared<VmCommandOptions>();
    vm::ScenarioOptions& scenarios = options->scenarios;
    command
        ->add_option("--kernel", scenarios.kernels,
                     "vmlinuz file or linux-image .deb; repeatable (default: /boot/vmlinuz-*)")
        ->type_name("FILE");
    add_measuring_options(*command, *options);
    command->add_option("-o,--output", scenarios.output, "Folder for the records")
        ->type_name("DIR")
        ->capture_default_str();
    command
        ->add_option("--boot-timeout", scenarios.boot_timeout_seconds,
                     "Seconds after which a boot is given up")
        ->check(number_range(1.0, 86400.0))
        ->capture_default_str();
    command
        ->add_option("--guest-program", scenarios.guest_program,
                     "guest-init of the kernels' architecture (default: the installed one)")
        ->type_name("FILE");
    command->add_flag("-q,--quiet", options->quiet, "Print the records' paths only");
    command->footer(footer);
    command->callback([options, &action] {
        options->scenarios.exact = !options->real_time;
        options->scenarios.show_progress = !options->quiet;
        options->scenarios.accelerator = accelerator_named(options->accelerator);
        action = [options] { return run_vm(*options); };
    });
}

} // namespace nohz::cli
