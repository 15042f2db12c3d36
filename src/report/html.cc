// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as one page for a browser.
#include "report/html.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "base/version.h"
#include "report/charts.h"
#include "report/conclusion.h"
#include "report/escape.h"
#include "report/hazards.h"
#include "report/html_style.h"
#include "report/html_tables.h"
#include "report/method.h"
#include "report/provenance.h"
#include "report/tag.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

// Of more groups only the overview is given, the worst verdicts first.
constexpr std::size_t most_sections = 24;

std::string head(const std::string& title)
{
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                       "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
                       "<meta http-equiv=\"Content-Security-Policy\" "
                       "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
                       "<meta name=\"generator\" content=\"nohz-overhead {}\"/>\n"
                       "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
                       xml_text(tool_version), xml_text(title), html_style);
}

std::string figure(const std::string& chart, std::string_view caption)
{
    if (chart.empty())
        return "";
    return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", chart, caption);
}

std::string charts(const Section& section, const check::Rules& rules, std::size_t number)
{
    const auto id = [number](std::string_view name) { return fmt::format("{}-{}", name, number); };
    std::string text =
        figure(rules_chart(section, rules, id("rules")),
               "Disc: the ratio. Horizontal bar: its interval, where it has one. Thick upright "
               "line: the limit. Dotted line: 1, no difference.");
    text += samples_table_html(section);
    text +=
        figure(runs_chart(section, id("runs")),
               "A mark a run: the median over its batches, or the mean of a run without them. "
               "Behind it, where recorded, the middle half (thick) and the middle nine tenths "
               "(thin) of its batches. Upright line and number: all runs of that place. Of many "
               "runs the batches are left out, of very many some runs.");
    if (const std::string rounds = rounds_chart(section, rules, id("rounds")); !rounds.empty())
        text += "<h3>Interleaved rounds</h3>\n" +
                figure(rounds, "A disc a round: the first CPU over the second, measured in turns. "
                               "Upright line and number: the median round. Bar: the interval of "
                               "the mean. Rounds beyond the plot stand at its edge; of many "
                               "boots the last are drawn.");
    if (const std::string self = self_check_chart(section, rules, id("self")); !self.empty())
        text += "<h3>The machine against itself</h3>\n" +
                figure(self, "The same measurement of a CPU against itself: what is not 1 here is "
                             "the machine and not the kernel.");
    const std::string history = history_chart(section, id("history"));
    if (!history.empty())
        text += "<h3>History over boots</h3>\n" +
                figure(history, "The figure of each placement, boot after boot. The shape of the "
                                "marks tells the placement as the colour does.");
    return text;
}

std::string section_html(const Section& section, const Evidence& evidence, std::size_t number)
{
    const std::string_view verdict = check::to_string(section.verdict);
    std::string text = fmt::format(
        "<section>\n<h2><span class=\"verdict {}\">{}</span> kernel {} on {}, {}</h2>\n", verdict,
        verdict, xml_text(section.kernel.empty() ? "(not recorded)" : section.kernel, 100),
        xml_text(section.machine, 200), section.is_exact() ? "instructions" : "nanoseconds");
    text += rules_table_html(section, evidence) + charts(section, evidence.rules, number);
    if (const std::string gaps = gaps_list_html(section); !gaps.empty())
        text += "<h3>Not measured or not judged</h3>\n" + gaps;
    text += "<h3>Machine and software</h3>\n" + facts_html(hardware_facts(section)) +
            facts_html(software_facts(section)) + facts_html(method_facts(section)) +
            facts_html(repeat_facts(section)) + packages_html(section);
    return text + "</section>\n";
}

std::string sections_html(const std::vector<Section>& sections, const Evidence& evidence)
{
    std::string text;
    std::size_t number = 0;
    for (const Section& section : worst_sections(sections, most_sections))
        text += section_html(section, evidence, ++number);
    return text;
}

std::string notes_html(const Evidence& evidence)
{
    const std::vector<std::string> notes = notes_beside_hazards(evidence);
    constexpr std::size_t most_notes = 200;
    std::string text;
    for (std::size_t i = 0; i < notes.size() && i < most_notes; ++i)
        text += fmt::format("<li>{}</li>\n", xml_text(notes[i], 1000));
    return text.empty() ? "" : "<h2>Notes</h2>\n<ul>\n" + text + "</ul>\n";
}

} // namespace

std::string to_html(const Evidence& evidence)
{
    const std::vector<Section> sections = sections_of(evidence);
    const std::string line = headline(evidence, sections);
    const std::string_view verdict = check::to_string(evidence.report.verdict);
    std::string text = head(line);
    text +=
        fmt::format("<header>\n<p class=\"muted\">What NO_HZ_FULL costs at every kernel entry: "
                    "{} {}, nohz-overhead {}</p>\n",
                    evidence.records.size(), evidence.records.size() == 1 ? "record" : "records",
                    xml_text(tool_version));
    text += fmt::format("<h1><span class=\"verdict badge {}\">{}</span> {}</h1>\n", verdict,
                        verdict, xml_text(line.substr(std::min(line.size(), verdict.size() + 2))));
    if (const std::string tag = tag_line(evidence); !tag.empty())
        text += fmt::format("<p class=\"lead\">{}</p>\n", xml_text(tag));
    text += "</header>\n";
    if (sections.size() > 1)
        text += overview_table_html(sections, evidence.rules);
    if (sections.size() > most_sections)
        text += fmt::format("<p class=\"muted\">Below, {} of them in detail, the worst verdicts "
                            "first.</p>\n",
                            most_sections);
    text += sections_html(sections, evidence);
    text += notes_html(evidence);
    text += "<h2>Hazards</h2>\n" + hazards_table_html(evidence);
    text += "<h2>Boots</h2>\n" + boots_table_html(evidence);
    text += "<h2>Raw figures</h2>\n<details><summary>Every run</summary>\n" +
            runs_table_html(evidence) + "</details>\n";
    return text + "</main>\n</body>\n</html>\n";
}

} // namespace nohz::report
