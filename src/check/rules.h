// SPDX-License-Identifier: GPL-2.0-or-later
// Rules: limits on the ratio of two samples, as thresholds files give them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/words.h"
#include "record/record.h"

namespace nohz::check
{

// A sample as a rule names it.
struct Side {
    int scenario = 0;                         // 1 to 4
    std::optional<host::Placement> placement; // nothing: "same", each placement both sides have

    bool operator==(const Side&) const = default;
};

// What a ratio or a difference may be at most. Absent: no limit.
struct Limits {
    std::optional<double> max_ratio;
    std::optional<double> max_added; // in the unit of the figures, an entry
    std::string basis;               // what max_ratio was taken from, for people; "" not told

    bool operator==(const Limits&) const = default;
};

struct Rule {
    std::string name;
    std::string question; // what it answers, for people
    std::string op = "getppid";
    Side numerator;
    Side denominator; // not used by a tick rule
    // By Debian architecture name; "" holds for every other one.
    std::map<std::string, Limits> time_limits;
    std::map<std::string, Limits> instruction_limits;
    // Information only, unless both kernels have the same version and flavour.
    bool same_kernel = false;
    // Set for a tick rule: timer interrupts a second on the numerator's CPU during its runs.
    std::optional<double> max_timer_interrupts_per_second;
    std::string rate_basis; // what that was taken from, for people; "" not told

    Limits limits(record::Unit unit, const std::string& arch) const;
    bool operator==(const Rule&) const = default;
};

struct Rules {
    double confidence = 0.99; // of the two-sided interval, over all looks
    // One boot a side says little: it can FAIL only above limit * (1 + indicative_margin).
    double indicative_margin = 0.10;
    std::vector<Rule> rules; // by name in the order of the first file

    bool operator==(const Rules&) const = default;
};

// Reads a thresholds file on top of `rules`: a rule of a known name changes what it gives, a limit
// without architecture replaces those of every architecture; a new name is a new rule.
// Throws InputError (file and line) for a misspelt key, an unknown scenario or placement, a limit
// that is not a positive number, a rule without limit; RefusedError where it cannot be read.
void apply_thresholds(Rules& rules, const std::filesystem::path& file);

// As above for a text that came from `name`.
void apply_thresholds(Rules& rules, std::string_view text, const std::filesystem::path& name);

// "isolated-vs-housekeeping=1.30" (from --limit): replaces that rule's ratio limit, or a tick
// rule's rate. Throws UsageError.
void apply_limit_option(Rules& rules, std::string_view option);

} // namespace nohz::check
