// SPDX-License-Identifier: GPL-2.0-or-later
// Measurements as JSON: what `nohz-measure --json` prints.
#include "measure/json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace nohz::measure
{

namespace
{

using Json = nlohmann::ordered_json;

double rounded(double cost_ns)
{
    return std::round(cost_ns * 1e4) / 1e4;
}

template <typename Value>
Json or_null(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json to_value(const RunResult& run)
{
    Json quantiles = Json::object();
    for (const auto& [name, cost_ns] : run.quantiles_ns)
        quantiles[name] = rounded(cost_ns);
    return {{"cpu", or_null(run.cpu)},
            {"iterations", run.iterations},
            {"total_nsec", run.total_nsec},
            {"mean_ns", rounded(run.mean_ns)},
            {"typical_ns", rounded(run.typical_ns)},
            {"quantiles_ns", quantiles},
            {"batches", run.batches},
            {"interrupted_batches", run.interrupted_batches},
            {"counted_ns", or_null(run.counted_ns)},
            {"involuntary_switches", run.involuntary_switches},
            {"timer_interrupts", or_null(run.timer_interrupts)},
            {"other_interrupts", or_null(run.other_interrupts)},
            {"steal_ns", or_null(run.steal_ns)},
            {"cpus_seen", run.cpus_seen},
            {"disturbed", run.disturbed}};
}

Json rounded(const std::vector<double>& costs_ns)
{
    Json list = Json::array();
    for (const double cost_ns : costs_ns)
        list.push_back(rounded(cost_ns));
    return list;
}

} // namespace

std::string to_json(const Document& document)
{
    Json json = {{"op", document.op},
                 {"unit", "ns"},
                 {"clock", "CLOCK_MONOTONIC_RAW"},
                 {"clock_cost_ns", rounded(document.clock_cost_ns)},
                 {"clock_resolution_ns", rounded(document.clock_resolution_ns)},
                 {"loop_cost_ns", rounded(document.loop_cost_ns)},
                 {"batch_iterations", document.batch_iterations},
                 {"runs", Json::array()}};
    for (const RunResult& run : document.runs)
        json["runs"].push_back(to_value(run));
    if (document.log_ratios)
        json["pair"] = {{"log_ratios", *document.log_ratios}};
    return json.dump();
}

std::string to_json(const Round& round)
{
    return Json({{"round", round.number},
                 {"order", round.b_first ? "BAAB" : "ABBA"},
                 {"a_ns", rounded(round.a_ns)},
                 {"b_ns", rounded(round.b_ns)},
                 {"log_ratio", round.log_ratio}})
        .dump();
}

} // namespace nohz::measure
