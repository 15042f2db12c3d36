// SPDX-License-Identifier: GPL-2.0-or-later
// What the charts share: the places of their parts, and the names and figures that they draw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "report/evidence.h"

namespace nohz::report::chart
{

// In the SVG's own units, which are pixels where the page is wide enough.
inline constexpr double width = 960;
inline constexpr double plot_left = 280;
inline constexpr double plot_right = 700;
inline constexpr double label_left = plot_right + 14;
inline constexpr double row_height = 40;
inline constexpr double top = 14;
inline constexpr double below = 48; // for the axis

inline constexpr std::size_t most_rows = 40;
inline constexpr std::size_t most_marks = 200; // of a strip

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool is_empty() const noexcept { return !(low <= high); }
};

// At most `most` of `all`, evenly chosen.
template <typename T>
std::vector<T> some_of(const std::vector<T>& all, std::size_t most)
{
    if (all.size() <= most)
        return all;
    std::vector<T> chosen;
    chosen.reserve(most);
    for (std::size_t i = 0; i < most; ++i)
        chosen.push_back(all[i * all.size() / most]);
    return chosen;
}

// The middle of row `index`.
inline double row_middle(std::size_t index)
{
    return top + row_height * (static_cast<double>(index) + 0.5);
}

// The typical figure, the mean where there is none.
double figure_of(const record::Run& run);
double figure_of(const check::Sample& sample);

// "3 isolated CPU 1", with the entry path where it is not the usual one.
std::string label_of(const record::Placed& placed, const std::string& op);

// The undisturbed runs of a sample, in the order of their boots.
std::vector<const record::Run*> runs_of(const Section& section, const check::Sample& sample);

} // namespace nohz::report::chart
