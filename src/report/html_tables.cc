// SPDX-License-Identifier: GPL-2.0-or-later
// The tables of the HTML page.
#include "report/html_tables.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"
#include "report/conclusion.h"
#include "report/escape.h"
#include "report/format.h"
#include "report/gaps.h"
#include "report/hazards.h"
#include "report/remarks.h"
#include "report/sides.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t most_samples = 400;
constexpr std::size_t most_hazards = 200;
constexpr std::size_t most_boots = 400;
constexpr std::size_t most_runs = 4000;

struct Column {
    std::string_view heading;
    std::string_view style; // "", "n" for numbers, "c" for long texts
};

class Table
{
public:
    Table(std::string_view caption, std::vector<Column> columns) : columns_(std::move(columns))
    {
        text_ = fmt::format("<div class=\"wide\"><table><caption>{}</caption>\n<thead><tr>",
                            xml_text(caption));
        for (const Column& column : columns_)
            text_ += fmt::format("<th scope=\"col\"{}>{}</th>", style_of(column),
                                 xml_text(column.heading));
        text_ += "</tr></thead>\n<tbody>\n";
    }

    // One cell a column, escaped already; the first is the row's heading.
    void add(const std::vector<std::string>& cells)
    {
        text_ += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i)
            text_ +=
                i == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", style_of(columns_[i]), cells[i])
                       : fmt::format("<td{}>{}</td>", style_of(columns_[i]), cells[i]);
        text_ += "</tr>\n";
    }

    std::string finish(std::size_t rows, std::size_t shown) const
    {
        std::string text = text_ + "</tbody></table></div>\n";
        if (rows > shown)
            text += fmt::format("<p class=\"muted\">{} of {} are shown.</p>\n", shown, rows);
        return text;
    }

private:
    static std::string style_of(const Column& column)
    {
        return column.style.empty() ? "" : fmt::format(" class=\"{}\"", column.style);
    }

    std::vector<Column> columns_;
    std::string text_;
};

// Commands between two backticks as code; `text` is escaped already.
std::string with_code(const std::string& text)
{
    if (std::count(text.begin(), text.end(), '`') % 2 != 0)
        return text;
    std::string out;
    bool open = false;
    for (const char c : text) {
        if (c != '`') {
            out += c;
            continue;
        }
        out += open ? "</code>" : "<code>";
        open = !open;
    }
    return out;
}

std::string or_dash(const std::optional<double>& figure)
{
    return figure ? format_cost(*figure) : "-";
}

std::string count_or_dash(const std::optional<std::uint64_t>& count)
{
    return count ? fmt::format("{}", *count) : "-";
}

std::string verdict_html(std::string_view style, std::string_view words)
{
    return fmt::format("<span class=\"verdict {}\">{}</span>", style, xml_text(words));
}

std::string verdict_html(const check::RuleResult& rule)
{
    const bool information = rule.verdict == check::Verdict::skip && rule.ratio;
    return verdict_html(information ? "info" : check::to_string(rule.verdict), verdict_text(rule));
}

std::string placement_cell(const record::Run& run)
{
    return fmt::format("{}{}", host::to_string(run.placed.placement),
                       run.log.empty() ? ""
                                       : fmt::format("<br/><span class=\"muted\">{}</span>",
                                                     xml_text(run.log, 100)));
}

} // namespace

