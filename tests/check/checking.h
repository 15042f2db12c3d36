// SPDX-License-Identifier: GPL-2.0-or-later
// Records with rounds, and one rule of the shipped limits over records.
#pragma once

#include <cmath>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "records.h"

namespace nohz::check
{

inline Rules shipped()
{
    Rules rules;
    apply_thresholds(rules, std::filesystem::path(SOURCE_ROOT "/data/thresholds.toml"));
    return rules;
}

inline RuleResult result_of(const Report& report, std::string_view name)
{
    for (const RuleResult& rule : report.rules)
        if (rule.name == name)
            return rule;
    throw std::out_of_range(std::string(name));
}

inline RuleResult check_one(const std::vector<record::Record>& records, std::string_view name,
                            const Rules& rules = shipped())
{
    return result_of(check_records(records, rules), name);
}

inline record::Record make_inactive(double mean, std::string release = "6.1.0-57-amd64")
{
    record::Record record = make_record(host::KernelState::inactive, std::move(release));
    for (int i = 0; i < 4; ++i)
        record.runs.push_back(make_run(2, host::Placement::pinned, 3, mean + 0.01 * i));
    return record;
}

inline record::Record make_not_built(double mean, std::string release)
{
    record::Record record = make_record(host::KernelState::not_built, std::move(release));
    for (int i = 0; i < 4; ++i)
        record.runs.push_back(make_run(1, host::Placement::pinned, 3, mean + 0.01 * i));
    return record;
}

// Rounds of white noise around a true ratio.
inline record::Pair make_pair_of(record::Placed numerator, record::Placed denominator, double ratio,
                                 double noise, int rounds)
{
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal(std::log(ratio), noise);
    record::Pair pair;
    pair.op = "getppid";
    pair.numerator = numerator;
    pair.denominator = denominator;
    for (int i = 0; i < rounds; ++i)
        pair.log_ratios.push_back(normal(random));
    return pair;
}

inline record::Record with_rounds(record::Record record, double ratio, double noise, int rounds,
                                  int isolated = 3, int housekeeping = 0)
{
    record.pairs.push_back(make_pair_of({3, host::Placement::isolated, isolated},
                                        {4, host::Placement::housekeeping, housekeeping}, ratio,
                                        noise, rounds));
    return record;
}

// The same two CPUs in the boot without nohz_full=.
inline record::Record with_plain_rounds(record::Record record, double ratio, double noise,
                                        int rounds, int first = 3, int second = 0)
{
    record.pairs.push_back(make_pair_of({2, host::Placement::pinned, first},
                                        {2, host::Placement::pinned, second}, ratio, noise,
                                        rounds));
    return record;
}

inline Rules with_limit(const char* option)
{
    Rules rules = shipped();
    apply_limit_option(rules, option);
    return rules;
}

} // namespace nohz::check
