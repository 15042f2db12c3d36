// SPDX-License-Identifier: GPL-2.0-or-later
// Which placements this boot allows, on which CPUs, and what the other scenarios would need.
#pragma once

#include <optional>
#include <string>
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
    // Indices into `placements` of the two to interleave (isolated, housekeeping), if any.
    std::optional<std::pair<std::size_t, std::size_t>> pair;
    std::vector<MissingScenario> missing;
};

// `pinned_cpu`: the CPU for `pinned`, or for `isolated` in an active boot; by default the last
// isolated, or else the last CPU that is online and allowed: the one that `vm` and `campaign`
// isolate too, so that the same CPU is compared across boots. The housekeeping CPU is the first.
// Throws UsageError for a CPU that does not exist, is offline or not allowed, or that is not
// isolated in an active boot.
MeasurementPlan plan_measurement(const Boot& boot, std::optional<int> pinned_cpu = {});

} // namespace nohz::host
