// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead compare`: two kernels' records.
#include "cli/compare_command.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "check/kernels.h"
#include "cli/check_command.h"
#include "cli/number_range.h"
#include "cli/output.h"
#include "record/record.h"
#include "report/kernels.h"

namespace nohz::cli
{

namespace
{

constexpr const char* footer =
    R"(Compares each scenario, placement, CPU and entry path that both kernels have on
the same machine. In time, two boots or more of each kernel give an interval;
one boot a side is marked indicative. Exact emulated figures have no noise: a
difference of one instruction is a difference.

Example:
  nohz-overhead compare records-6.1.0-56/ records-6.1.0-57/

Exit codes: 0 no regression, 1 a regression beyond the limit, 2 bad usage or bad
input, 3 INCONCLUSIVE, 4 the system refused, 77 SKIP (nothing in common).)";

struct CompareOptions {
    std::filesystem::path base;
    std::filesystem::path new_kernel;
    std::vector<std::string> thresholds;
    double limit = 1.05;
    bool json = false;
    report::TableOptions table;
    std::string colour;
};

ExitCode run_compare(const CompareOptions& options)
{
    const check::KernelComparison comparison = check::compare_kernels(
        record::load_records({options.base}), record::load_records({options.new_kernel}),
        options.limit, rules_in_force(options.thresholds).rules);
    report::TableOptions table = options.table;
    table.colour = wants_colour(options.colour);
    print_output(options.json ? report::to_json(comparison) : report::to_table(comparison, table));
    return check::exit_code_of(comparison.verdict);
}

} // namespace

void add_compare_command(CLI::App& app, Action& action)
{
    CLI::App* command =
        app.add_subcommand("compare", "Compare two kernels' records, entry path by entry path");
    auto options = std::make_shared<CompareOptions>();
    command->add_option("BASE", options->base, "A record or a folder of them: the kernel before")
        ->required();
    command->add_option("NEW", options->new_kernel, "The same of the kernel after")->required();
    command->add_option("--limit", options->limit, "Ratio above which slower is a regression")
        ->check(number_range(1.0, 1000.0))
        ->capture_default_str();
    add_thresholds_option(*command, options->thresholds, "File with another confidence or margin");
    command->add_flag("--json", options->json, "Print a JSON document instead of a table");
    command->add_flag("-q,--quiet", options->table.quiet, "Print the verdict only");
    add_colour_option(*command, options->colour);
    command->footer(footer);
    command->callback([options, &action] { action = [options] { return run_compare(*options); }; });
}

} // namespace nohz::cli
