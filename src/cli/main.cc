// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead: the driver and threshold checker.
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.h"
#include "base/version.h"
#include "cli/action.h"
#include "cli/campaign_command.h"
#include "cli/check_command.h"
#include "cli/compare_command.h"
#include "cli/import_command.h"
#include "cli/report_command.h"
#include "cli/run_command.h"
#include "cli/status_command.h"
#include "cli/vm_command.h"

namespace
{

constexpr const char* program = "nohz-overhead";

constexpr const char* description =
    R"(Measures what Linux's full dynticks mode (NO_HZ_FULL) costs at every entry to the
kernel, in four scenarios: 1 built without it, 2 built in but inactive, 3 active
on an isolated CPU, 4 active on a housekeeping CPU.)";

constexpr const char* footer = R"(First steps:
  nohz-overhead status        what this boot is and what would spoil a measurement
  nohz-overhead run           measure it
  nohz-overhead vm            all four scenarios in an emulator, no reboot
  nohz-overhead campaign plan all four scenarios over several boots of this machine
  nohz-overhead check records/
  nohz-overhead report records/    the evidence as a comment, page or test results

Each command has its own --help. Exit codes: 0 pass or done, 1 FAIL, 2 bad usage
or input, 3 INCONCLUSIVE, 4 the system refused, 10 reboot now (campaign), 77 SKIP.)";

constexpr const char* no_empty_value = "give a value, or leave it out";

// CLI11 takes the word behind `--name=` as the value, which is somebody's file.
void refuse_values_without_text(int argc, char** argv)
{
    for (int i = 1; i < argc && argv[i] != std::string_view("--"); ++i) {
        const std::string_view word = argv[i];
        if (word.starts_with("--") && word.find('=') == word.size() - 1)
            throw nohz::UsageError(word.substr(0, word.size() - 1), "the value is empty",
                                   no_empty_value);
    }
}

// No option of any command has a use for one: silently it would count as not given.
void refuse_empty_values(const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options())
        for (const std::string& value : option->results())
            if (value.empty())
                throw nohz::UsageError(option->get_name(), "the value is empty", no_empty_value);
    for (const CLI::App* command : app.get_subcommands())
        refuse_empty_values(*command);
}

void give_version_flag(CLI::App& app)
{
    app.set_version_flag("--version", fmt::format("{} {}", program, nohz::tool_version));
    for (CLI::App* command : app.get_subcommands({}))
        give_version_flag(*command);
}

// CLI11 says only that a command is required.
void refuse_unknown_command(const CLI::App& app, const std::vector<std::string>& words)
{
    const CLI::App* parent = &app;
    for (const std::string& word : words) {
        std::vector<std::string> known;
        const CLI::App* found = nullptr;
        for (const CLI::App* command : parent->get_subcommands({})) {
            known.push_back(command->get_name());
            if (command->get_name() == word)
                found = command;
        }
        if (found == nullptr && !known.empty() && !word.starts_with('-'))
            throw nohz::UsageError(nohz::printable(word), "no such command",
                                   "there are: " + nohz::joined(known, ", "));
        parent = found == nullptr ? parent : found;
    }
}

nohz::ExitCode run(int argc, char** argv)
{
    CLI::App app(description, program);
    app.set_help_flag("-h,--help", "Show this help");
    app.footer(footer);
    app.require_subcommand(1);
    nohz::cli::Action action;
    nohz::cli::add_status_command(app, action);
    nohz::cli::add_run_command(app, action);
    nohz::cli::add_check_command(app, action);
    nohz::cli::add_report_command(app, action);
    nohz::cli::add_compare_command(app, action);
    nohz::cli::add_vm_command(app, action);
    nohz::cli::add_campaign_command(app, action);
    nohz::cli::add_import_command(app, action);
    give_version_flag(app);
    refuse_values_without_text(argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        app.exit(success);
        return nohz::ExitCode::pass;
    } catch (const CLI::RequiredError& error) {
        refuse_unknown_command(app, {argv + 1, argv + argc});
        throw nohz::UsageError("", error.what());
    } catch (const CLI::ParseError& error) {
        throw nohz::UsageError("", error.what());
    }
    refuse_empty_values(app);
    return action();
}

} // namespace

int main(int argc, char** argv)
{
    return nohz::run_main(program, [&] { return run(argc, argv); });
}