std::string rules_table_html(const Section& section, const Evidence& evidence)
{
    const check::Rules& rules = evidence.rules;
    const std::string interval = fmt::format("{:g} % interval", rules.confidence * 100);
    const std::string added = fmt::format("added, {}", unit_word(section.unit));
    Table table("Rules: a ratio of two placements, and its limit", {{"rule", "c"},
                                                                    {"ratio", "n"},
                                                                    {interval, "n"},
                                                                    {"limit", "n"},
                                                                    {added, "n"},
                                                                    {"verdict", ""}});
    for (const check::RuleResult* rule : section.rules)
        table.add({fmt::format("{}<br/><span class=\"muted\">{}</span>",
                               xml_text(rule_title(*rule)), xml_text(sides_words(*rule))),
                   ratio_text(*rule), format_interval(rule->unit, rule->low, rule->high),
                   limit_text(*rule), rule->added ? format_added(*rule->added) : "-",
                   verdict_html(*rule)});
    std::string reasons;
    for (const auto& [rule, text] : remarks_of(section, evidence))
        reasons += rule ? fmt::format("<li>{}: {}</li>\n", xml_text(rule_title(*rule)),
                                      xml_text(text, 500))
                        : fmt::format("<li>{}</li>\n", xml_text(text));
    return table.finish(section.rules.size(), section.rules.size()) +
           (reasons.empty() ? "" : "<ul class=\"muted\">\n" + reasons + "</ul>\n");
}

std::string samples_table_html(const Section& section)
{
    Table table(fmt::format("Figures, {}", unit_heading(section.unit)),
                {{"scenario", "n"},
                 {"placement", ""},
                 {"entry path", ""},
                 {"boots", "n"},
                 {"runs", "n"},
                 {"disturbed, not used", "n"},
                 {"mean", "n"},
                 {"typical", "n"}});
    const std::size_t shown = std::min(section.samples.size(), most_samples);
    for (std::size_t i = 0; i < shown; ++i) {
        const check::Sample& sample = *section.samples[i];
        table.add({fmt::format("{}", sample.placed.scenario), place_words(sample.placed),
                   xml_text(sample.op, 64), fmt::format("{}", sample.boots),
                   fmt::format("{}", sample.runs), fmt::format("{}", sample.disturbed),
                   sample.runs > 0 ? format_cost(sample.mean) : "-", or_dash(sample.typical)});
    }
    return table.finish(section.samples.size(), shown);
}

std::string gaps_list_html(const Section& section)
{
    std::string text;
    for (const Gap& gap : gaps_of(section))
        text += fmt::format(
            "<li><strong>{}</strong>: {}{}</li>\n", xml_text(gap.what), xml_text(gap.why),
            gap.remedy.empty() ? "" : ". What gives it: " + with_code(xml_text(gap.remedy)));
    return text.empty() ? "" : "<ul>\n" + text + "</ul>\n";
}

std::string facts_html(const std::vector<Fact>& facts)
{
    std::string text = "<dl>\n";
    for (const auto& [label, value] : facts)
        text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", xml_text(label), xml_text(value));
    return text + "</dl>\n";
}

std::string packages_html(const Section& section)
{
    const std::vector<std::string> lines = package_lines(section);
    if (lines.empty())
        return "<p class=\"muted\">No package of kernel or tool is recorded.</p>\n";
    std::string text;
    for (const std::string& line : lines)
        text += xml_text(line) + "\n";
    return "<p>apt-cache policy of kernel and tool:</p>\n<pre>" + text + "</pre>\n";
}

std::string overview_table_html(const std::vector<Section>& sections, const check::Rules& rules)
{
    Table table("Kernels and machines, each judged by itself",
                {{"kernel", ""}, {"machine", ""}, {"unit", ""}, {"verdict", ""}, {"why", "c"}});
    const std::size_t shown = std::min(sections.size(), most_boots);
    for (std::size_t i = 0; i < shown; ++i) {
        const Section& section = sections[i];
        const std::string_view verdict = check::to_string(section.verdict);
        const check::RuleResult* rule = deciding_rule(section);
        table.add({xml_text(section.kernel.empty() ? "not recorded" : section.kernel, 100),
                   xml_text(section.machine, 100), std::string(unit_word(section.unit)),
                   verdict_html(verdict, verdict),
                   rule ? xml_text(rule_title(*rule) + ": " + figure_words(*rule, rules))
                        : "nothing could be compared"});
    }
    return table.finish(sections.size(), shown);
}

