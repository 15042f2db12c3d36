// SPDX-License-Identifier: GPL-2.0-or-later
// Made-up results for tests.
#pragma once

#include "measure/measure.h"

namespace nohz::measure
{

inline RunResult example_run()
{
    RunResult run;
    run.cpu = 1;
    run.iterations = 1000;
    run.total_nsec = 293'708;
    run.mean_ns = 293.708;
    run.typical_ns = 292.123456;
    run.quantiles_ns = {{"0", 290},    {"0.05", 291}, {"0.25", 292}, {"0.5", 292.123456},
                        {"0.75", 293}, {"0.95", 295}, {"1", 900}};
    run.batches = 10;
    run.interrupted_batches = 1;
    run.timer_interrupts = 4;
    run.other_interrupts = 2;
    run.steal_ns = 10'000'000;
    run.cpus_seen = "1";
    return run;
}

inline Document example_document()
{
    Document document;
    document.op = "getppid";
    document.clock_cost_ns = 25.1;
    document.clock_resolution_ns = 1;
    document.loop_cost_ns = 0.03;
    document.batch_iterations = 100;
    document.runs = {example_run()};
    return document;
}

} // namespace nohz::measure
