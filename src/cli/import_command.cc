// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead import`: reference-style logs to records.
#include "cli/import_command.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "cli/output.h"
#include "record/import.h"
#include "record/record.h"

namespace nohz::cli
{

namespace
{

constexpr const char* footer =
    "Each folder holds any of log/ (kernel without NO_HZ_FULL), nohz-log/ (built in, inactive),\n"
    "nohz-activate-log/ (active) and nohz-activate-off-log/ (active, housekeeping CPU), with "
    "files\n"
    "notaskset.N and taskset.N whose last two lines are `total N nsec` and `avg N nsec`.\n"
    "host.toml beside them describes the machine: see nohz-overhead-record(5).\n"
    "The path of each record written is printed; an existing file is never overwritten.\n\n"
    "Example: nohz-overhead import ~/lp1919154 --output records\n\n"
    "Exit codes: 0 done, 2 bad usage or a log that is not one, 4 the system refused.";

struct Options {
    std::vector<std::string> directories;
    std::string iterations;
    std::string output = ".";
};

std::optional<std::uint64_t> read_iterations(const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const auto number = parse_whole_number(text);
    if (!number || *number == 0 || *number > INT64_MAX)
        throw UsageError("--iterations", fmt::format("\"{}\" is no number of iterations", text),
                         "a whole number from 1 on was expected");
    return number;
}

void make_folder(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw system_refusal(error.value(), folder.string(), "name a folder that can be written");
}

// Everything is read before anything is written: one bad log leaves no half of an import behind.
ExitCode import(const Options& options)
{
    const auto iterations = read_iterations(options.iterations);
    std::vector<record::Record> records;
    for (const std::string& directory : options.directories)
        for (record::Record& record : record::import_logs(directory, iterations))
            records.push_back(std::move(record));
    make_folder(options.output);
    for (const record::Record& record : records) {
        const std::filesystem::path file = record::new_record_path(options.output, record);
        record::write_record(record, file);
        print_output(printable(file.string()) + "\n");
    }
    return ExitCode::pass;
}

} // namespace

void add_import_command(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("import", "turn reference-style logs into records");
    command->footer(footer);
    command->add_option("directory", options->directories, "folders of logs")
        ->type_name("DIR")
        ->required();
    command
        ->add_option("--iterations", options->iterations,
                     "iterations of each run, instead of what the logs or host.toml say")
        ->type_name("N");
    command->add_option("--output", options->output, "folder for the records; made if missing")
        ->type_name("DIR")
        ->capture_default_str();
    command->callback([options, &action] { action = [options] { return import(*options); }; });
}

} // namespace nohz::cli
