// SPDX-License-Identifier: GPL-2.0-or-later
// Real decisions with the product's engine: how often they are right, and how long they take.
//
// Each measures one CPU against itself, with side A slowed down by a known amount, and decides as
// soon as it is sure whether the ratio is above the limit. Prints one JSON line.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "allow_all_filter.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "busy_process.h"
#include "cli/number_range.h"
#include "measure/affinity.h"
#include "measure/loop.h"
#include "measure/measure.h"
#include "stats/decision.h"
#include "stats/quantile.h"

using namespace nohz;
using namespace nohz::bench;

namespace
{

struct DecideOptions {
    int decisions = 20;
    double injected_percent = 0;
    double limit_percent = 5;
    double budget_seconds = 20;
    double error = stats::DecisionPlan().error;
    std::optional<int> cpu;
    std::optional<std::uint64_t> batch_iterations;
    unsigned seed = 1;
    bool loaded = false;
    bool seccomp = false;
    bool verbose = false;
};

struct Outcome {
    stats::Decision decision;
    double seconds = 0; // from the start of the measurement, calibration included
};

// Batches whose extra entries are whole turns of the loop, because single entries cost more: 6 % in
// batches of 432 read as 6.4 % on a Sapphire Rapids guest, in batches of 800 as 6.06 %. Nothing,
// for calibrated batches, where nothing is injected or no such length is near the calibrated one.
std::optional<std::uint64_t> batch_for(double injected_percent)
{
    constexpr std::uint64_t shortest = 800;
    constexpr std::uint64_t longest = 3200;
    if (injected_percent == 0)
        return std::nullopt;
    for (std::uint64_t length = shortest; length <= longest; length += measure::entries_a_turn) {
        const double turns = static_cast<double>(length) * injected_percent / 100 /
                             static_cast<double>(measure::entries_a_turn);
        if (std::fabs(turns - std::round(turns)) < 1e-9)
            return length;
    }
    return std::nullopt;
}

measure::PairOptions pair_options(const DecideOptions& options, int number)
{
    measure::PairOptions pair;
    pair.cpu_a = pair.cpu_b = options.cpu.value_or(measure::usable_cpus().last());
    pair.seconds = options.budget_seconds;
    pair.batch_iterations =
        options.batch_iterations ? options.batch_iterations : batch_for(options.injected_percent);
    pair.seed = options.seed + static_cast<unsigned>(number);
    pair.extra_entries_a = options.injected_percent / 100;
    if (options.seccomp)
        pair.before_measuring_a = [] { install_allow_all_filter(); };
    return pair;
}

// Nothing where a signal cut it short.
std::optional<Outcome> decide(const DecideOptions& options, int number)
{
    stats::DecisionPlan plan;
    plan.limit_ratio = 1 + options.limit_percent / 100;
    plan.error = options.error;
    stats::SequentialDecision decision(plan);
    measure::PairOptions pair = pair_options(options, number);
    pair.enough = [&decision](const measure::Round& round) {
        return decision.add(round.log_ratio).verdict != stats::Verdict::keep_going;
    };
    const auto start = std::chrono::steady_clock::now();
    measure::measure_pair(pair);
    if (interrupt_signal() != 0)
        return std::nullopt;
    Outcome outcome;
    outcome.decision = decision.finish();
    outcome.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return outcome;
}

void print_outcome(int number, const Outcome& outcome)
{
    static constexpr const char* names[] = {"undecided", "pass", "fail", "inconclusive"};
    const stats::Decision& decision = outcome.decision;
    fmt::print(stderr, "{}: {} {:.4f} ({:.4f} to {:.4f}), {} rounds, {} looks, {:.2f} s\n", number,
               names[static_cast<int>(decision.verdict)], std::exp(decision.estimate.mean),
               std::exp(decision.interval.low), std::exp(decision.interval.high), decision.rounds,
               decision.looks, outcome.seconds);
}

std::vector<Outcome> decide_all(const DecideOptions& options)
{
    std::vector<Outcome> outcomes;
    for (int number = 1; number <= options.decisions; ++number) {
        const std::optional<Outcome> outcome = decide(options, number);
        if (!outcome)
            break;
        if (options.verbose)
            print_outcome(number, *outcome);
        outcomes.push_back(*outcome);
    }
    return outcomes;
}

std::string to_json(const DecideOptions& options, const std::vector<Outcome>& outcomes)
{
    int counts[4] = {};
    std::vector<double> seconds;
    std::vector<double> rounds;
    std::vector<double> ratios;
    for (const Outcome& outcome : outcomes) {
        ++counts[static_cast<int>(outcome.decision.verdict)];
        seconds.push_back(outcome.seconds);
        rounds.push_back(static_cast<double>(outcome.decision.rounds));
        ratios.push_back(std::exp(outcome.decision.estimate.mean));
    }
    std::sort(seconds.begin(), seconds.end());
    std::sort(ratios.begin(), ratios.end());
    return fmt::format(
        R"({{"decisions":{},"pass":{},"fail":{},"inconclusive":{},"median_seconds":{:.3f},)"
        R"("p95_seconds":{:.3f},"median_rounds":{},"mean_ratio":{:.5f},"smallest_ratio":{:.5f},)"
        R"("largest_ratio":{:.5f},"injected":{},"limit":{},"loaded":{},"seccomp":{}}})",
        outcomes.size(), counts[static_cast<int>(stats::Verdict::pass)],
        counts[static_cast<int>(stats::Verdict::fail)],
        counts[static_cast<int>(stats::Verdict::inconclusive)], stats::quantile(seconds, 0.5),
        stats::quantile(seconds, 0.95), stats::median(rounds), stats::estimate_mean(ratios).mean,
        ratios.front(), ratios.back(), options.injected_percent, options.limit_percent,
        options.loaded, options.seccomp);
}

std::optional<DecideOptions> parse(int argc, char** argv)
{
    DecideOptions options;
    CLI::App app("Makes real decisions and prints how they came out as one JSON line.", "decide");
    app.add_option("--decisions", options.decisions, "how many (20)")->check(CLI::Range(1, 100000));
    app.add_option("--injected", options.injected_percent, "percent that A is made slower (0)")
        ->check(cli::number_range(0, 1000));
    app.add_option("--limit", options.limit_percent, "percent above 1 that are allowed (5)")
        ->check(cli::number_range(0, 1000));
    app.add_option("--budget", options.budget_seconds, "seconds a decision may take (20)")
        ->check(cli::number_range(0.1, 3600));
    app.add_option("--error", options.error, "chance of a wrong interval (0.01)")
        ->check(cli::number_range(1e-6, 0.5));
    app.add_option("--cpu", options.cpu, "CPU to measure on (the last)");
    app.add_option("--batch", options.batch_iterations, "iterations a batch")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000000}));
    app.add_option("--seed", options.seed, "of the order of the rounds (1)");
    app.add_flag("--loaded", options.loaded, "keep every CPU busy with two processes meanwhile");
    app.add_flag("--seccomp", options.seccomp, "put a seccomp filter on A's thread");
    app.add_flag("--verbose", options.verbose, "print every decision to standard error");
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print(stdout, "{}", app.help());
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw UsageError("", error.what());
    }
    return options;
}

ExitCode run(int argc, char** argv)
{
    const std::optional<DecideOptions> options = parse(argc, argv);
    if (!options)
        return ExitCode::pass;
    catch_interrupts();
    Load load;
    if (options->loaded)
        load = load_every_cpu();
    const std::vector<Outcome> outcomes = decide_all(*options);
    load.clear();
    if (!outcomes.empty())
        fmt::print(stdout, "{}\n", to_json(*options, outcomes));
    std::fflush(stdout);
    end_by_interrupt_signal();
    return ExitCode::pass;
}

} // namespace

int main(int argc, char** argv)
{
    return run_main("decide", [&] { return run(argc, argv); });
}
