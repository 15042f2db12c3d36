// SPDX-License-Identifier: GPL-2.0-or-later
// The project's words for boots and placements, and how they are written in files.
#pragma once

#include <optional>
#include <string_view>

namespace nohz::host
{

// What NO_HZ_FULL is in this boot.
enum class KernelState { not_built, inactive, active };

// Where the timed loop runs.
enum class Placement {
    unpinned,
    pinned,       // not-built and inactive boots: the CPU that is or would be isolated
    isolated,     // active boots
    housekeeping, // active boots
};

// "not-built", "inactive", "active".
std::string_view to_string(KernelState state) noexcept;
std::optional<KernelState> parse_kernel_state(std::string_view text) noexcept;

// "unpinned", "pinned", "isolated", "housekeeping".
std::string_view to_string(Placement placement) noexcept;
std::optional<Placement> parse_placement(std::string_view text) noexcept;

// The scenario (1 to 4) that a placement in a boot of that state belongs to; nothing where the
// two do not go together.
std::optional<int> scenario_of(KernelState state, Placement placement) noexcept;

} // namespace nohz::host
