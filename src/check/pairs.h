// SPDX-License-Identifier: GPL-2.0-or-later
// The interleaved rounds behind a rule: CPU pair by CPU pair, and the same CPUs when inactive.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "check/samples.h"
#include "stats/interval.h"

namespace nohz::check
{

// The rounds of one CPU pair in one boot; may refer to the record.
struct PairEvidence {
    int numerator_cpu = 0;
    int denominator_cpu = 0;
    std::shared_ptr<const std::vector<double>> log_ratios; // in the order measured
    // Of the same two CPUs in the inactive boots: what makes them differ anyway.
    std::optional<stats::Estimate> inactive;

    // Mean log-ratio, less that of the inactive boots where it is known.
    stats::Estimate estimate() const;
};

// The pairs of `record` for the two sides of a rule; those with a disturbed run are left out.
std::vector<PairEvidence> pairs_of(const record::Record& record, const std::string& op,
                                   const Side& numerator, const Side& denominator);

// The same of all records of one boot: the rounds of two CPUs are one series.
std::vector<PairEvidence> pairs_of_boot(const std::vector<const record::Record*>& records,
                                        const std::string& op, const Side& numerator,
                                        const Side& denominator);

// Fills `inactive` of isolated against housekeeping from the inactive boots of `group`, for all
// pairs of all boots or for none: with it and without it are two different questions. The rounds of
// several inactive boots make one series, whose error is never below that of the boots as a sample;
// two of them have one degree of freedom, so that the degrees are those of the rounds.
void add_inactive(const Group& group, const std::string& op,
                  std::vector<std::vector<PairEvidence>>& boots);

} // namespace nohz::check
