// SPDX-License-Identifier: GPL-2.0-or-later
// The interleaved rounds that a rule's ratio comes from, in words.
#include "report/rounds.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "check/pairs.h"
#include "check/samples.h"
#include "stats/series.h"

namespace nohz::report
{

namespace
{

// Those of one boot that its ratio comes from: short ones count only where all of them are.
std::vector<check::PairEvidence> used_pairs(const std::vector<const record::Record*>& records,
                                            const check::RuleResult& rule)
{
    std::vector<check::PairEvidence> pairs =
        check::pairs_of_boot(records, rule.op, rule.numerator, rule.denominator);
    const auto is_short = [](const check::PairEvidence& pair) {
        return pair.log_ratios->size() < stats::fewest_groups;
    };
    if (!std::all_of(pairs.begin(), pairs.end(), is_short))
        std::erase_if(pairs, is_short);
    return pairs;
}

} // namespace

std::string rounds_words(const Section& section, const check::RuleResult& rule)
{
    if (rule.is_rate || !rule.ratio || section.is_exact())
        return "";
    std::map<check::BootKey, std::vector<const record::Record*>> records_of_boots;
    for (const record::Record* record : section.records)
        records_of_boots[check::boot_of(*record)].push_back(record);
    std::size_t boots = 0;
    std::size_t rounds = 0;
    std::vector<std::string> cpus;
    for (const auto& [boot, records] : records_of_boots) {
        const auto pairs = used_pairs(records, rule);
        boots += pairs.empty() ? 0 : 1;
        for (const check::PairEvidence& pair : pairs) {
            rounds += pair.log_ratios->size();
            std::string words = fmt::format("{} and {}", pair.numerator_cpu, pair.denominator_cpu);
            if (std::find(cpus.begin(), cpus.end(), words) == cpus.end())
                cpus.push_back(std::move(words));
        }
    }
    if (rounds == 0)
        return "";
    constexpr std::size_t most_cpus = 6;
    const std::size_t more = cpus.size() > most_cpus ? cpus.size() - most_cpus : 0;
    cpus.resize(cpus.size() - more);
    return fmt::format("from {} interleaved round{}{} on CPUs {}{}", rounds, rounds == 1 ? "" : "s",
                       boots > 1 ? fmt::format(" in {} boots", boots) : "", joined(cpus, ", "),
                       more > 0 ? fmt::format(" and {} more pairs", more) : "");
}

} // namespace nohz::report
