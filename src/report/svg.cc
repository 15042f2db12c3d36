// SPDX-License-Identifier: GPL-2.0-or-later
// Axes and marks of a chart as inline SVG.
#include "report/svg.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "report/escape.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t longest_label = 80;
constexpr std::size_t longest_tip = 200;

// 1, 2 or 5 times a power of ten.
double round_step(double rough)
{
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double factor = rough / power;
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
}

std::string_view anchor_word(Anchor anchor)
{
    switch (anchor) {
    case Anchor::start:
        return "start";
    case Anchor::middle:
        return "middle";
    case Anchor::end:
        return "end";
    }
    return "start";
}

std::string shape(host::Placement placement, double x, double y, double size)
{
    const double half = size / 2;
    switch (placement) {
    case host::Placement::unpinned:
        return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", x, y, half);
    case host::Placement::pinned:
        return fmt::format("<path d=\"M{:.1f} {:.1f}h{:.1f}v{:.1f}h{:.1f}z\"", x - half, y - half,
                           size, size, -size);
    case host::Placement::isolated:
        return fmt::format("<path d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}l{:.1f} {:.1f}z\"",
                           x, y - 1.25 * half, 1.25 * half, 1.25 * half, -1.25 * half, 1.25 * half,
                           -1.25 * half, -1.25 * half);
    case host::Placement::housekeeping:
        return fmt::format("<path d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z\"", x, y - 1.1 * half,
                           1.2 * half, 2.1 * half, -2.4 * half);
    }
    return {};
}

} // namespace

double Axis::at(double value) const
{
    return from + (std::clamp(value, low, high) - low) / (high - low) * (to - from);
}

std::string Axis::label(double value) const
{
    return fmt::format("{:.{}f}", std::fabs(value) < 1e-12 ? 0.0 : value, decimals);
}

Axis make_axis(double low, double high, double from, double to, int wanted_ticks)
{
    if (!std::isfinite(low) || !std::isfinite(high))
        low = high = 0;
    if (low > high)
        std::swap(low, high);
    const double least = std::max(std::fabs(high) * 1e-3, 1e-6);
    if (high - low < least) {
        low -= least;
        high += least;
    }
    Axis axis;
    const double margin = (high - low) * 0.04;
    axis.low = low - margin;
    axis.high = high + margin;
    axis.from = from;
    axis.to = to;
    const double step = round_step((axis.high - axis.low) / wanted_ticks);
    axis.decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 9);
    for (double tick = std::ceil(axis.low / step) * step;
         tick <= axis.high && axis.ticks.size() < 100; tick += step)
        axis.ticks.push_back(tick);
    return axis;
}

Svg::Svg(std::string id, double width, double height, std::string_view title,
         std::string_view description)
    : id_(std::move(id)), width_(width), height_(height), title_(xml_text(title, 300)),
      description_(xml_text(description, 2000))
{
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style)
{
    body_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
                         "y2=\"{:.1f}\"/>\n",
                         style, x1, y1, x2, y2);
}

void Svg::text(double x, double y, std::string_view words, std::string_view style, Anchor anchor)
{
    body_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}"
                         "</text>\n",
                         style, x, y, anchor_word(anchor), xml_text(words, longest_label));
}

void Svg::polyline(const std::vector<std::pair<double, double>>& points, std::string_view style)
{
    body_ += fmt::format("<polyline class=\"{}\" points=\"", style);
    for (const auto& [x, y] : points)
        body_ += fmt::format("{:.1f},{:.1f} ", x, y);
    body_ += "\"/>\n";
}

void Svg::mark(host::Placement placement, double x, double y, double size, std::string_view tip)
{
    body_ += fmt::format("{} class=\"mark {}\"", shape(placement, x, y, size),
                         placement_style(placement));
    body_ += tip.empty() ? "/>\n"
                         : fmt::format("><title>{}</title></{}>\n", xml_text(tip, longest_tip),
                                       placement == host::Placement::unpinned ? "circle" : "path");
}

void Svg::dot(double x, double y, double radius)
{
    body_ += fmt::format("<circle class=\"round\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n", x,
                         y, radius);
}

void Svg::horizontal_axis(const Axis& axis, double top, double y, std::string_view name)
{
    for (const double tick : axis.ticks) {
        line(axis.at(tick), top, axis.at(tick), y, "grid");
        text(axis.at(tick), y + 17, axis.label(tick), "tick", Anchor::middle);
    }
    line(axis.from, y, axis.to, y, "axis");
    text((axis.from + axis.to) / 2, y + 36, name, "axis-name", Anchor::middle);
}

std::string Svg::finish() const
{
    return fmt::format("<div class=\"chart\"><svg role=\"img\" viewBox=\"0 0 {:.0f} {:.0f}\" "
                       "aria-labelledby=\"{}-title {}-desc\">\n<title id=\"{}-title\">{}</title>\n"
                       "<desc id=\"{}-desc\">{}</desc>\n{}</svg></div>\n",
                       width_, height_, id_, id_, id_, title_, id_, description_, body_);
}

std::string_view placement_style(host::Placement placement) noexcept
{
    return host::to_string(placement);
}

} // namespace nohz::report
