// SPDX-License-Identifier: GPL-2.0-or-later
// Which placements this boot allows, on which CPUs, and what the other scenarios would need.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/boot.h"

namespace nohz::host
{

struct PlannedPlacement {
    int scenario = 0;
    Placement placement = Placement::unpinned;
    std::optional<int> cpu; // nothing for unpinned

    bool operator==(const PlannedPlacement&) const = default;
};

// A scenario that this boot cannot give, one line each.
struct MissingScenario {
    int scenario = 0;
    std::string reason;
    std::string remedy; // what would give it
};

struct MeasurementPlan {
    std::vector<PlannedPlacement> placements; // in the order to measure them
    // Indices into `placements` of two to interleave: isolated and housekeeping; in other boots two
    // CPUs that another boot may compare so, for what makes them differ anyway.
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<MissingScenario> missing;

    bool is_in_pair(std::size_t index) const;
};

// Two CPUs: the one that is isolated, or will be, and a housekeeping one.
struct CpuPair {
    int isolated = 0;
    int housekeeping = 0;

    bool operator==(const CpuPair&) const = default;
};

// Which CPUs to measure. By default the last isolated CPU against the first housekeeping CPU, the
// last but one against the second, and so on; in boots without isolated CPUs the last of all
// against the first, which are the same where the last ones are isolated elsewhere.
struct CpuChoice {
    std::optional<int> pinned = {};  // the first pair's isolated CPU, or the one for `pinned`
    std::vector<CpuPair> pairs = {}; // these and no others; `pinned` is then not used
    std::size_t most_pairs = 4;      // of those taken by default; at least 1
};

// Throws UsageError for a CPU that does not exist, is offline or not allowed, that stands in two
// pairs, or that is not of its class in an active boot.
MeasurementPlan plan_measurement(const Boot& boot, const CpuChoice& choice = {});

} // namespace nohz::host
