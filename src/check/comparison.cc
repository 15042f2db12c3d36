// SPDX-License-Identifier: GPL-2.0-or-later
// The ratio of two sides of a rule, from the best evidence that the records hold.
#include "check/comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "stats/combine.h"
#include "stats/series.h"

namespace nohz::check
{

namespace
{

bool all_have_typical(const std::vector<BootRuns>& boots)
{
    return std::all_of(boots.begin(), boots.end(), [](const BootRuns& boot) {
        return std::all_of(boot.runs.begin(), boot.runs.end(),
                           [](const record::Run* run) { return run->typical.has_value(); });
    });
}

double figure(const record::Run& run, bool typical)
{
    return typical ? *run.typical : run.mean;
}

std::vector<double> log_figures(const BootRuns& boot, bool typical)
{
    std::vector<double> logs;
    for (const record::Run* run : boot.runs)
        logs.push_back(std::log(figure(*run, typical)));
    return logs;
}

double mean_figure(const std::vector<BootRuns>& boots, bool typical)
{
    double sum = 0;
    double count = 0;
    for (const BootRuns& boot : boots)
        for (const record::Run* run : boot.runs) {
            sum += figure(*run, typical);
            ++count;
        }
    return sum / count;
}

std::size_t count_runs(const std::vector<BootRuns>& boots)
{
    std::size_t count = 0;
    for (const BootRuns& boot : boots)
        count += boot.runs.size();
    return count;
}

struct BothSides {
    const BootRuns* numerator;
    const BootRuns* denominator;
};

std::vector<BothSides> boots_with_both(const std::vector<BootRuns>& numerator,
                                       const std::vector<BootRuns>& denominator)
{
    std::map<BootKey, const BootRuns*> denominators;
    for (const BootRuns& boot : denominator)
        denominators[boot_of(*boot.records.front())] = &boot;
    std::vector<BothSides> both;
    for (const BootRuns& boot : numerator)
        if (const auto found = denominators.find(boot_of(*boot.records.front()));
            found != denominators.end())
            both.push_back({&boot, found->second});
    return both;
}

// What the inactive boots say of the pairs of `boots`, weighted as their ratios are: the boots
// alike and the pairs of each alike. That of two CPUs is one measurement, in however many boots it
// is taken out.
std::optional<stats::Estimate>
mean_inactive(const std::vector<const std::vector<PairEvidence>*>& boots)
{
    std::map<std::pair<int, int>, std::pair<stats::Estimate, double>> weighted;
    for (const std::vector<PairEvidence>* pairs : boots)
        for (const PairEvidence& pair : *pairs) {
            if (!pair.inactive)
                return std::nullopt;
            auto& [estimate, weight] = weighted[{pair.numerator_cpu, pair.denominator_cpu}];
            estimate = *pair.inactive;
            weight += 1 / static_cast<double>(boots.size() * pairs->size());
        }
    std::vector<stats::Estimate> estimates;
    std::vector<double> weights;
    for (const auto& [cpus, one] : weighted) {
        estimates.push_back(one.first);
        weights.push_back(one.second);
    }
    return stats::average(estimates, weights);
}

// A pair that a signal cut short has no error of its own and would leave none to all of the boot's.
void leave_out_short_ones(std::vector<PairEvidence>& pairs)
{
    const auto is_long = [](const PairEvidence& pair) {
        return pair.log_ratios->size() >= stats::fewest_groups;
    };
    if (std::any_of(pairs.begin(), pairs.end(), is_long))
        std::erase_if(pairs, std::not_fn(is_long));
}

// The pairs keep their rounds, to be decided as they came.
Comparison from_pairs(std::vector<PairEvidence> pairs)
{
    Comparison result;
    result.evidence = Evidence::rounds;
    std::size_t rounds = 0;
    std::vector<stats::Estimate> estimates;
    for (const PairEvidence& pair : pairs) {
        rounds += pair.log_ratios->size();
        estimates.push_back(pair.estimate());
    }
    result.log_ratio = stats::combine_pairs(estimates);
    result.inactive = mean_inactive({&pairs});
    result.detail = pairs.size() == 1
                        ? fmt::format("{} rounds", rounds)
                        : fmt::format("{} rounds of {} CPU pairs", rounds, pairs.size());
    result.pairs = std::move(pairs);
    return result;
}

Comparison from_runs(const BothSides& boot, bool typical)
{
    Comparison result;
    result.evidence = Evidence::runs;
    result.log_ratio =
        stats::difference(stats::estimate_mean(log_figures(*boot.numerator, typical)),
                          stats::estimate_mean(log_figures(*boot.denominator, typical)));
    result.detail = fmt::format("{} and {} runs, one after the other", boot.numerator->runs.size(),
                                boot.denominator->runs.size());
    return result;
}

// The boots are the sample. What the inactive boots say is the same for all of them and has an
// error of its own, which their scatter does not show.
Comparison over_boots(const std::vector<Comparison>& boots)
{
    Comparison result;
    result.evidence = Evidence::boots;
    result.detail = fmt::format("{} boots", boots.size());
    const bool all_have_pairs = std::none_of(boots.begin(), boots.end(),
                                             [](const auto& boot) { return boot.pairs.empty(); });
    std::vector<double> log_ratios;
    std::vector<const std::vector<PairEvidence>*> pairs;
    for (const Comparison& boot : boots) {
        log_ratios.push_back(boot.log_ratio.mean + (boot.inactive ? boot.inactive->mean : 0));
        pairs.push_back(&boot.pairs);
        if (all_have_pairs)
            result.pairs.insert(result.pairs.end(), boot.pairs.begin(), boot.pairs.end());
    }
    result.log_ratio = stats::estimate_mean(log_ratios);
    if (all_have_pairs)
        result.inactive = mean_inactive(pairs);
    if (result.inactive)
        result.log_ratio = stats::difference_in_differences(result.log_ratio, *result.inactive);
    return result;
}

std::vector<double> mean_logs(const std::vector<BootRuns>& boots, bool typical)
{
    std::vector<double> means;
    for (const BootRuns& boot : boots)
        means.push_back(stats::estimate_mean(log_figures(boot, typical)).mean);
    return means;
}

Comparison exact(const std::vector<BootRuns>& numerator, const std::vector<BootRuns>& denominator,
                 bool typical)
{
    Comparison result;
    result.evidence = Evidence::exact;
    result.log_ratio.mean =
        std::log(mean_figure(numerator, typical)) - std::log(mean_figure(denominator, typical));
    result.detail = fmt::format("{} and {} runs", count_runs(numerator), count_runs(denominator));
    return result;
}

Comparison different_boots(const std::vector<BootRuns>& numerator,
                           const std::vector<BootRuns>& denominator, bool typical)
{
    Comparison result;
    result.evidence = Evidence::different_boots;
    result.log_ratio = stats::difference(stats::estimate_mean(mean_logs(numerator, typical)),
                                         stats::estimate_mean(mean_logs(denominator, typical)));
    result.indicative = numerator.size() < 2 || denominator.size() < 2;
    result.detail = result.indicative
                        ? std::string("one boot a side")
                        : fmt::format("{} and {} boots", numerator.size(), denominator.size());
    return result;
}

} // namespace

double Comparison::ratio() const
{
    return std::exp(log_ratio.mean);
}

double Comparison::added() const
{
    return denominator * (ratio() - 1);
}

bool Comparison::has_interval() const
{
    return evidence == Evidence::exact || (log_ratio.degrees > 0 && !indicative);
}

Comparison compare(const Group& group, const Rule& rule, host::Placement numerator_placement,
                   host::Placement denominator_placement, const std::vector<BootRuns>& numerator,
                   const std::vector<BootRuns>& denominator)
{
    const auto both = boots_with_both(numerator, denominator);
    if (group.is_exact() || both.empty())
        return compare_boots(group, numerator, denominator);
    const bool typical = all_have_typical(numerator) && all_have_typical(denominator);
    std::vector<std::vector<PairEvidence>> pairs;
    for (const BothSides& boot : both) {
        pairs.push_back(pairs_of_boot(boot.numerator->records, rule.op,
                                      {rule.numerator.scenario, numerator_placement},
                                      {rule.denominator.scenario, denominator_placement}));
        leave_out_short_ones(pairs.back());
    }
    add_inactive(group, rule.op, pairs);
    std::vector<Comparison> boots;
    for (std::size_t i = 0; i < both.size(); ++i)
        boots.push_back(pairs[i].empty() ? from_runs(both[i], typical)
                                         : from_pairs(std::move(pairs[i])));
    Comparison result = boots.size() == 1 ? boots.front() : over_boots(boots);
    result.of_typical = typical;
    result.denominator = mean_figure(denominator, typical);
    return result;
}

Comparison compare_boots(const Group& group, const std::vector<BootRuns>& numerator,
                         const std::vector<BootRuns>& denominator)
{
    const bool typical = all_have_typical(numerator) && all_have_typical(denominator);
    Comparison result = group.is_exact() ? exact(numerator, denominator, typical)
                                         : different_boots(numerator, denominator, typical);
    result.of_typical = typical;
    result.denominator = mean_figure(denominator, typical);
    return result;
}

} // namespace nohz::check
