// SPDX-License-Identifier: GPL-2.0-or-later
// What our measurement adds to the best hand-written loop: side by side, in turns.
//
// A hand-written loop is bare system calls between two clock readings and nothing else: here a
// plain one and one with 64 calls to a turn. Every round has a slice of each in an order that runs
// forth and back, so that a drift of the machine falls on all alike. Exit status 1 if our avg is
// further than 2 % from the better one's.
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "measure/affinity.h"
#include "measure/raw_syscall.h"
#include "measure/session.h"
#include "stats/quantile.h"

using namespace nohz;
using namespace nohz::measure;

namespace
{

constexpr std::uint64_t slice_iterations = 6'400; // less than a millisecond
constexpr int rounds = 2'500;
constexpr double allowed = 0.02;

[[gnu::noinline]] std::uint64_t plain_loop()
{
    const std::uint64_t start = now_ns();
    for (std::uint64_t i = 0; i < slice_iterations; ++i)
        raw_syscall(SYS_getppid);
    return now_ns() - start;
}

[[gnu::always_inline]] inline void four_calls()
{
    raw_syscall(SYS_getppid), raw_syscall(SYS_getppid);
    raw_syscall(SYS_getppid), raw_syscall(SYS_getppid);
}

[[gnu::always_inline]] inline void sixteen_calls()
{
    four_calls(), four_calls(), four_calls(), four_calls();
}

[[gnu::noinline]] std::uint64_t unrolled_loop()
{
    const std::uint64_t start = now_ns();
    for (std::uint64_t i = 0; i < slice_iterations; i += 64)
        sixteen_calls(), sixteen_calls(), sixteen_calls(), sixteen_calls();
    return now_ns() - start;
}

class Ours
{
public:
    Ours()
        : loop_(make_getppid_loop()),
          batch_iterations_(calibrate("getppid", *loop_, {}).batch_iterations)
    {
    }

    std::uint64_t measure()
    {
        samples_.clear();
        return run_chain(*loop_, {batch_iterations_, slice_iterations, no_limit}, samples_, seen_)
            .total_nsec;
    }

private:
    std::unique_ptr<Loop> loop_;
    std::uint64_t batch_iterations_;
    BatchSamples samples_;
    CpusSeen seen_;
};

// The slices of one way to measure.
struct Slices {
    std::vector<double> each_ns;

    void add(std::uint64_t duration_ns) { each_ns.push_back(static_cast<double>(duration_ns)); }
    double avg() const
    {
        return std::accumulate(each_ns.begin(), each_ns.end(), 0.0) /
               static_cast<double>(each_ns.size() * slice_iterations);
    }
    double typical() const { return stats::median(each_ns) / slice_iterations; }
};

void print(std::string_view name, const Slices& slices)
{
    fmt::print(stdout, "{:<14} avg {:.2f} ns, median of slices {:.2f} ns\n", name, slices.avg(),
               slices.typical());
}

ExitCode run()
{
    pin_to(usable_cpus().last(), "bench");
    Ours measurement;
    measurement.measure();
    Slices ours;
    Slices plain;
    Slices unrolled;
    for (int round = 0; round < rounds; ++round) {
        ours.add(measurement.measure());
        plain.add(plain_loop());
        unrolled.add(unrolled_loop());
        unrolled.add(unrolled_loop());
        plain.add(plain_loop());
        ours.add(measurement.measure());
    }
    print("nohz-measure", ours);
    print("plain loop", plain);
    print("unrolled loop", unrolled);
    const Slices& best = plain.typical() < unrolled.typical() ? plain : unrolled;
    const double ratio = ours.typical() / best.typical();
    fmt::print(stdout,
               "ratio to the best: avg {:.4f}, median of slices {:.4f}; allowed {:.2f} to {:.2f}\n",
               ours.avg() / best.avg(), ratio, 1 - allowed, 1 + allowed);
    return std::abs(ratio - 1) <= allowed ? ExitCode::pass : ExitCode::fail;
}

} // namespace

int main()
{
    return run_main("loop_ratio", run);
}
