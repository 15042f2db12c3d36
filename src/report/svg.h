// SPDX-License-Identifier: GPL-2.0-or-later
// Axes and marks of a chart as inline SVG. Colours and sizes of text are the page's style.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/words.h"

namespace nohz::report
{

// Values to pixels, with ticks at round values.
struct Axis {
    double low = 0;
    double high = 1;
    double from = 0; // pixel of `low`
    double to = 1;   // pixel of `high`
    std::vector<double> ticks;
    int decimals = 0; // that the ticks need

    double at(double value) const; // the pixel; outside values at the end of the axis
    bool holds(double value) const noexcept { return value >= low && value <= high; }
    std::string label(double value) const;
};

// An axis that holds `low` to `high` and a little more. Equal, swapped or absurd values give an
// axis all the same.
Axis make_axis(double low, double high, double from, double to, int wanted_ticks = 6);

enum class Anchor { start, middle, end };

// One image. Texts are escaped here; `id` must be unique in the page.
class Svg
{
public:
    Svg(std::string id, double width, double height, std::string_view title,
        std::string_view description);

    void line(double x1, double y1, double x2, double y2, std::string_view style);
    void text(double x, double y, std::string_view words, std::string_view style,
              Anchor anchor = Anchor::start);
    void polyline(const std::vector<std::pair<double, double>>& points, std::string_view style);

    // A mark whose shape tells the placement where its colour does not: unpinned a disc, pinned a
    // square, isolated a diamond, housekeeping a triangle. `tip` may be empty.
    void mark(host::Placement placement, double x, double y, double size, std::string_view tip);

    // A small disc without a placement.
    void dot(double x, double y, double radius);

    // Ticks, their labels and the name of a horizontal axis below `y`, and faint lines up to `top`.
    void horizontal_axis(const Axis& axis, double top, double y, std::string_view name);

    std::string finish() const;

private:
    std::string id_;
    double width_;
    double height_;
    std::string title_;
    std::string description_;
    std::string body_;
};

// The class that the page's style gives a colour: "unpinned", "pinned", ...
std::string_view placement_style(host::Placement placement) noexcept;

} // namespace nohz::report
