// SPDX-License-Identifier: GPL-2.0-or-later
// What other work on the machine does to `typical` and to `mean`: quiet and loaded runs in turns.
//
// Loaded means two busy processes on every CPU that we can use. Exit status 1 unless `typical`
// stays within 3 % of its quiet value while `mean` does not.
#include <cerrno>
#include <cmath>
#include <csignal>
#include <vector>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/error.h"
#include "measure/affinity.h"
#include "measure/measure.h"
#include "stats/quantile.h"

using namespace nohz;
using namespace nohz::measure;

namespace
{

constexpr int repetitions = 5;
constexpr double seconds = 2;
constexpr int busy_a_cpu = 2;
constexpr double allowed = 0.03;

// A process that does nothing but count, on one CPU, until this object goes.
class BusyProcess
{
public:
    explicit BusyProcess(int cpu) : pid_(::fork())
    {
        if (pid_ < 0)
            throw system_refusal(errno, "fork");
        if (pid_ != 0)
            return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin_to(cpu, "bench");
        for (volatile unsigned long count = 0;;)
            count = count + 1;
    }
    BusyProcess(const BusyProcess&) = delete;
    BusyProcess& operator=(const BusyProcess&) = delete;
    ~BusyProcess()
    {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }

private:
    pid_t pid_;
};

std::vector<std::unique_ptr<BusyProcess>> load_every_cpu()
{
    std::vector<std::unique_ptr<BusyProcess>> load;
    for (const int cpu : usable_cpus())
        for (int i = 0; i < busy_a_cpu; ++i)
            load.push_back(std::make_unique<BusyProcess>(cpu));
    return load;
}

RunResult measure(std::string_view name)
{
    RunOptions options;
    options.cpu = usable_cpus().last();
    options.seconds = seconds;
    const RunResult run = measure_runs(options).runs.front();
    fmt::print(stdout, "{}: typical {:.2f} ns, mean {:.2f} ns, {} involuntary switches\n", name,
               run.typical_ns, run.mean_ns, run.involuntary_switches);
    return run;
}

ExitCode run()
{
    std::vector<double> typical_ratios;
    std::vector<double> mean_ratios;
    for (int i = 0; i < repetitions; ++i) {
        const RunResult quiet = measure("quiet ");
        const auto load = load_every_cpu();
        const RunResult loaded = measure("loaded");
        typical_ratios.push_back(loaded.typical_ns / quiet.typical_ns);
        mean_ratios.push_back(loaded.mean_ns / quiet.mean_ns);
    }
    const double typical = stats::median(typical_ratios);
    const double mean = stats::median(mean_ratios);
    fmt::print(
        stdout,
        "loaded / quiet, median of {}: typical {:.4f}, mean {:.4f}, allowed {:.2f} to {:.2f} "
        "for typical\n",
        repetitions, typical, mean, 1 - allowed, 1 + allowed);
    const bool holds = std::abs(typical - 1) <= allowed && std::abs(mean - 1) > allowed;
    return holds ? ExitCode::pass : ExitCode::fail;
}

} // namespace

int main()
{
    return run_main("load", run);
}
