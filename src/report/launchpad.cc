// SPDX-License-Identifier: GPL-2.0-or-later
// The evidence as a comment on a Launchpad bug.
#include "report/launchpad.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/layout.h"
#include "base/text.h"
#include "report/conclusion.h"
#include "report/gaps.h"
#include "report/glossary.h"
#include "report/hazards.h"
#include "report/method.h"
#include "report/provenance.h"
#include "report/rounds.h"
#include "report/sides.h"
#include "report/tag.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

// A comment that nobody scrolls through is read by nobody: the record files hold the rest.
constexpr std::size_t most_boots_shown = 4;
constexpr std::size_t most_runs_shown = 16;
constexpr std::size_t most_files_shown = 24;
constexpr std::size_t most_hazards_shown = 16;
constexpr std::size_t most_readings_shown = 2; // of a hazard
constexpr std::size_t most_sections_shown = 6;

std::string item(const std::string& text)
{
    return wrapped(text, "- ", "  ");
}

std::string facts_text(const std::vector<Fact>& facts)
{
    std::string text;
    for (const auto& [label, value] : facts)
        text += wrapped(fmt::format("{}: {}", label, value), "", "  ");
    return text;
}

std::string repeat_text(const Section& section)
{
    const auto repeat = repeat_of(section);
    return repeat ? wrapped(fmt::format("To repeat, {}:", repeat->conditions), "", "  ") +
                        wrapped_command(repeat->command, "  ")
                  : "";
}

bool has_scenario(const record::Record& record, int scenario)
{
    return std::any_of(record.runs.begin(), record.runs.end(),
                       [scenario](const auto& run) { return run.placed.scenario == scenario; });
}

// `with_iterations`: where they are not the same for all runs of the list.
std::string run_line(const record::Run& run, std::size_t number, record::Unit unit,
                     bool with_iterations)
{
    const std::string_view name = unit == record::Unit::instructions ? "instructions" : "nsec";
    std::string line =
        fmt::format("{}: total {} {}, avg {} {}",
                    run.log.empty() ? fmt::format("run {}", number) : printable(run.log, 100),
                    run.total, name, run.total / run.iterations, name);
    if (with_iterations)
        line += fmt::format(", {} iterations", run.iterations);
    if (run.typical)
        line += fmt::format(", typical {}", format_cost(*run.typical));
    if (!run.disturbed.empty())
        line += fmt::format("; disturbed, not used: {}", printable(run.disturbed, 200));
    return wrapped(line, "  ", "    ");
}

// The runs of one place in one boot.
std::string runs_text(const record::Record& record, const record::Placed& placed,
                      const std::string& op)
{
    std::vector<const record::Run*> runs;
    std::set<std::uint64_t> iterations;
    for (const record::Run& run : record.runs)
        if (run.placed == placed && run.op == op) {
            runs.push_back(&run);
            iterations.insert(run.iterations);
        }
    if (runs.empty())
        return "";
    const std::string each =
        iterations.size() == 1
            ? fmt::format("{} iterations each", *iterations.begin())
            : fmt::format("{} to {} iterations", *iterations.begin(), *iterations.rbegin());
    std::string text = wrapped(
        fmt::format("{}, {} {} of {}, {}:", place_words(placed), runs.size(),
                    runs.size() == 1 ? "run" : "runs", printable(op, 64),
                    runs.size() == 1 ? fmt::format("{} iterations", *iterations.begin()) : each),
        "", "  ");
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
    for (std::size_t i = 0; i < runs.size() && i < most_runs_shown; ++i)
        text += run_line(*runs[i], i + 1, record.unit, iterations.size() > 1);
    if (runs.size() > most_runs_shown)
        text += fmt::format("  and {} more in the record\n", runs.size() - most_runs_shown);
    return text;
}

std::string boot_runs_text(const Section& section, const record::Record& record, int scenario)
{
    std::string text;
    for (const check::Sample* sample : section.samples)
        if (sample->placed.scenario == scenario)
            text += runs_text(record, sample->placed, sample->op);
    return text;
}

std::string averages_text(const Section& section, int scenario)
{
    std::string text;
    for (const check::Sample* sample : section.samples) {
        if (sample->placed.scenario != scenario || sample->runs == 0)
            continue;
        std::string line = fmt::format("Average of {} {}, {}, {}: mean {} {} per entry",
                                       sample->runs, sample->runs == 1 ? "run" : "runs",
                                       place_words(sample->placed), printable(sample->op, 64),
                                       format_cost(sample->mean), unit_word(section.unit));
        if (sample->typical)
            line += fmt::format(", typical {}", format_cost(*sample->typical));
        if (sample->boots > 1)
            line += fmt::format(" (over {} boots)", sample->boots);
        text += wrapped(line, "", "  ");
    }
    return text;
}

