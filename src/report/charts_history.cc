// SPDX-License-Identifier: GPL-2.0-or-later
// The chart of figures over boots.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/chart_layout.h"
#include "report/charts.h"
#include "report/svg.h"
#include "report/words.h"

namespace nohz::report
{

using namespace chart;

namespace
{

constexpr double left = 70;
constexpr double height = 300;
constexpr std::size_t most_series = 12;
constexpr std::size_t most_marked_boots = 60;

struct Point {
    std::size_t boot; // from 0
    double figure;
};

struct Series {
    const check::Sample* sample;
    std::vector<Point> points;
};

Series series_of(const Section& section, const check::Sample& sample)
{
    Series series{&sample, {}};
    for (std::size_t boot = 0; boot < section.records.size(); ++boot) {
        double sum = 0;
        double count = 0;
        for (const record::Run& run : section.records[boot]->runs)
            if (run.placed == sample.placed && run.op == sample.op && run.disturbed.empty()) {
                sum += figure_of(run);
                ++count;
            }
        if (count > 0)
            series.points.push_back({boot, sum / count});
    }
    return series;
}

std::vector<Series> all_series(const Section& section)
{
    std::vector<Series> all;
    for (const check::Sample* sample : section.samples)
        if (Series series = series_of(section, *sample);
            series.points.size() > 1 && all.size() < most_series)
            all.push_back(std::move(series));
    return all;
}

// Labels at the right end, moved apart where they would overlap; from the lowest upwards.
std::vector<double> label_places(const std::vector<Series>& all, const Axis& axis)
{
    constexpr double apart = 16;
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto y_of = [&](std::size_t i) { return axis.at(all[i].points.back().figure); };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return y_of(a) > y_of(b); });
    std::vector<double> places(all.size());
    double lowest_free = height;
    for (const std::size_t i : order) {
        places[i] = std::min(y_of(i) + 4, lowest_free);
        lowest_free = places[i] - apart;
    }
    return places;
}

void draw_series(Svg& svg, const Series& series, const Axis& boots, const Axis& figures,
                 bool with_marks)
{
    const host::Placement placement = series.sample->placed.placement;
    std::vector<std::pair<double, double>> line;
    line.reserve(series.points.size());
    for (const Point& point : series.points)
        line.emplace_back(boots.at(static_cast<double>(point.boot + 1)), figures.at(point.figure));
    svg.polyline(line, fmt::format("series {}", placement_style(placement)));
    for (std::size_t i = 0; with_marks && i < line.size(); ++i)
        svg.mark(placement, line[i].first, line[i].second, 7, {});
    if (!with_marks)
        svg.mark(placement, line.back().first, line.back().second, 7, {});
}

Axis boots_axis(std::size_t count)
{
    Axis axis = make_axis(1, static_cast<double>(count), left, plot_right - 60, 8);
    std::erase_if(axis.ticks, [count](double tick) {
        return tick < 1 || tick > static_cast<double>(count) ||
               tick != static_cast<double>(static_cast<std::size_t>(tick));
    });
    axis.decimals = 0;
    return axis;
}

} // namespace

std::string history_chart(const Section& section, const std::string& id)
{
    const std::vector<Series> all = all_series(section);
    if (all.empty())
        return "";
    Range range;
    std::vector<std::string> words;
    words.reserve(all.size());
    for (const Series& series : all) {
        Range own;
        for (const Point& point : series.points)
            own.add(point.figure);
        range.add(own.low);
        range.add(own.high);
        words.push_back(fmt::format(
            "{}: {} boots, {} to {}", label_of(series.sample->placed, series.sample->op),
            series.points.size(), format_cost(own.low), format_cost(own.high)));
    }
    const double bottom = top + height;
    Svg svg(id, width, bottom + below, "Cost of an entry, boot after boot",
            joined(words, "; ") + ".");
    const Axis boots = boots_axis(section.records.size());
    const Axis figures = make_axis(range.low, range.high, bottom, top);
    for (const double tick : figures.ticks) {
        svg.line(left, figures.at(tick), boots.to, figures.at(tick), "grid");
        svg.text(left - 8, figures.at(tick) + 4, figures.label(tick), "tick", Anchor::end);
    }
    svg.text(left - 8, top - 4, section.is_exact() ? "instructions" : "ns", "tick", Anchor::end);
    svg.horizontal_axis(boots, bottom - 4, bottom, "boot, in the order of their time");
    const std::vector<double> places = label_places(all, figures);
    for (std::size_t i = 0; i < all.size(); ++i) {
        draw_series(svg, all[i], boots, figures, section.records.size() <= most_marked_boots);
        svg.text(boots.to + 12, places[i],
                 fmt::format("{} {}", label_of(all[i].sample->placed, all[i].sample->op),
                             format_cost(all[i].points.back().figure)),
                 "value");
    }
    return svg.finish();
}

} // namespace nohz::report
