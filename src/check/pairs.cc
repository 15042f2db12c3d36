// SPDX-License-Identifier: GPL-2.0-or-later
// The interleaved rounds behind a rule: CPU pair by CPU pair, and the same CPUs when inactive.
#include "check/pairs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "stats/combine.h"
#include "stats/series.h"

namespace nohz::check
{

namespace
{

const Side plain_pinned = {2, host::Placement::pinned};

bool is_of(const record::Placed& placed, const Side& side)
{
    return placed.cpu && placed.scenario == side.scenario && placed.placement == side.placement;
}

bool has_disturbed_run(const record::Record& record, const record::Placed& placed,
                       const std::string& op)
{
    return std::any_of(record.runs.begin(), record.runs.end(), [&](const record::Run& run) {
        return run.placed == placed && run.op == op && !run.disturbed.empty();
    });
}

using Cpus = std::pair<int, int>; // numerator, denominator

std::map<Cpus, stats::Estimate> inactive_estimates(const Group& group, const std::string& op)
{
    std::map<Cpus, std::vector<double>> rounds;
    for (const record::Record* record : group.records)
        for (const PairEvidence& pair : pairs_of(*record, op, plain_pinned, plain_pinned)) {
            std::vector<double>& all = rounds[{pair.numerator_cpu, pair.denominator_cpu}];
            all.insert(all.end(), pair.log_ratios->begin(), pair.log_ratios->end());
        }
    std::map<Cpus, stats::Estimate> estimates;
    for (const auto& [cpus, log_ratios] : rounds)
        if (log_ratios.size() >= stats::fewest_groups)
            estimates[cpus] = stats::estimate_series(log_ratios);
    return estimates;
}

} // namespace

stats::Estimate PairEvidence::estimate() const
{
    const stats::Estimate own = stats::estimate_series(*log_ratios);
    return inactive ? stats::difference_in_differences(own, *inactive) : own;
}

std::vector<PairEvidence> pairs_of(const record::Record& record, const std::string& op,
                                   const Side& numerator, const Side& denominator)
{
    std::vector<PairEvidence> pairs;
    for (const record::Pair& pair : record.pairs) {
        const bool wanted =
            pair.op == op && !pair.log_ratios.empty() && pair.numerator != pair.denominator &&
            is_of(pair.numerator, numerator) && is_of(pair.denominator, denominator);
        if (wanted && !has_disturbed_run(record, pair.numerator, op) &&
            !has_disturbed_run(record, pair.denominator, op))
            pairs.push_back({*pair.numerator.cpu, *pair.denominator.cpu, &pair.log_ratios, {}});
    }
    return pairs;
}

void add_inactive(const Group& group, const std::string& op,
                  std::vector<std::vector<PairEvidence>>& boots)
{
    const std::map<Cpus, stats::Estimate> inactive = inactive_estimates(group, op);
    std::vector<std::vector<PairEvidence>> corrected = boots;
    for (std::vector<PairEvidence>& pairs : corrected)
        for (PairEvidence& pair : pairs) {
            const auto found = inactive.find({pair.numerator_cpu, pair.denominator_cpu});
            if (found == inactive.end())
                return;
            pair.inactive = found->second;
        }
    boots = std::move(corrected);
}

} // namespace nohz::check
