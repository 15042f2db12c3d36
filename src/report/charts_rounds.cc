// SPDX-License-Identifier: GPL-2.0-or-later
// The charts of interleaved rounds.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "report/chart_layout.h"
#include "report/charts.h"
#include "report/svg.h"
#include "stats/interval.h"
#include "stats/quantile.h"
#include "stats/series.h"

namespace nohz::report
{

using namespace chart;

namespace
{

constexpr std::size_t most_pairs = 12; // the last ones: a page of strips is read by nobody

// What is drawn of a pair, as ratios.
struct Strip {
    std::string label;
    std::vector<double> ratios;
    double middle = 1;
    std::optional<stats::Interval> interval; // of the mean; nothing with too few rounds
    std::size_t rounds = 0;
};

Strip strip_of(const record::Pair& pair, std::string label, double confidence)
{
    Strip strip;
    strip.label = std::move(label);
    strip.rounds = pair.log_ratios.size();
    strip.middle = std::exp(stats::median(pair.log_ratios));
    for (const double log_ratio : some_of(pair.log_ratios, most_marks))
        strip.ratios.push_back(std::exp(log_ratio));
    const stats::Estimate estimate = stats::estimate_series(pair.log_ratios);
    if (estimate.degrees > 0) {
        const stats::Interval logs = stats::interval_of(estimate, confidence);
        strip.interval = {std::exp(logs.low), std::exp(logs.high)};
    }
    return strip;
}

std::string sides(const record::Pair& pair)
{
    const auto side = [](const record::Placed& placed) {
        return fmt::format("{} {}", host::to_string(placed.placement),
                           placed.cpu ? fmt::format("{}", *placed.cpu) : std::string("?"));
    };
    if (pair.numerator == pair.denominator)
        return fmt::format("{} / itself", side(pair.numerator));
    return fmt::format("{} / {}", side(pair.numerator), side(pair.denominator));
}

std::vector<Strip> strips_of(const Section& section, double confidence, bool self_checks)
{
    std::vector<Strip> strips;
    for (const record::Record* record : section.records)
        for (const record::Pair& pair : record->pairs) {
            if (pair.log_ratios.empty() || (pair.numerator == pair.denominator) != self_checks)
                continue;
            const std::string where = section.records.size() > 1
                                          ? fmt::format("boot {}: ", section.boot_number(*record))
                                          : "";
            strips.push_back(strip_of(pair, where + sides(pair), confidence));
        }
    if (strips.size() > most_pairs)
        strips.erase(strips.begin(), strips.end() - static_cast<std::ptrdiff_t>(most_pairs));
    return strips;
}

// The middle nine tenths, so that a single round that was hit hard does not set the scale.
Range range_of(const std::vector<Strip>& strips)
{
    Range range;
    for (const Strip& strip : strips) {
        range.add(strip.middle);
        std::vector<double> ascending = strip.ratios;
        std::sort(ascending.begin(), ascending.end());
        range.add(stats::quantile(ascending, 0.05));
        range.add(stats::quantile(ascending, 0.95));
        if (strip.interval) {
            range.add(strip.interval->low);
            range.add(strip.interval->high);
        }
    }
    return range;
}

void draw(Svg& svg, const Axis& axis, const Strip& strip, double y)
{
    svg.text(plot_left - 12, y + 4, strip.label, "label", Anchor::end);
    // Spread over the row in an order that shows no pattern of its own.
    for (std::size_t i = 0; i < strip.ratios.size(); ++i)
        svg.dot(axis.at(strip.ratios[i]), y - 11 + static_cast<double>(i * 37 % 23), 2.2);
    if (strip.interval) {
        svg.line(axis.at(strip.interval->low), y, axis.at(strip.interval->high), y, "interval");
        for (const double end : {strip.interval->low, strip.interval->high})
            svg.line(axis.at(end), y - 5, axis.at(end), y + 5, "interval");
    }
    svg.line(axis.at(strip.middle), y - 15, axis.at(strip.middle), y + 15, "middle");
    svg.text(label_left, y + 4, fmt::format("{:.4f}", strip.middle), "value");
}

std::string chart_of(const std::vector<Strip>& strips, const std::string& id,
                     std::string_view title)
{
    if (strips.empty())
        return "";
    std::vector<std::string> words;
    words.reserve(strips.size());
    for (const Strip& strip : strips) {
        const std::string interval = strip.interval
                                         ? fmt::format(", interval of the mean {:.4f} to {:.4f}",
                                                       strip.interval->low, strip.interval->high)
                                         : std::string(", too few rounds for an interval");
        words.push_back(fmt::format("{}: median ratio {:.4f} of {} rounds{}", strip.label,
                                    strip.middle, strip.rounds, interval));
    }
    const double bottom = top + row_height * static_cast<double>(strips.size());
    Svg svg(id, width, bottom + below, title, joined(words, "; ") + ".");
    const Range range = range_of(strips);
    const Axis axis = make_axis(range.low, range.high, plot_left, plot_right, 5);
    svg.horizontal_axis(axis, top, bottom, "ratio of a round (1 = the same)");
    if (axis.holds(1))
        svg.line(axis.at(1), top, axis.at(1), bottom, "one");
    for (std::size_t i = 0; i < strips.size(); ++i)
        draw(svg, axis, strips[i], row_middle(i));
    return svg.finish();
}

} // namespace

std::string rounds_chart(const Section& section, const check::Rules& rules, const std::string& id)
{
    return chart_of(strips_of(section, rules.confidence, false), id,
                    "Interleaved rounds of two CPUs");
}

std::string self_check_chart(const Section& section, const check::Rules& rules,
                             const std::string& id)
{
    return chart_of(strips_of(section, rules.confidence, true), id,
                    "Interleaved rounds of a CPU against itself");
}

} // namespace nohz::report