std::string hazards_table_html(const Evidence& evidence)
{
    using Key = std::tuple<host::HazardGroup, std::string, std::string, std::string>;
    std::map<Key, std::size_t> boots;
    for (const record::Record& record : evidence.records)
        for (const host::Hazard& hazard : hazards_of(record))
            ++boots[{hazard.group, hazard.id, hazard.evidence, hazard.remedy}];
    if (boots.empty())
        return "<p>None was recorded.</p>\n";
    Table table("What was seen in the boots that could spoil a measurement",
                {{"hazard", ""}, {"group", ""}, {"seen", "c"}, {"remedy", "c"}, {"boots", "n"}});
    std::size_t shown = 0;
    for (const auto& [key, count] : boots) {
        const auto& [group, id, seen, remedy] = key;
        if (++shown <= most_hazards)
            table.add({xml_text(id, 100), std::string(host::to_string(group)), xml_text(seen, 1000),
                       xml_text(remedy, 1000), fmt::format("{}", count)});
    }
    return table.finish(boots.size(), std::min(boots.size(), most_hazards));
}

std::string boots_table_html(const Evidence& evidence)
{
    Table table("Records, one a boot", {{"boot", "n"},
                                        {"record, and its sha256", "c"},
                                        {"measured (UTC)", ""},
                                        {"kernel", ""},
                                        {"NO_HZ_FULL", ""},
                                        {"command line", "c"}});
    const std::size_t shown = std::min(evidence.records.size(), most_boots);
    for (std::size_t i = 0; i < shown; ++i) {
        const record::Record& record = evidence.records[i];
        const host::Boot& boot = record.boot;
        table.add(
            {fmt::format("{}", i + 1),
             fmt::format("{}<br/><span class=\"h\">{}</span>", xml_text(file_name(record)),
                         xml_text(hash_words(record))),
             record.source == "import" ? "not recorded" : xml_text(record.created, 40),
             xml_text(boot.kernel_release.empty() ? "not recorded" : boot.kernel_release, 100),
             std::string(host::to_string(boot.kernel_state)),
             boot.command_line.empty()
                 ? "not recorded"
                 : xml_text(boot.command_line, shown > 20 ? 600 : longest_escaped)});
    }
    return table.finish(evidence.records.size(), shown);
}

std::string runs_table_html(const Evidence& evidence)
{
    Table table("Every run as it was recorded; totals and figures in the unit of its record",
                {{"boot", "n"},
                 {"scenario", "n"},
                 {"placement", ""},
                 {"CPU", "n"},
                 {"entry path", ""},
                 {"unit", ""},
                 {"iterations", "n"},
                 {"total", "n"},
                 {"mean", "n"},
                 {"typical", "n"},
                 {"timer irqs", "n"},
                 {"other irqs", "n"},
                 {"switches", "n"},
                 {"disturbed", ""}});
    std::size_t all = 0;
    for (std::size_t boot = 0; boot < evidence.records.size(); ++boot)
        for (const record::Run& run : evidence.records[boot].runs) {
            if (++all > most_runs)
                continue;
            table.add(
                {fmt::format("{}", boot + 1), fmt::format("{}", run.placed.scenario),
                 placement_cell(run), run.placed.cpu ? fmt::format("{}", *run.placed.cpu) : "-",
                 xml_text(run.op, 64), std::string(unit_word(evidence.records[boot].unit)),
                 fmt::format("{}", run.iterations), fmt::format("{}", run.total),
                 format_cost(run.mean), or_dash(run.typical), count_or_dash(run.timer_interrupts),
                 count_or_dash(run.other_interrupts), count_or_dash(run.involuntary_switches),
                 run.disturbed.empty() ? "no" : xml_text(run.disturbed, 200)});
        }
    return table.finish(all, std::min(all, most_runs));
}

} // namespace nohz::report
