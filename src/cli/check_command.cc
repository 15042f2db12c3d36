// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead check`: rules against records.
#include "cli/check_command.h"

#include <memory>

#include <fmt/format.h>

#include "base/version.h"
#include "cli/builtin_thresholds.h"
#include "cli/output.h"
#include "record/record.h"
#include "report/json.h"
#include "report/table.h"

namespace nohz::cli
{

namespace
{

constexpr const char* footer = R"(Examples:
  nohz-overhead check records/
  nohz-overhead check --limit isolated-vs-housekeeping=1.30 records/
  nohz-overhead check /usr/share/nohz-overhead/reference/lp1919154-arm64

Exit codes: 0 PASS, 1 FAIL (a limit is exceeded), 2 bad usage or bad input,
3 INCONCLUSIVE, 4 the system refused, 77 SKIP (nothing to compare).)";

struct CheckOptions {
    std::vector<std::filesystem::path> paths;
    std::vector<std::string> thresholds;
    std::vector<std::string> limits;
    bool json = false;
    report::TableOptions table;
    std::string colour;
};

ExitCode run_check(const CheckOptions& options)
{
    const check::Rules rules = rules_in_force(options.thresholds, options.limits).rules;
    const check::Report report = check::check_records(record::load_records(options.paths), rules);
    report::TableOptions table = options.table;
    table.colour = wants_colour(options.colour);
    print_output(options.json ? report::to_json(report) : report::to_table(report, rules, table));
    return check::exit_code_of(report.verdict);
}

check::Rules shipped_rules()
{
    check::Rules rules;
    const auto shipped = std::filesystem::path(package_data_dir) / "thresholds.toml";
    if (std::filesystem::exists(shipped))
        check::apply_thresholds(rules, shipped);
    else
        check::apply_thresholds(rules, builtin_thresholds, "built-in thresholds");
    return rules;
}

} // namespace

void add_thresholds_option(CLI::App& command, std::vector<std::string>& files,
                           const std::string& description)
{
    command.add_option("--thresholds", files, description + " (TOML; can be repeated)")
        ->allow_extra_args(false)
        ->type_name("FILE");
}

void add_limit_options(CLI::App& command, std::vector<std::string>& files,
                       std::vector<std::string>& limits)
{
    add_thresholds_option(command, files, "Limits that go before the shipped ones");
    command
        .add_option("--limit", limits, "RULE=NUMBER: another limit for one rule (can be repeated)")
        ->allow_extra_args(false)
        ->type_name("RULE=NUMBER");
}

RulesInForce rules_in_force(const std::vector<std::string>& files,
                            const std::vector<std::string>& limits)
{
    RulesInForce in_force{shipped_rules(), {}};
    const auto local = std::filesystem::path(system_config_dir) / "nohz-overhead/thresholds.toml";
    if (std::filesystem::exists(local)) {
        const check::Rules before = in_force.rules;
        check::apply_thresholds(in_force.rules, local);
        if (in_force.rules != before)
            in_force.changed_by.push_back(local.string());
    }
    for (const std::string& file : files) {
        check::apply_thresholds(in_force.rules, std::filesystem::path(file));
        in_force.changed_by.push_back("--thresholds " +
                                      std::filesystem::path(file).filename().string());
    }
    for (const std::string& limit : limits) {
        check::apply_limit_option(in_force.rules, limit);
        in_force.changed_by.push_back("--limit " + limit);
    }
    return in_force;
}

void add_check_command(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand(
        "check", "Compare records with the limits; print a table and the verdict");
    auto options = std::make_shared<CheckOptions>();
    command
        ->add_option("PATH", options->paths,
                     "Records, folders of records, or folders of reference-style logs")
        ->required();
    add_limit_options(*command, options->thresholds, options->limits);
    command->add_flag("--json", options->json, "Print a JSON document instead of tables");
    auto* quiet = command->add_flag("-q,--quiet", options->table.quiet, "Print the verdict only");
    command
        ->add_flag("-v,--verbose", options->table.verbose,
                   "Print what each rule asks, and the records with their sha256, too")
        ->excludes(quiet);
    add_colour_option(*command, options->colour);
    command->footer(footer);
    command->callback([options, &action] { action = [options] { return run_check(*options); }; });
}

} // namespace nohz::cli
