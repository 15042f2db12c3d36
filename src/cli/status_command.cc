// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead status: what this boot is, what it can measure, and what would spoil it.
#include "cli/status_command.h"

#include <memory>
#include <string>

#include "cli/output.h"
#include "host/status.h"

namespace nohz::cli
{

namespace
{

struct StatusOptions {
    std::string root = "/";
    bool json = false;
    std::string colour;
};

constexpr const char* footer =
    "Example: nohz-overhead status --root sosreport-lab4 --json\n"
    "Nothing on the machine is changed.\n"
    "Exit codes: 0 done; 2 bad usage, or a file under --root is not what it should be;\n"
    "4 the folder is not there or may not be read.";

ExitCode run_status(const StatusOptions& options)
{
    const host::Boot boot = host::read_boot(options.root);
    const host::Machine machine = host::read_machine(options.root);
    const host::MeasurementPlan plan = host::plan_measurement(boot);
    print_output(options.json
                     ? host::status_json(machine, boot, plan)
                     : host::status_text(machine, boot, plan, wants_colour(options.colour)));
    return ExitCode::pass;
}

} // namespace

void add_status_command(CLI::App& app, Action& action)
{
    auto options = std::make_shared<StatusOptions>();
    CLI::App* command = app.add_subcommand(
        "status", "Say what this boot is, which scenarios it can measure, and what would spoil it");
    command
        ->add_option("--root", options->root,
                     "Read this tree of files instead of the machine: a copied /proc, /sys and "
                     "/boot, or an unpacked sosreport")
        ->type_name("DIR");
    command->add_flag("--json", options->json, "Print one JSON document");
    add_colour_option(*command, options->colour);
    command->footer(footer);
    command->callback([options, &action] { action = [options] { return run_status(*options); }; });
}

} // namespace nohz::cli
