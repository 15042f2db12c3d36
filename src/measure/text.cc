// SPDX-License-Identifier: GPL-2.0-or-later
// Measurements as lines for people.
#include "measure/text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "stats/quantile.h"

namespace nohz::measure
{

namespace
{

std::string place(const RunResult& run)
{
    return run.cpu ? fmt::format("CPU {}", *run.cpu)
                   : fmt::format("unpinned, CPU {}", run.cpus_seen);
}

double share(const RunResult& run)
{
    return 100.0 * static_cast<double>(run.interrupted_batches) / static_cast<double>(run.batches);
}

std::string count(const std::optional<std::uint64_t>& value)
{
    return value ? std::to_string(*value) : "unknown";
}

std::string disturbances(const RunResult& run)
{
    std::string text = fmt::format("{:.2f} % of {} batches interrupted, {} involuntary switches",
                                   share(run), run.batches, run.involuntary_switches);
    if (run.timer_interrupts || run.steal_ns)
        text += fmt::format(", {} timer and {} other interrupts, {} ms stolen",
                            count(run.timer_interrupts), count(run.other_interrupts),
                            run.steal_ns ? std::to_string(*run.steal_ns / 1'000'000) : "unknown");
    return text;
}

} // namespace

std::string describe_calibration(const Document& document)
{
    return fmt::format("{}, {} iterations a batch; a clock reading {} ns, the loop {} ns\n",
                       document.op, document.batch_iterations, format_cost(document.clock_cost_ns),
                       format_cost(document.loop_cost_ns));
}

std::string describe_run(const RunResult& run, std::string_view title)
{
    std::string text = fmt::format("{}: {}, {} iterations\n", title, place(run), run.iterations);
    const auto quantile = [&](const char* p) { return format_cost(run.quantiles_ns.at(p)); };
    text += fmt::format("typical {} ns (batches: 5 % {}, 25 % {}, 75 % {}, 95 % {})\n",
                        format_cost(run.typical_ns), quantile("0.05"), quantile("0.25"),
                        quantile("0.75"), quantile("0.95"));
    text += disturbances(run) + "\n";
    if (!run.disturbed.empty())
        text += fmt::format("disturbed: {}\n", run.disturbed);
    return text + fmt::format("total {} nsec\navg {} nsec\n", run.total_nsec,
                              run.total_nsec / run.iterations);
}

std::string describe_pair(const Document& document)
{
    std::vector<double> ratios;
    for (const double log_ratio : *document.log_ratios)
        ratios.push_back(std::exp(log_ratio));
    std::sort(ratios.begin(), ratios.end());
    std::string text = fmt::format(
        "{} / {}: {} over {} rounds (5 % {}, 95 % {})\n", place(document.runs[0]),
        place(document.runs[1]), format_ratio(stats::quantile(ratios, 0.5)), ratios.size(),
        format_ratio(stats::quantile(ratios, 0.05)), format_ratio(stats::quantile(ratios, 0.95)));
    text += describe_run(document.runs[1], "second");
    return text + describe_run(document.runs[0], "first");
}

} // namespace nohz::measure
