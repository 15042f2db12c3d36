// SPDX-License-Identifier: GPL-2.0-or-later
// What other work on the machine does to `typical` and to `mean`: quiet and loaded runs in turns.
//
// Loaded means two busy processes on every CPU that we can use. Exit status 1 unless `typical`
// stays within 3 % of its quiet value while `mean` does not.
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "busy_process.h"
#include "measure/affinity.h"
#include "measure/measure.h"
#include "stats/quantile.h"

using namespace nohz;
using namespace nohz::measure;

namespace
{

constexpr int repetitions = 5;
constexpr double seconds = 2;
constexpr double allowed = 0.03;

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
        const bench::Load load = bench::load_every_cpu();
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