std::string same_boot_line(const record::Record& record)
{
    return record.source == "import"
               ? "Taken to be the same boot as in test case 3, which the logs do not tell\n"
               : "The same boot as in test case 3\n";
}

// Scenario 4 is measured in the boots of scenario 3: what was said of them is not said again.
std::string boot_text(const Section& section, const record::Record& record, int scenario)
{
    const std::string file = wrapped("Record: " + file_name(record), "", "  ");
    const bool said = scenario == 4 && has_scenario(record, 3);
    return file + (said ? same_boot_line(record) : facts_text(boot_facts(record))) +
           boot_runs_text(section, record, scenario);
}

std::string test_case_text(const Section& section, int scenario)
{
    std::string text =
        wrapped(fmt::format("Test case {}: {}", scenario, scenario_title(scenario)), "\n", "  ");
    if (!section.has_scenario(scenario))
        return text + "Not measured, see below\n";
    std::size_t boots = 0;
    for (const record::Record* record : section.records) {
        if (!has_scenario(*record, scenario))
            continue;
        if (++boots <= most_boots_shown)
            text += (boots > 1 ? "\n" : "") + boot_text(section, *record, scenario);
    }
    if (boots > most_boots_shown)
        text += fmt::format("\nAnd {} more boots, in the record files named below\n",
                            boots - most_boots_shown);
    return text + averages_text(section, scenario);
}

std::string question_of(const check::RuleResult& result, const check::Rules& rules)
{
    for (const check::Rule& rule : rules.rules)
        if (rule.name == result.name && !rule.question.empty())
            return printable(rule.question, 200) + " ";
    return "";
}

// `words` explains those that all sections use.
std::string rules_text(const Section& section, const Evidence& evidence,
                       const std::vector<std::string>& words)
{
    const check::Rules& rules = evidence.rules;
    std::string text = "\nRules\n";
    for (const std::string& each : words)
        text += wrapped(each + ".", "", "  ");
    if (const std::string limits = limits_line(evidence); !limits.empty())
        text += wrapped(limits, "", "  ");
    for (const check::RuleResult* rule : section.rules) {
        const bool plain = rule->indicative && rule->verdict == check::Verdict::pass;
        const std::string reason = plain ? "" : printable(rule->reason, 500);
        std::vector<std::string> figures = {rule->ratio ? figure_words(*rule, rules)
                                                        : "not measured"};
        for (const std::string& more : {rounds_words(section, *rule), reason})
            if (!more.empty())
                figures.push_back(more);
        text +=
            item(fmt::format("{} - {}: {}{}: {}", verdict_text(*rule), rule_title(*rule),
                             question_of(*rule, rules), sides_words(*rule), joined(figures, "; ")));
    }
    return text;
}

std::string gaps_text(const Section& section)
{
    const std::vector<Gap> gaps = gaps_of(section);
    std::string text = "\nNot measured or not judged\n";
    for (const Gap& gap : gaps)
        text += item(fmt::format("{}: {}{}", gap.what, gap.why,
                                 gap.remedy.empty() ? "" : ". What gives it: " + gap.remedy));
    return gaps.empty() ? text + "- nothing that the rules ask for is missing\n" : text;
}

std::string kind_text(const HazardKind& kind, const Section& section)
{
    const host::Hazard& hazard = kind.readings.front().hazard;
    std::vector<std::string> readings;
    for (const HazardOfBoots& reading : kind.readings)
        if (readings.size() < most_readings_shown)
            readings.push_back(printable(reading.hazard.evidence, 500) +
                               boots_suffix(reading, section));
    if (const std::size_t more = kind.readings.size() - readings.size(); more > 0)
        readings.push_back(fmt::format("and {} more, in `boot.hazards` of the records", more));
    const std::string records =
        kind.readings.size() > 1 && section.records.size() > 1
            ? fmt::format(" in {} of {} records", kind.records, section.records.size())
            : "";
    return item(fmt::format("{} ({}){}: {}", printable(hazard.id, 100),
                            host::to_string(hazard.group), records, joined(readings, "; ")));
}

