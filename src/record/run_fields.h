// SPDX-License-Identifier: GPL-2.0-or-later
// The figures of a run as JSON members, shared by the record and nohz-measure's document.
#pragma once

#include <optional>
#include <string_view>

#include "record/record.h"
#include "record/value.h"

namespace nohz::record
{

inline constexpr std::size_t most_runs = 100'000;
inline constexpr std::size_t most_rounds = 1'000'000;
inline constexpr std::size_t most_quantiles = 1000;
inline constexpr double largest_log_ratio = 100; // e^100: no two placements are that far apart

// How far `mean` may be from total / iterations: it may have been rounded to two decimals.
inline constexpr double mean_tolerance = 0.0051;

std::optional<Unit> parse_unit(std::string_view text) noexcept;

// The names of the members that hold figures of a unit: "total_nsec", "mean_ns", ...
struct FigureNames {
    std::string_view total;
    std::string_view mean;
    std::string_view typical;
    std::string_view quantiles;
};
FigureNames figure_names(Unit unit) noexcept;

// An entry path's name: 1 to 64 of letters, digits and "_.:+-".
std::string read_op(const Value& value);

// Everything of a run but its placement and op. Throws InputError, also where mean and total do
// not agree.
Run read_run_figures(const Value& run, const FigureNames& names);

} // namespace nohz::record
