// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as GitHub flavoured Markdown.
#include "report/markdown.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/conclusion.h"
#include "report/escape.h"
#include "report/format.h"
#include "report/gaps.h"
#include "report/hazards.h"
#include "report/method.h"
#include "report/provenance.h"
#include "report/remarks.h"
#include "report/sides.h"
#include "report/tag.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

constexpr std::size_t most_rows = 400;

std::string row(const std::vector<std::string>& cells)
{
    return fmt::format("| {} |\n", joined(cells, " | "));
}

// `right`: how many columns at the end hold numbers.
std::string table_head(const std::vector<std::string>& cells, std::size_t right = 0)
{
    std::vector<std::string> rules;
    rules.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        rules.emplace_back(i + right >= cells.size() ? "---:" : "---");
    return row(cells) + row(rules);
}

std::string or_dash(const std::optional<double>& figure)
{
    return figure ? format_cost(*figure) : "-";
}

std::string samples_text(const Section& section)
{
    std::string text =
        fmt::format("\n## Figures, {}\n\n", unit_heading(section.unit)) +
        table_head({"test case", "placement", "entry path", "boots", "runs", "mean", "typical"}, 4);
    for (const check::Sample* sample : section.samples)
        text += row({fmt::format("{}", sample->placed.scenario), place_words(sample->placed),
                     markdown_text(sample->op, 64), fmt::format("{}", sample->boots),
                     fmt::format("{}{}", sample->runs,
                                 sample->disturbed > 0
                                     ? fmt::format(" ({} disturbed, not used)", sample->disturbed)
                                     : ""),
                     sample->runs > 0 ? format_cost(sample->mean) : "-", or_dash(sample->typical)});
    text += "\n";
    for (int scenario = 1; scenario <= 4; ++scenario)
        text += fmt::format("- test case {}: {}\n", scenario, scenario_title(scenario));
    return text;
}

std::string rules_text(const Section& section, const Evidence& evidence)
{
    const check::Rules& rules = evidence.rules;
    std::string text = fmt::format("\n## Rules\n\n") +
                       table_head({"rule", "compares", "verdict", "ratio",
                                   fmt::format("{:g} % interval", rules.confidence * 100), "limit",
                                   fmt::format("added {}", unit_word(section.unit))},
                                  4);
    for (const check::RuleResult* rule : section.rules)
        text += row({markdown_text(rule_title(*rule)), sides_words(*rule),
                     fmt::format("**{}**", verdict_text(*rule)), ratio_text(*rule),
                     format_interval(rule->unit, rule->low, rule->high), limit_text(*rule),
                     rule->added ? format_added(*rule->added) : "-"});
    std::string reasons;
    for (const auto& [rule, remark] : remarks_of(section, evidence))
        reasons += rule ? fmt::format("- {}: {}\n", markdown_text(rule_title(*rule)),
                                      markdown_text(remark, 500))
                        : fmt::format("- {}\n", markdown_text(remark));
    return text + (reasons.empty() ? "" : "\n" + reasons);
}

std::string gaps_text(const Section& section)
{
    std::string text;
    for (const Gap& gap : gaps_of(section))
        text +=
            fmt::format("- {}: {}{}\n", markdown_text(gap.what), markdown_text(gap.why),
                        gap.remedy.empty() ? "" : ". What gives it: " + markdown_text(gap.remedy));
    return text.empty() ? "" : "\n## Not measured or not judged\n\n" + text;
}

std::string hazards_text(const Section& section)
{
    std::string text;
    std::size_t rows = 0;
    for (const HazardOfBoots& each : hazards_of(section))
        if (++rows <= most_rows)
            text += row({markdown_text(each.hazard.id, 100),
                         std::string(host::to_string(each.hazard.group)),
                         markdown_text(each.hazard.evidence + boots_suffix(each, section), 1000),
                         markdown_text(each.hazard.remedy, 500)});
    if (rows > most_rows)
        text += fmt::format("\nand {} more, in `boot.hazards` of the records\n", rows - most_rows);
    return text.empty() ? ""
                        : "\n## What may have spoiled the figures\n\n" +
                              table_head({"hazard", "group", "seen", "remedy"}) + text;
}

std::string boots_text(const Section& section)
{
    std::string text = "\n## Boots\n\n" + table_head({"record", "sha256", "measured", "kernel",
                                                      "NO_HZ_FULL", "command line"});
    std::size_t shown = 0;
    for (const record::Record* record : section.records) {
        if (++shown > most_rows)
            continue;
        const host::Boot& boot = record->boot;
        text +=
            row({markdown_text(file_name(*record)), markdown_text(hash_words(*record)),
                 markdown_text(record->source == "import" ? "-" : record->created, 40),
                 markdown_text(boot.kernel_release.empty() ? "-" : boot.kernel_release, 100),
                 std::string(host::to_string(boot.kernel_state)),
                 boot.command_line.empty() ? "not recorded" : markdown_text(boot.command_line)});
    }
    if (shown > most_rows)
        text += fmt::format("\nand {} more\n", shown - most_rows);
    return text;
}

std::string facts_text(const Section& section)
{
    std::string text = "\n## Machine and software\n\n";
    for (const auto& facts : {hardware_facts(section), software_facts(section),
                              method_facts(section), repeat_facts(section)})
        for (const auto& [label, value] : facts)
            text += fmt::format("- {}: {}\n", label, markdown_text(value));
    const std::vector<std::string> packages = package_lines(section);
    for (const std::string& line : packages)
        text += fmt::format("- {}\n", markdown_text(trim(line), 300));
    return text;
}

} // namespace

std::string to_markdown(const Evidence& evidence)
{
    const std::vector<Section> sections = sections_of(evidence);
    std::string text = fmt::format("# What NO\\_HZ\\_FULL costs\n\n**{}**\n",
                                   markdown_text(headline(evidence, sections)));
    const std::string tag = tag_line(evidence);
    if (!tag.empty())
        text += fmt::format("\n{}\n", markdown_text(tag));
    for (const Section& section : sections) {
        if (sections.size() > 1)
            text += fmt::format("\n# {}\n", markdown_text(conclusion(section, evidence.rules)));
        text += samples_text(section) + rules_text(section, evidence) + gaps_text(section) +
                hazards_text(section) + facts_text(section) + boots_text(section);
    }
    const std::vector<std::string> notes = notes_beside_hazards(evidence);
    if (!notes.empty())
        text += "\n## Notes\n\n";
    for (const std::string& note : notes)
        text += fmt::format("- {}\n", markdown_text(note, 1000));
    return text;
}

} // namespace nohz::report
