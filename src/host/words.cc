// SPDX-License-Identifier: GPL-2.0-or-later
// The project's words for boots and placements, and how they are written in files.
#include "host/words.h"

#include <array>
#include <utility>

namespace nohz::host
{

namespace
{

constexpr std::array state_words = {
    std::pair(KernelState::not_built, std::string_view("not-built")),
    std::pair(KernelState::inactive, std::string_view("inactive")),
    std::pair(KernelState::active, std::string_view("active")),
};

constexpr std::array placement_words = {
    std::pair(Placement::unpinned, std::string_view("unpinned")),
    std::pair(Placement::pinned, std::string_view("pinned")),
    std::pair(Placement::isolated, std::string_view("isolated")),
    std::pair(Placement::housekeeping, std::string_view("housekeeping")),
};

} // namespace

std::string_view to_string(KernelState state) noexcept
{
    return state_words[static_cast<std::size_t>(state)].second;
}

std::optional<KernelState> parse_kernel_state(std::string_view text) noexcept
{
    for (const auto& [state, word] : state_words)
        if (word == text)
            return state;
    return std::nullopt;
}

std::string_view to_string(Placement placement) noexcept
{
    return placement_words[static_cast<std::size_t>(placement)].second;
}

std::optional<Placement> parse_placement(std::string_view text) noexcept
{
    for (const auto& [placement, word] : placement_words)
        if (word == text)
            return placement;
    return std::nullopt;
}

std::optional<int> scenario_of(KernelState state, Placement placement) noexcept
{
    const bool anywhere = placement == Placement::unpinned;
    if (state == KernelState::active) {
        if (placement == Placement::housekeeping)
            return 4;
        return anywhere || placement == Placement::isolated ? std::optional(3) : std::nullopt;
    }
    if (!anywhere && placement != Placement::pinned)
        return std::nullopt;
    return state == KernelState::not_built ? 1 : 2;
}

} // namespace nohz::host
