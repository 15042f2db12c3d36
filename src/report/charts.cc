// SPDX-License-Identifier: GPL-2.0-or-later
// The charts of rules and of runs.
#include "report/charts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/chart_layout.h"
#include "report/svg.h"
#include "report/words.h"

namespace nohz::report
{

using namespace chart;

namespace
{

constexpr std::size_t most_with_quantiles = 24; // runs of a strip

std::optional<double> quantile(const record::Run& run, const char* share)
{
    const auto at = run.quantiles.find(share);
    return at == run.quantiles.end() ? std::nullopt : std::optional(at->second);
}

// One long interruption must not squeeze all the rest into a corner.
Range range_of_runs(const Section& section, const std::vector<const check::Sample*>& samples)
{
    Range central;
    Range all;
    for (const check::Sample* sample : samples)
        for (const record::Run* run : runs_of(section, *sample)) {
            central.add(figure_of(*run));
            all.add(figure_of(*run));
            for (const char* share : {"0.05", "0.95"})
                if (const auto value = quantile(*run, share))
                    all.add(*value);
        }
    all.high = std::min(all.high, central.high * 1.5);
    all.low = std::max(all.low, central.low * 0.5);
    return all;
}

void draw_run(Svg& svg, const Axis& axis, const check::Sample& sample, const record::Run& run,
              double y, bool with_quantiles)
{
    const std::string style = fmt::format("whisker {}", placement_style(sample.placed.placement));
    const auto low = quantile(run, "0.05");
    const auto high = quantile(run, "0.95");
    if (with_quantiles && low && high)
        svg.line(axis.at(*low), y, axis.at(*high), y, style);
    const auto quarter = quantile(run, "0.25");
    const auto three_quarters = quantile(run, "0.75");
    if (with_quantiles && quarter && three_quarters)
        svg.line(axis.at(*quarter), y, axis.at(*three_quarters), y, style + " box");
    svg.mark(sample.placed.placement, axis.at(figure_of(run)), y, 6.5,
             with_quantiles ? fmt::format("{} {}, mean {}", run.typical ? "typical" : "mean",
                                          format_cost(figure_of(run)), format_cost(run.mean))
                            : std::string());
}

void draw_strip(Svg& svg, const Axis& axis, const Section& section, const check::Sample& sample,
                double y)
{
    const auto all = runs_of(section, sample);
    const auto runs = some_of(all, most_marks);
    const bool with_quantiles = all.size() <= most_with_quantiles;
    svg.text(plot_left - 12, y + 4, label_of(sample.placed, sample.op), "label", Anchor::end);
    if (sample.runs > 0) {
        const double x = axis.at(figure_of(sample));
        svg.line(x, y - row_height / 2 + 2, x, y + row_height / 2 - 2, "middle");
        svg.text(label_left, y + 4, format_cost(figure_of(sample)), "value");
    }
    const double used = row_height - 16;
    const double spread = runs.size() > 1 ? used / static_cast<double>(runs.size() - 1) : 0;
    const double first = runs.size() > 1 ? y - used / 2 : y;
    for (std::size_t i = 0; i < runs.size(); ++i)
        draw_run(svg, axis, sample, *runs[i], first + spread * static_cast<double>(i),
                 with_quantiles);
}

std::string describe_samples(const std::vector<const check::Sample*>& samples, record::Unit unit)
{
    std::vector<std::string> words;
    words.reserve(samples.size());
    for (const check::Sample* sample : samples)
        words.push_back(
            fmt::format("scenario {}: {} over {} runs", label_of(sample->placed, sample->op),
                        sample->runs > 0 ? format_cost(figure_of(*sample)) : "none", sample->runs));
    return fmt::format("{}. {}.", unit_heading(unit), joined(words, "; "));
}

std::vector<const check::RuleResult*> drawn_rules(const Section& section)
{
    std::vector<const check::RuleResult*> drawn;
    for (const check::RuleResult* rule : section.rules)
        if (rule->ratio && !rule->is_rate && drawn.size() < most_rows)
            drawn.push_back(rule);
    return drawn;
}

void draw_rule(Svg& svg, const Axis& axis, const check::RuleResult& rule, double y)
{
    svg.text(plot_left - 12, y + 4, rule_title(rule), "label", Anchor::end);
    if (rule.limit) {
        const double x = axis.at(*rule.limit);
        svg.line(x, y - 13, x, y + 13, "limit");
        svg.text(x + (x > plot_right - 70 ? -5 : 5), y - 5,
                 fmt::format("limit {}", format_ratio(*rule.limit)), "small",
                 x > plot_right - 70 ? Anchor::end : Anchor::start);
    }
    if (rule.low && rule.high) {
        const double left = axis.at(*rule.low);
        const double right = axis.at(*rule.high);
        svg.line(left, y + 4, right, y + 4, "interval");
        svg.line(left, y, left, y + 8, "interval");
        svg.line(right, y, right, y + 8, "interval");
    }
    svg.mark(host::Placement::unpinned, axis.at(*rule.ratio), y + 4, 8, {});
    svg.text(label_left, y + 4, fmt::format("{} {}", ratio_text(rule), verdict_text(rule)),
             "value");
}

} // namespace

std::string rules_chart(const Section& section, const check::Rules& rules, const std::string& id)
{
    const auto drawn = drawn_rules(section);
    if (drawn.empty())
        return "";
    Range range;
    range.add(1);
    std::vector<std::string> words;
    words.reserve(drawn.size());
    for (const check::RuleResult* rule : drawn) {
        for (const auto& value : {rule->ratio, rule->low, rule->high, rule->limit})
            if (value)
                range.add(*value);
        words.push_back(fmt::format("{}: {}, {}", rule_title(*rule), figure_words(*rule, rules),
                                    verdict_text(*rule)));
    }
    const double bottom = top + row_height * static_cast<double>(drawn.size());
    Svg svg(id, width, bottom + below, "Ratios and their limits", joined(words, "; ") + ".");
    const Axis axis = make_axis(range.low, range.high, plot_left, plot_right);
    svg.horizontal_axis(axis, top, bottom, "ratio (1 = the same)");
    if (axis.holds(1))
        svg.line(axis.at(1), top, axis.at(1), bottom, "one");
    for (std::size_t i = 0; i < drawn.size(); ++i)
        draw_rule(svg, axis, *drawn[i], row_middle(i));
    return svg.finish();
}

std::string runs_chart(const Section& section, const std::string& id)
{
    std::vector<const check::Sample*> samples = section.samples;
    if (samples.size() > most_rows)
        samples.resize(most_rows);
    const Range range = range_of_runs(section, samples);
    if (range.is_empty())
        return "";
    const double bottom = top + row_height * static_cast<double>(samples.size());
    Svg svg(id, width, bottom + below, "Cost of an entry by scenario and CPU",
            describe_samples(samples, section.unit));
    const Axis axis = make_axis(range.low, range.high, plot_left, plot_right);
    svg.horizontal_axis(axis, top, bottom,
                        fmt::format("{} per entry", section.is_exact() ? "instructions" : "ns"));
    for (std::size_t i = 0; i < samples.size(); ++i)
        draw_strip(svg, axis, section, *samples[i], row_middle(i));
    return svg.finish();
}

} // namespace nohz::report
