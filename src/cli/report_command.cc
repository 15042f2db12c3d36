// SPDX-License-Identifier: GPL-2.0-or-later
// `nohz-overhead report`: the evidence as a document for people or for a CI.
#include "cli/report_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/check_command.h"
#include "cli/output.h"
#include "record/record.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/ktap.h"
#include "report/launchpad.h"
#include "report/markdown.h"

namespace nohz::cli
{

namespace
{

constexpr const char* footer =
    R"(launchpad: a plain text comment for a bug, with every run; markdown: tables for a
merge request or wiki, without the single runs; html: one page with plots, for a
browser, needs no network; junit: for a CI; ktap: for kernel test tools. In junit
and ktap INCONCLUSIVE counts as skipped: it is no failure, and no proof either.

Examples:
  nohz-overhead report records/
  nohz-overhead report --bug 1919154 --series jammy records/ >comment.txt
  nohz-overhead report --format html --output report.html records/
  nohz-overhead report --format junit --output junit.xml records/

Exit codes: 0 done, whatever the verdict (`check` gives that), 2 bad usage or bad
input, 4 the system refused.)";

struct Format {
    const char* name;
    std::string (*make)(const report::Evidence&);
};

constexpr std::array formats = {Format{"launchpad", report::to_launchpad},
                                Format{"markdown", report::to_markdown},
                                Format{"html", report::to_html}, Format{"junit", report::to_junit},
                                Format{"ktap", report::to_ktap}};

struct ReportOptions {
    std::vector<std::filesystem::path> paths;
    std::string format = "launchpad";
    std::string bug;
    report::Subject subject;
    std::vector<std::string> thresholds;
    std::vector<std::string> limits;
    std::filesystem::path output;
    bool force = false;
};

bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// The names of series and source packages: Debian Policy 5.6.1.
std::string require_name(const char* option, std::string name)
{
    const bool good = std::all_of(name.begin(), name.end(), [](char c) {
        return is_letter_or_digit(c) || std::string_view("+-.").find(c) != std::string_view::npos;
    });
    if (!good || name.size() > 64 || (!name.empty() && !is_letter_or_digit(name.front())))
        throw UsageError(option, fmt::format("\"{}\" is no such name", printable(name, 100)),
                         "lower-case letters, digits and \"+-.\" were expected, a letter or digit "
                         "first");
    return name;
}

report::Subject subject_of(const ReportOptions& options)
{
    report::Subject subject;
    subject.series = require_name("--series", options.subject.series);
    subject.source = require_name("--source", options.subject.source);
    if (options.bug.empty())
        return subject;
    subject.bug = parse_whole_number(options.bug);
    if (!subject.bug || options.bug.front() == '0')
        throw UsageError("--bug",
                         fmt::format("\"{}\" is no bug number", printable(options.bug, 100)),
                         "a whole number as 1919154 was expected");
    return subject;
}

void write_document(const ReportOptions& options, const std::string& document)
{
    if (options.output.empty())
        return print_output(document);
    if (options.force)
        return replace_file(options.output, document);
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(options.output, error)))
        throw RefusedError(options.output.string(), "is there already",
                           "give another name, or --force to replace it");
    write_new_file(options.output, document);
}

ExitCode run_report(const ReportOptions& options)
{
    const auto format = std::find_if(formats.begin(), formats.end(), [&](const Format& each) {
        return options.format == each.name;
    });
    const report::Subject subject = subject_of(options);
    RulesInForce limits = rules_in_force(options.thresholds, options.limits);
    report::Evidence evidence = report::make_evidence(record::load_records(options.paths),
                                                      std::move(limits.rules), subject);
    evidence.limits_changed_by = std::move(limits.changed_by);
    write_document(options, format->make(evidence));
    return ExitCode::pass;
}

} // namespace

void add_report_command(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand(
        "report", "The evidence and the verdict as a comment, a page, or test results");
    auto options = std::make_shared<ReportOptions>();
    command
        ->add_option("PATH", options->paths,
                     "Records, folders of records, or folders of reference-style logs")
        ->required();
    command->add_option("-f,--format", options->format, "launchpad, markdown, html, junit or ktap")
        ->type_name("WORD")
        ->check(CLI::IsMember({"launchpad", "markdown", "html", "junit", "ktap"}))
        ->capture_default_str();
    command->add_option("--bug", options->bug, "Number of the Launchpad bug")->type_name("N");
    command
        ->add_option("--series", options->subject.series,
                     "Ubuntu series that is verified, for the tag: jammy, noble, ...")
        ->type_name("NAME");
    command
        ->add_option("--source", options->subject.source,
                     "Source package of the kernel, for the tag (default: linux)")
        ->type_name("NAME");
    add_limit_options(*command, options->thresholds, options->limits);
    command->add_option("-o,--output", options->output, "File to write; standard output without")
        ->type_name("FILE");
    command->add_flag("--force", options->force, "Replace the file if it is there");
    command->footer(footer);
    command->callback([options, &action] { action = [options] { return run_report(*options); }; });
}

} // namespace nohz::cli
