// SPDX-License-Identifier: GPL-2.0-or-later
// The measurement: timed runs on one placement, and interleaved rounds of two CPUs.
//
// Needs /proc and /sys (and /dev/zero for the entry path `read`), no privilege and nothing else, so
// that it also works as process 1 of an initramfs. Ends early, with what was measured so far, when
// a signal was caught (base/interrupt.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace nohz::measure
{

struct Document;
struct Round;

struct RunOptions {
    std::string op = "getppid";
    std::optional<int> cpu;                  // nothing: wherever the scheduler puts us
    std::optional<std::uint64_t> iterations; // exactly so many; at most one of the two is given,
    std::optional<double> seconds;           // and with neither a run takes about a second
    int runs = 1;
    std::optional<std::uint64_t> batch_iterations; // nothing: calibrated
    // Called by every thread that measures, before it does: the place to drop privileges.
    std::function<void()> before_measuring;
    // Called once, after calibration: the document without its runs.
    std::function<void(const Document&)> when_ready;
};

struct PairOptions {
    std::string op = "getppid";
    int cpu_a = 0;
    int cpu_b = 0; // may be cpu_a: what this machine can tell from 1
    double seconds = 5;
    std::optional<int> rounds; // instead of `seconds`
    std::uint64_t seed = 1;    // of the order of the rounds; the same seed, the same order
    std::optional<std::uint64_t> batch_iterations;
    std::function<void()> before_measuring; // these two as in RunOptions
    std::function<void(const Document&)> when_ready;
    // Called after each round, and after on_round: true ends the pair before its time.
    std::function<bool(const Round&)> enough;
    // To prove what is found. A makes this share of entries more than it counts: with 0.06 each
    // iteration of A costs 6 % more. Not negative.
    double extra_entries_a = 0;
    // Called in A's thread alone, after before_measuring. A then has a thread of its own on the
    // same CPU too: what it does to its thread (a seccomp filter) is not B's.
    std::function<void()> before_measuring_a;
};

// One run. In a pair: all chunks of one CPU; its counters then span the whole pair, the time when
// the other side measured included: `counted_ns`.
struct RunResult {
    std::optional<int> cpu; // as asked for
    std::uint64_t iterations = 0;
    std::uint64_t total_nsec = 0;               // everything included: batches are chained
    double mean_ns = 0;                         // total_nsec / iterations
    double typical_ns = 0;                      // median over batches, an iteration
    std::map<std::string, double> quantiles_ns; // "0.05" -> over batches, an iteration
    std::uint64_t batches = 0;
    std::uint64_t interrupted_batches = 0; // batch.h says which
    // How long the counters below ran, where that is not total_nsec: in a pair.
    std::optional<std::uint64_t> counted_ns;
    std::uint64_t involuntary_switches = 0; // of the measuring thread (getrusage)
    // On the one CPU that the loop could run on; nothing where it could run on several, or where
    // /proc does not say.
    std::optional<std::uint64_t> timer_interrupts;
    std::optional<std::uint64_t> other_interrupts;
    std::optional<std::uint64_t> steal_ns; // in steps of a USER_HZ tick, 10 ms
    std::string cpus_seen;                 // CPU list, sampled about once a millisecond
    std::string disturbed;                 // why this run must not be used silently; "" fine
};

struct Round {
    int number = 0;           // from 1
    bool b_first = false;     // B-A-A-B instead of A-B-B-A
    std::vector<double> a_ns; // the two chunks of each CPU in the order measured: the median
    std::vector<double> b_ns; // of a chunk's batches, an iteration
    double log_ratio = 0;     // mean(ln a) - mean(ln b)
};

struct Document {
    std::string op;
    double clock_cost_ns = 0;       // of one reading of CLOCK_MONOTONIC_RAW
    double clock_resolution_ns = 0; // the step in which it advances
    double loop_cost_ns = 0;        // the loop around the entry itself, an iteration
    std::uint64_t batch_iterations = 0;
    std::vector<RunResult> runs;
    std::optional<std::vector<double>> log_ratios; // of a pair: one a round
};

// Throws UsageError for an entry path or a CPU that is not there, RefusedError where the system
// does not let us measure. `on_run` gets each result as soon as there is one.
Document measure_runs(const RunOptions& options,
                      const std::function<void(const RunResult&)>& on_run = {});

// Two threads, one a CPU, of which one measures while the other sleeps; one thread where both CPUs
// are the same, because every hand-over on a busy CPU waits for its turn. Errors as measure_runs.
// The document has two runs, A then B. `on_round` is called between rounds.
Document measure_pair(const PairOptions& options,
                      const std::function<void(const Round&)>& on_round = {});

} // namespace nohz::measure
