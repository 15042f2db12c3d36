// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of nohz-measure.
#include "measure/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "measure/duration.h"
#include "measure/entry_path.h"

namespace nohz::measure
{

namespace
{

constexpr std::uint64_t most_iterations = 1'000'000'000'000'000;
constexpr std::uint64_t largest_batch = 1'000'000'000;
constexpr std::uint64_t most_runs = 100'000;
constexpr std::uint64_t most_rounds = 10'000'000;
// More than any kernel has, so that 99999 is told which CPUs there are.
constexpr std::uint64_t largest_cpu = 1'000'000;
constexpr double longest_seconds = 30.0 * 24 * 3600;

// What stands behind each option, not yet read.
struct Words {
    std::string op = "getppid";
    std::optional<std::string> cpu;
    std::optional<std::string> iterations;
    std::optional<std::string> duration;
    std::optional<std::string> runs;
    std::optional<std::string> batch;
    std::optional<std::string> pair;
    std::optional<std::string> rounds;
    std::optional<std::string> seed;
    bool json = false;
};

std::optional<std::uint64_t> number(std::string_view option, const std::optional<std::string>& word,
                                    std::uint64_t smallest, std::uint64_t largest)
{
    if (!word)
        return std::nullopt;
    const std::optional<std::uint64_t> value = parse_whole_number(*word);
    if (!value || *value < smallest || *value > largest)
        throw UsageError(option, fmt::format("'{}' is not what it takes", *word),
                         fmt::format("give a whole number from {} to {}", smallest, largest));
    return value;
}

std::optional<int> small_number(std::string_view option, const std::optional<std::string>& word,
                                std::uint64_t smallest, std::uint64_t largest)
{
    const std::optional<std::uint64_t> value = number(option, word, smallest, largest);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::optional<double> seconds(const std::optional<std::string>& word)
{
    if (!word)
        return std::nullopt;
    const std::optional<double> value = parse_duration(*word);
    if (!value || *value < 1e-3 || *value > longest_seconds)
        throw UsageError("--duration", fmt::format("'{}' is not a span of time it takes", *word),
                         "give seconds, or 500ms, 10s, 2m, 1h; 1 ms to 30 days");
    return value;
}

void refuse_together(std::string_view option, const std::optional<std::string>& word,
                     std::string_view other)
{
    if (word)
        throw UsageError(option, fmt::format("does not go together with {}", other),
                         "give one of the two");
}

void refuse_without_pair(std::string_view option, const std::optional<std::string>& word)
{
    if (word)
        throw UsageError(option, "is only for --pair", "leave it out or give --pair A,B");
}

RunOptions run_options(const Words& words)
{
    refuse_without_pair("--rounds", words.rounds);
    refuse_without_pair("--seed", words.seed);
    if (words.iterations)
        refuse_together("--duration", words.duration, "--iterations");
    RunOptions options;
    options.op = find_entry_path(words.op).name;
    options.cpu = small_number("--cpu", words.cpu, 0, largest_cpu);
    options.iterations = number("--iterations", words.iterations, 1, most_iterations);
    options.seconds = seconds(words.duration);
    options.runs = small_number("--runs", words.runs, 1, most_runs).value_or(1);
    options.batch_iterations = number("--batch", words.batch, 1, largest_batch);
    return options;
}

PairOptions pair_options(const Words& words)
{
    refuse_together("--cpu", words.cpu, "--pair");
    refuse_together("--iterations", words.iterations, "--pair");
    refuse_together("--runs", words.runs, "--pair");
    if (words.rounds)
        refuse_together("--duration", words.duration, "--rounds");
    const std::vector<std::string_view> cpus = split(*words.pair, ',');
    if (cpus.size() != 2)
        throw UsageError("--pair", fmt::format("'{}' is not two CPUs", *words.pair),
                         "give two CPU numbers, as in --pair 1,0");
    PairOptions options;
    options.op = find_entry_path(words.op).name;
    options.cpu_a = *small_number("--pair", std::string(cpus[0]), 0, largest_cpu);
    options.cpu_b = *small_number("--pair", std::string(cpus[1]), 0, largest_cpu);
    options.seconds = seconds(words.duration).value_or(options.seconds);
    options.rounds = small_number("--rounds", words.rounds, 1, most_rounds);
    options.seed = number("--seed", words.seed, 0, ~std::uint64_t{0}).value_or(options.seed);
    options.batch_iterations = number("--batch", words.batch, 1, largest_batch);
    return options;
}

std::string footer()
{
    std::string text = "Entry paths (--op):\n";
    for (const EntryPath& path : entry_paths())
        text += fmt::format("  {:<12} {}\n", path.name, path.summary);
    return text + R"(
Without --iterations and --duration a run takes about a second.

Examples:
  nohz-measure                                      where the scheduler likes, one second
  taskset -c 4 nohz-measure --iterations 100000000  on CPU 4, as the reference was measured
  nohz-measure --cpu 4 --iterations 100000000 --runs 4
  nohz-measure --pair 1,0 --duration 30             CPU 1 against CPU 0, interleaved
  nohz-measure --cpu 4 --json                       one JSON document on one line

The last lines of the output:
  typical  median over short batches, which an interrupt or a preemption does not move
  total    all the time that the run took, interrupts and preemptions included
  avg      the integer part of total / iterations; `tail -n 2` shows these two

With --pair, `cpu A / cpu B` is the ratio of the two. --pair with --json prints a line a round, then
the document. Ctrl-C prints what was measured so far.

Exit status: 0 done, 2 bad usage, 4 the system refused.)";
}

void add_options(CLI::App& app, Words& words)
{
    app.add_option("--cpu", words.cpu, "pin the loop to CPU N")->option_text("N");
    app.add_option("--op", words.op, "the way into the kernel to measure (getppid)")
        ->option_text("NAME");
    app.add_option("--iterations", words.iterations, "make exactly N iterations a run")
        ->option_text("N");
    app.add_option("--duration", words.duration, "measure for so long a run: 10, 0.5, 10s, 2m")
        ->option_text("TIME");
    app.add_option("--runs", words.runs, "make N runs (1)")->option_text("N");
    app.add_option("--pair", words.pair,
                   "measure CPUs A and B in turns, 5 s or --duration or --rounds")
        ->option_text("A,B");
    app.add_option("--rounds", words.rounds, "of a pair: make N rounds of A-B-B-A")
        ->option_text("N");
    app.add_option("--seed", words.seed, "of a pair: of the random order of its rounds (1)")
        ->option_text("N");
    app.add_option("--batch", words.batch,
                   "iterations between two clock readings (calibrated: about 50 us)")
        ->option_text("N");
    app.add_flag("--json", words.json, "print a JSON document instead of lines for people");
}

} // namespace

ProgramOptions parse_options(int argc, const char* const* argv)
{
    CLI::App app("Times a way into the kernel and back, on one CPU or on two in turns.",
                 "nohz-measure");
    Words words;
    app.set_help_flag("-h,--help", "print this help");
    app.set_version_flag("--version", fmt::format("nohz-measure {}", tool_version));
    add_options(app, words);
    app.footer(footer());
    ProgramOptions options;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        options.answer = app.help();
        return options;
    } catch (const CLI::CallForVersion&) {
        options.answer = fmt::format("nohz-measure {}\n", tool_version);
        return options;
    } catch (const CLI::ParseError& error) {
        throw UsageError("", error.what());
    }
    options.json = words.json;
    if (words.pair)
        options.measurement = pair_options(words);
    else
        options.measurement = run_options(words);
    return options;
}

} // namespace nohz::measure
