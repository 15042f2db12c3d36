// SPDX-License-Identifier: GPL-2.0-or-later
// Two kernels, base and new: what changed, placement by placement and entry path by entry path.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/rules.h"
#include "check/verdict.h"
#include "record/record.h"

namespace nohz::check
{

enum class Change {
    none,        // none that the evidence shows, and none beyond the limit
    slower,      // surely, but within the limit
    faster,      // likewise
    regression,  // slower beyond the limit
    improvement, // faster beyond the inverse of the limit
    not_sure,    // the evidence does not tell on which side of the limit
};

// "no change", "slower", "faster", "regression", "improvement", "not sure".
std::string_view to_string(Change change) noexcept;

// The same scenario, placement, CPU and entry path under both kernels.
struct KernelRow {
    record::Unit unit = record::Unit::nanoseconds;
    std::string machine;
    record::Placed placed;
    std::string op;
    double base = 0;  // figure in `unit` an entry: typical where all runs have one, else mean
    double added = 0; // new - base
    double ratio = 1; // new / base
    std::optional<double> low, high; // of the ratio; absent with one boot a side
    bool indicative = false;         // one boot a side
    Change change = Change::not_sure;
    std::string reason;
};

struct KernelComparison {
    Verdict verdict = Verdict::skip; // FAIL with any regression
    std::vector<std::string> base_kernels;
    std::vector<std::string> new_kernels;
    double limit = 1;
    std::vector<KernelRow> rows;
    std::vector<std::string> notes; // rows that only one side has
};

// A regression is a ratio above `limit` (> 1), an improvement one below 1 / limit; exact figures
// are compared as they are. With one boot a side there is no interval between boots: then it takes
// limit * (1 + rules.indicative_margin), and between the two nothing is sure.
KernelComparison compare_kernels(const std::vector<record::Record>& base,
                                 const std::vector<record::Record>& new_records, double limit,
                                 const Rules& rules);

} // namespace nohz::check
