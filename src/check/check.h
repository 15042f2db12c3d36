// SPDX-License-Identifier: GPL-2.0-or-later
// Rules against records: the samples found, what each rule says of them, and the verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/rules.h"
#include "check/verdict.h"
#include "host/cpu_list.h"
#include "record/record.h"

namespace nohz::check
{

// All runs of one placement on one CPU with one entry path. Figures in `unit`, an entry.
struct Sample {
    record::Unit unit = record::Unit::nanoseconds;
    std::string machine; // the group's label
    std::string kernel;  // the group's kernel release
    record::Placed placed;
    std::string op;
    std::size_t runs = 0;      // used
    std::size_t disturbed = 0; // left out
    std::size_t boots = 0;
    double mean = 0;               // of the used runs
    std::optional<double> typical; // of the used runs, where each has one
};

// What the ratio of two sides comes from.
enum class Evidence {
    exact,           // instructions: no noise
    rounds,          // interleaved rounds of one boot
    boots,           // several boots, each with both sides
    runs,            // one after the other in one boot
    different_boots, // each side from its own boots
};

// What one rule says of one group of records.
struct RuleResult {
    std::string name;
    record::Unit unit = record::Unit::nanoseconds;
    std::string machine;
    std::string kernel;
    std::string op;
    Side numerator;
    Side denominator;             // scenario 0 for a tick rule
    host::CpuList numerator_cpus; // that the figures are of; empty for unpinned, or unknown
    host::CpuList denominator_cpus;
    std::optional<Evidence> evidence; // of `ratio`; nothing for a tick rule
    bool of_typical = false;          // of typical figures; else of means
    std::optional<double> ratio;      // a tick rule: timer interrupts a second
    std::optional<double> low, high;  // of the ratio; absent where no error is known
    // Ratio of the same CPUs in the inactive boots, already taken out of `ratio`.
    std::optional<double> inactive_ratio;
    std::optional<double> limit;     // of the ratio
    std::string limit_basis;         // what it was taken from; "" not told
    bool limit_is_of_these = false;  // it was taken from the very figures it judges
    std::optional<double> added;     // numerator - denominator, in `unit` an entry
    std::optional<double> max_added; // its limit, if the rule has one
    Verdict verdict = Verdict::skip;
    bool indicative = false;   // one boot a side
    bool one_boot = false;     // both sides come from the same boot, and from it alone
    bool assumed_boot = false; // logs, which do not tell that it is one
    bool one_cpu = false;      // each side comes from a single CPU
    bool is_rate = false;      // a tick rule
    std::string reason;        // what to know beside figures and verdict; "" where there is nothing
};

struct RecordSource {
    std::string path;
    std::string sha256;
};

struct Report {
    Verdict verdict = Verdict::skip;
    std::vector<RuleResult> rules;
    std::vector<Sample> samples;
    std::vector<std::string> notes; // what a reader must know: hazards, emulator versions
    std::vector<RecordSource> records;
};

// Records of different units, architectures or CPU models are never compared, nor are scenarios 2
// to 4 of different kernels: each such group is judged by itself, and the verdicts are combined.
Report check_records(const std::vector<record::Record>& records, const Rules& rules);

} // namespace nohz::check
