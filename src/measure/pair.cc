// SPDX-License-Identifier: GPL-2.0-or-later
// Interleaved measurement of two CPUs, of which one measures at a time.
#include "measure/measure.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "base/error.h"
#include "base/interrupt.h"
#include "measure/affinity.h"
#include "measure/disturbance.h"
#include "measure/entry_path.h"
#include "measure/extra_entries.h"
#include "measure/round.h"
#include "measure/session.h"
#include "measure/worker.h"
#include "stats/quantile.h"

namespace nohz::measure
{

namespace
{

constexpr std::uint64_t batches_a_chunk = 50;
// After a hand-over the caches are another's. Seen on a Sapphire Rapids guest over 3,000 of them:
// the first batch 3 % slower than the rest, from the second on within 0.5 %.
constexpr std::uint64_t batches_discarded = 2;

class PinnedThread
{
public:
    PinnedThread(int cpu, const PairOptions& options, const std::function<void()>& prepare)
        : cpu_(cpu)
    {
        call([&] {
            pin_to(cpu, "--pair");
            if (options.before_measuring)
                options.before_measuring();
            if (prepare)
                prepare();
        });
    }

    int cpu() const noexcept { return cpu_; }
    void call(const std::function<void()>& task) { worker_.call(task); }
    void post(std::function<void()> task) { worker_.post(std::move(task)); }

private:
    int cpu_;
    Worker worker_;
};

// One side of the pair: its loop and its figures. All of its work is done in its thread.
class PinnedSide
{
public:
    PinnedSide(const PairOptions& options, PinnedThread& thread, const EntryPath& path,
               double extra_entries)
        : options_(options), thread_(thread)
    {
        thread_.call([&] {
            loop_ = path.make_loop();
            if (extra_entries > 0)
                loop_ = with_extra_entries(std::move(loop_), extra_entries);
            warm_up(*loop_);
        });
    }

    Document calibrate_here()
    {
        Document document;
        thread_.call([&] { document = calibrate(options_.op, *loop_, options_.batch_iterations); });
        return document;
    }

    void start(std::uint64_t batch_iterations)
    {
        thread_.call([&] {
            warm_up(*loop_);
            limits_.batch_iterations = batch_iterations;
            limits_.iterations = batches_a_chunk * batch_iterations;
            before_ = Counters::read(thread_.cpu());
        });
    }

    // In the thread: the chunk's figure.
    double measure_chunk()
    {
        for (std::uint64_t i = 0; i < batches_discarded; ++i)
            loop_->run(limits_.batch_iterations);
        chunk_.clear();
        const ChainTotals totals = run_chain(*loop_, limits_, chunk_, seen_);
        totals_.iterations += totals.iterations;
        totals_.total_nsec += totals.total_nsec;
        totals_.batches += totals.batches;
        const std::vector<double> durations_ns = chunk_.durations_ns();
        for (const double duration_ns : durations_ns)
            samples_.add(static_cast<std::uint64_t>(duration_ns));
        return stats::median(durations_ns) / static_cast<double>(limits_.batch_iterations);
    }

    void post(std::function<void()> task) { thread_.post(std::move(task)); }

    RunResult finish()
    {
        RunResult result;
        thread_.call([&] {
            const int cpu = thread_.cpu();
            result.cpu = cpu;
            const Counters after = Counters::read(cpu);
            before_.fill_difference(after, result);
            result.counted_ns = before_.ns_until(after);
            result.cpus_seen = seen_.list().to_string();
            result.disturbed = placement_fault(cpu);
            if (result.disturbed.empty() && seen_.list() != host::CpuList{cpu})
                result.disturbed = "left its CPU during the pair: seen on " + result.cpus_seen;
            if (result.disturbed.empty())
                result.disturbed = before_.find_steal_fault(after);
            fill_figures(totals_, samples_, limits_.batch_iterations, result);
        });
        return result;
    }

private:
    const PairOptions& options_;
    PinnedThread& thread_;
    std::unique_ptr<Loop> loop_;
    ChainLimits limits_;
    ChainTotals totals_;
    BatchSamples samples_;
    BatchSamples chunk_{batches_a_chunk};
    CpusSeen seen_;
    Counters before_;
};

// Hands the turn from thread to thread without waking the one that started the round. A thread that
// has the next chunk too finds it at once.
class RoundRunner
{
public:
    RoundRunner(PinnedSide& a, PinnedSide& b) : a_(a), b_(b) {}