std::string hazards_text(const Section& section)
{
    const std::vector<HazardKind> kinds = hazard_kinds_of(section);
    if (kinds.empty())
        return "";
    std::string text = "\nWhat may have spoiled the figures\n";
    for (std::size_t i = 0; i < kinds.size() && i < most_hazards_shown; ++i)
        text += kind_text(kinds[i], section);
    if (kinds.size() > most_hazards_shown)
        text += item(fmt::format("and {} more kinds, in `boot.hazards` of the records",
                                 kinds.size() - most_hazards_shown));
    return text;
}

std::string recipe_text(const record::Record& record)
{
    const std::string recipe = hash_recipe(record);
    return recipe.empty() ? ""
                          : wrapped(fmt::format("of the logs as imported; printed in {} by:",
                                                folder_name(record)),
                                    "  ", "    ") +
                                wrapped_command(recipe, "    ");
}

std::string provenance_text(const Section& section)
{
    std::string text = "\nProvenance\n";
    std::set<std::string> unames;
    for (const record::Record* record : section.records) {
        const std::string uname = uname_words(*record);
        if (!uname.empty() && unames.insert(uname).second)
            text += wrapped("uname -srvm: " + uname, "", "  ");
        const std::string signature = signature_words(*record);
        if (!signature.empty() && unames.insert(signature).second)
            text += wrapped(signature, "", "  ");
    }
    if (unames.empty())
        text += "uname -a and /proc/version_signature: not recorded\n";
    const std::vector<std::string> packages = package_lines(section);
    text += packages.empty() ? "apt-cache policy: no package of kernel or tool is recorded\n"
                             : "apt-cache policy of kernel and tool:\n";
    for (const std::string& line : packages)
        text += wrapped(
            line, std::string(std::min<std::size_t>(2 + line.find_first_not_of(' '), 12), ' '),
            "      ");
    text += "Records (file, sha256):\n";
    for (std::size_t i = 0; i < section.records.size() && i < most_files_shown; ++i)
        text += wrapped(file_name(*section.records[i]), "- ", "  ") +
                wrapped(printable(section.records[i]->sha256, 64), "  ", "  ") +
                recipe_text(*section.records[i]);
    if (section.records.size() > most_files_shown)
        text += fmt::format("- and {} more\n", section.records.size() - most_files_shown);
    return text;
}

// What the loop did, for who sees the name of an entry path for the first time.
std::string timed_text(const Section& section)
{
    std::set<std::string> ops;
    for (const check::Sample* sample : section.samples)
        ops.insert(printable(sample->op, 64));
    if (ops.empty())
        return "";
    return wrapped(fmt::format("What was {}: a loop that enters the kernel by {}; figures are {}",
                               section.is_exact() ? "counted" : "timed", joined(ops, ", "),
                               unit_heading(section.unit)),
                   "", "  ");
}

std::string section_text(const Section& section, const Evidence& evidence, bool is_only,
                         const std::vector<std::string>& words)
{
    std::string text =
        is_only ? "" : "\n" + wrapped(conclusion(section, evidence.rules), "== ", "   ");
    text += "\nHardware\n" + facts_text(hardware_facts(section));
    text += "\nSoftware\n" + facts_text(software_facts(section)) + timed_text(section) +
            facts_text(method_facts(section)) + repeat_text(section);
    for (int scenario = 1; scenario <= 4; ++scenario)
        text += test_case_text(section, scenario);
    text += rules_text(section, evidence, words);
    text += gaps_text(section);
    text += hazards_text(section);
    return text + provenance_text(section);
}

} // namespace

std::string to_launchpad(const Evidence& evidence)
{
    const std::vector<Section> sections = sections_of(evidence);
    // Only a line of this program's own begins in the first column: a record cannot forge the tag.
    std::string text = wrapped(headline(evidence, sections), "", "  ");
    if (sections.size() > 1)
        for (const Section& section : sections)
            text += item(conclusion(section, evidence.rules));
    const std::string tag = tag_line(evidence);
    if (!tag.empty())
        text += wrapped(tag, "", "  ");
    if (sections.size() > most_sections_shown)
        text += fmt::format("\nBelow, {} of them in full, the worst verdicts first; `nohz-overhead "
                            "report` of\none kernel's records gives the others.\n",
                            most_sections_shown);
    const std::vector<Section> shown = worst_sections(sections, most_sections_shown);
    std::vector<std::string> words = glossary(shown, evidence.rules);
    for (const Section& section : shown) {
        text += section_text(section, evidence, sections.size() == 1, words);
        words.clear(); // once is enough
    }
    const std::vector<std::string> notes = notes_beside_hazards(evidence);
    if (!notes.empty())
        text += "\nNotes\n";
    for (const std::string& note : notes)
        text += item(printable(note, 1000));
    return text;
}

} // namespace nohz::report
