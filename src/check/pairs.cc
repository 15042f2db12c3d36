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

struct InactiveRounds {
    std::vector<double> log_ratios; // of all boots
    std::vector<double> boot_means;
};

void add_boot(InactiveRounds& rounds, const std::vector<double>& log_ratios, double sign)
{
    for (const double log_ratio : log_ratios)
        rounds.log_ratios.push_back(sign * log_ratio);
    rounds.boot_means.push_back(sign * stats::estimate_series(log_ratios).mean);
}

stats::Estimate estimate_inactive(const InactiveRounds& rounds)
{
    stats::Estimate estimate = stats::estimate_series(rounds.log_ratios);
    estimate.standard_error =
        std::max(estimate.standard_error, stats::estimate_mean(rounds.boot_means).standard_error);
    return estimate;
}

// Of two CPUs in either order.
std::map<Cpus, stats::Estimate> inactive_estimates(const Group& group, const std::string& op)
{
    std::map<Cpus, InactiveRounds> rounds;
    for (const record::Record* record : group.records)
        for (const PairEvidence& pair : pairs_of(*record, op, plain_pinned, plain_pinned)) {
            add_boot(rounds[{pair.numerator_cpu, pair.denominator_cpu}], *pair.log_ratios, 1);
            add_boot(rounds[{pair.denominator_cpu, pair.numerator_cpu}], *pair.log_ratios, -1);
        }
    std::map<Cpus, stats::Estimate> estimates;
    for (const auto& [cpus, of_cpus] : rounds)
        if (of_cpus.log_ratios.size() >= stats::fewest_groups)
            estimates[cpus] = estimate_inactive(of_cpus);
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
            pairs.push_back({*pair.numerator.cpu,
                             *pair.denominator.cpu,
                             {std::shared_ptr<const void>(), &pair.log_ratios},
                             {}});
    }
    return pairs;
}

std::vector<PairEvidence> pairs_of_boot(const std::vector<const record::Record*>& records,
                                        const std::string& op, const Side& numerator,
                                        const Side& denominator)
{
    std::vector<PairEvidence> pairs;
    std::map<Cpus, std::size_t> index;
    std::map<Cpus, std::shared_ptr<std::vector<double>>> joined; // of those in several records
    for (const record::Record* record : records)
        for (PairEvidence& pair : pairs_of(*record, op, numerator, denominator)) {
            const Cpus cpus{pair.numerator_cpu, pair.denominator_cpu};
            const auto [found, is_new] = index.try_emplace(cpus, pairs.size());
            if (is_new) {
                pairs.push_back(std::move(pair));
                continue;
            }
            PairEvidence& known = pairs[found->second];
            std::shared_ptr<std::vector<double>>& all = joined[cpus];
            if (!all)
                known.log_ratios = all = std::make_shared<std::vector<double>>(*known.log_ratios);
            all->insert(all->end(), pair.log_ratios->begin(), pair.log_ratios->end());
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