    Round run(int number, bool b_first)
    {
        order_ = round_order(b_first);
        next(0);
        over_.wait();
        if (error_)
            std::rethrow_exception(error_);
        return make_round(number, b_first, figures_ns_);
    }

private:
    void next(std::size_t chunk)
    {
        PinnedSide& side = order_[chunk] == Side::a ? a_ : b_;
        side.post([this, chunk] { measure(chunk); });
    }

    void measure(std::size_t chunk)
    {
        try {
            figures_ns_[chunk] = (order_[chunk] == Side::a ? a_ : b_).measure_chunk();
        } catch (...) {
            error_ = std::current_exception();
            over_.pass();
            return;
        }
        if (chunk + 1 < order_.size())
            next(chunk + 1);
        else
            over_.pass();
    }

    PinnedSide& a_;
    PinnedSide& b_;
    RoundOrder order_{};
    std::array<double, 4> figures_ns_{};
    std::exception_ptr error_;
    Baton over_;
};

void check(const PairOptions& options)
{
    if (options.rounds && *options.rounds < 1)
        throw UsageError("--rounds", "is less than 1", "give at least 1");
    if (!options.rounds && !(options.seconds > 0))
        throw UsageError("--duration", "is not longer than 0", "give some seconds");
    if (!(options.extra_entries_a >= 0) || !std::isfinite(options.extra_entries_a))
        throw UsageError("extra entries", "are less than none", "give a share of 0 or more");
}

bool shares_a_thread(const PairOptions& options)
{
    return options.cpu_a == options.cpu_b && !options.before_measuring_a;
}

bool is_over(const PairOptions& options, int rounds, std::uint64_t start_ns)
{
    if (interrupt_signal() != 0)
        return true;
    if (options.rounds)
        return rounds >= *options.rounds;
    return static_cast<double>(now_ns() - start_ns) >= options.seconds * 1e9;
}

} // namespace

Document measure_pair(const PairOptions& options, const std::function<void(const Round&)>& on_round)
{
    check(options);
    const EntryPath& path = find_entry_path(options.op);
    lock_memory();
    PinnedThread thread_a(options.cpu_a, options, options.before_measuring_a);
    std::optional<PinnedThread> thread_b;
    if (!shares_a_thread(options))
        thread_b.emplace(options.cpu_b, options, nullptr);
    PinnedSide a(options, thread_a, path, options.extra_entries_a);
    PinnedSide b(options, thread_b ? *thread_b : thread_a, path, 0);
    if (options.before_measuring)
        options.before_measuring();
    Document document = a.calibrate_here();
    if (options.when_ready)
        options.when_ready(document);
    a.start(document.batch_iterations);
    b.start(document.batch_iterations);

    std::mt19937_64 random(options.seed);
    std::vector<double> log_ratios;
    RoundRunner runner(a, b);
    const std::uint64_t start_ns = now_ns();
    int number = 0;
    do {
        const Round round = runner.run(++number, draw_b_first(random));
        // A signal cuts its round short; only a first one is better than nothing.
        if (interrupt_signal() != 0 && number > 1)
            break;
        log_ratios.push_back(round.log_ratio);
        if (on_round)
            on_round(round);
        if (options.enough && options.enough(round))
            break;
    } while (!is_over(options, number, start_ns));
    document.runs = {a.finish(), b.finish()};
    document.log_ratios = std::move(log_ratios);
    return document;
}

} // namespace nohz::measure
