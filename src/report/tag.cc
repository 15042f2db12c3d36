// SPDX-License-Identifier: GPL-2.0-or-later
// The tag that the evidence allows on a bug of a stable release update.
#include "report/tag.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

bool is_real(const Section& section)
{
    return std::none_of(section.records.begin(), section.records.end(),
                        [](const record::Record* record) { return record->emulator.has_value(); });
}

bool has_used_runs(const Section& section, int scenario, host::Placement placement)
{
    return std::any_of(section.samples.begin(), section.samples.end(),
                       [&](const check::Sample* sample) {
                           return sample->placed.scenario == scenario &&
                                  sample->placed.placement == placement && sample->runs > 0;
                       });
}

// Why a section is no verification, whatever its verdict; "" where it may be one.
std::string why_no_verification(const Section& section)
{
    std::vector<int> missing;
    if (!has_used_runs(section, 3, host::Placement::isolated))
        missing.push_back(3);
    if (!has_used_runs(section, 4, host::Placement::housekeeping))
        missing.push_back(4);
    const std::string where =
        fmt::format("kernel {}", section.kernel.empty() ? "(release not recorded)"
                                                        : printable(section.kernel, 100));
    if (!missing.empty())
        return fmt::format("{} {} not measured on the machine itself, {}",
                           test_cases_words(missing), missing.size() == 1 ? "was" : "were", where);
    const bool judged =
        std::any_of(section.rules.begin(), section.rules.end(), [](const check::RuleResult* rule) {
            return is_isolated_to_housekeeping(*rule) && rule->verdict != check::Verdict::skip;
        });
    return judged ? "" : fmt::format("no rule compared isolated with housekeeping CPUs, {}", where);
}

// Of sections with `verdict`; of all of them for PASS, which is a verdict on each.
std::string why_no_verification(const std::vector<Section>& sections, check::Verdict verdict)
{
    for (const Section& section : sections) {
        if (verdict != check::Verdict::pass && section.verdict != verdict)
            continue;
        if (std::string why = why_no_verification(section); !why.empty())
            return why;
    }
    return "";
}

} // namespace

std::string tag_line(const Evidence& evidence)
{
    const Subject& subject = evidence.subject;
    if (subject.series.empty())
        return "";
    std::vector<Section> sections = sections_of(evidence);
    std::erase_if(sections, [](const Section& section) { return !is_real(section); });
    if (sections.empty())
        return "Tag to set: none, every figure is an emulator's: a verification needs the "
               "machine's own (`nohz-overhead run`)";
    check::Verdict verdict = check::Verdict::skip;
    for (const Section& section : sections)
        verdict = check::combine(verdict, section.verdict);
    if (verdict == check::Verdict::inconclusive)
        return "Tag to set: none, the verdict is INCONCLUSIVE: measure longer or on a quieter "
               "machine first";
    if (const std::string why = why_no_verification(sections, verdict); !why.empty())
        return "Tag to set: none, " + why;
    if (verdict == check::Verdict::skip)
        return "Tag to set: none, nothing was compared";
    return fmt::format("Tag to set: verification-{}-{}-{}",
                       verdict == check::Verdict::pass ? "done" : "failed", subject.series,
                       subject.source.empty() ? "linux" : subject.source);
}

} // namespace nohz::report
