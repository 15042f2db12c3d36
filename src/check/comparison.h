// SPDX-License-Identifier: GPL-2.0-or-later
// The ratio of two sides of a rule, from the best evidence that the records hold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/pairs.h"
#include "check/samples.h"
#include "stats/interval.h"

namespace nohz::check
{

// What the figures of two sides say, without any limit.
struct Comparison {
    Evidence evidence = Evidence::runs;
    stats::Estimate log_ratio;       // degrees 0: its error is not known
    std::vector<PairEvidence> pairs; // one a CPU pair, where rounds of one boot are the evidence
    // Log-ratio of the same CPUs in the inactive boots, already taken out of `log_ratio`.
    std::optional<stats::Estimate> inactive;
    double denominator = 0;  // figure of the denominator, in the unit an entry
    bool indicative = false; // one boot a side
    bool of_typical = false; // typical figures, which all runs of both sides have; else means
    std::string detail;      // "100 rounds", "4 and 4 runs"

    double ratio() const;
    double added() const;      // numerator - denominator
    bool has_interval() const; // exact, or with a known error and not indicative
};

// `numerator` and `denominator` are the undisturbed runs of each side (no boot is empty).
Comparison compare(const Group& group, const Rule& rule, host::Placement numerator_placement,
                   host::Placement denominator_placement, const std::vector<BootRuns>& numerator,
                   const std::vector<BootRuns>& denominator);

// The same placement of two kernels: numerator and denominator are always different boots.
Comparison compare_boots(const Group& group, const std::vector<BootRuns>& numerator,
                         const std::vector<BootRuns>& denominator);

} // namespace nohz::check
