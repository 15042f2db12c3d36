// SPDX-License-Identifier: GPL-2.0-or-later
// What a reader of a verdict must know beside the figures.
#include "check/notes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "stats/decision.h"
#include "stats/series.h"

namespace nohz::check
{

namespace
{

// Below this a run is as quiet as a guest in use gets; `typical` stands it.
constexpr double little_steal_share = 0.01;

std::string describe_run(const record::Run& run)
{
    return fmt::format("scenario {} {}{}", run.placed.scenario,
                       host::to_string(run.placed.placement),
                       run.placed.cpu ? fmt::format(" CPU {}", *run.placed.cpu) : "");
}

void note_hazards(const Group& group, std::vector<std::string>& notes)
{
    std::set<std::string> seen;
    if (group.is_exact())
        seen.insert("tsc-unstable"); // instructions are counted, not timed
    for (const record::Record* record : group.records)
        for (const host::Hazard& hazard : record->boot.hazards)
            if (hazard.group == host::HazardGroup::would_be_wrong && seen.insert(hazard.id).second)
                notes.push_back(fmt::format("{}: {} ({})", record->boot.kernel_release, hazard.id,
                                            hazard.evidence));
}

// One note a placement, from the worst of its runs.
void note_other_work(const Group& group, std::vector<std::string>& notes)
{
    std::map<std::string, double> switches;
    std::map<std::string, double> steal;
    for (const record::Record* record : group.records)
        for (const record::Run& run : record->runs) {
            if (run.seconds() <= 0 || run.counted_seconds() <= 0 || !run.disturbed.empty())
                continue;
            double& rate = switches[describe_run(run)];
            rate = std::max(rate, switches_per_second(run));
            double& share = steal[describe_run(run)];
            share = std::max(share, static_cast<double>(run.steal_ns.value_or(0)) * 1e-9 /
                                        run.counted_seconds());
        }
    for (const auto& [where, rate] : switches)
        if (rate > few_switches_per_second)
            notes.push_back(
                fmt::format("{}: other tasks ran there, up to {:.0f} switches a second; "
                            "the mean includes them, the typical figure does not",
                            where, rate));
    for (const auto& [where, share] : steal)
        if (share > little_steal_share)
            notes.push_back(
                fmt::format("{}: the hypervisor took up to {:.0f} % of a run", where, share * 100));
}

void note_self_checks(const Group& group, double confidence, std::vector<std::string>& notes)
{
    constexpr std::size_t most_shown = 8;
    std::size_t found = 0;
    for (const record::Record* record : group.records)
        for (const record::Pair& pair : record->pairs)
            if (pair.numerator == pair.denominator && ++found <= most_shown)
                notes.push_back(fmt::format("{} ({}): {}", record->boot.kernel_release,
                                            host::to_string(record->boot.kernel_state),
                                            tellable_text(pair, confidence)));
    if (found > most_shown)
        notes.push_back(fmt::format("{} measurements of a CPU against itself are not shown here",
                                    found - most_shown));
}

void note_emulators(const Group& group, std::vector<std::string>& notes)
{
    std::set<std::string> versions;
    for (const record::Record* record : group.records)
        if (record->emulator)
            versions.insert(fmt::format("{} {} {}", record->emulator->program,
                                        record->emulator->version, record->emulator->machine));
    if (versions.size() > 1)
        notes.push_back(fmt::format("figures cross emulators ({}): they agree to about 0.02 % only",
                                    joined(versions, ", ")));
}

} // namespace

std::string tellable_text(const record::Pair& pair, double confidence)
{
    const std::string cpu =
        pair.numerator.cpu ? fmt::format("CPU {}", *pair.numerator.cpu) : "this placement";
    const stats::Estimate estimate =
        pair.log_ratios.empty() ? stats::Estimate{} : stats::estimate_series(pair.log_ratios);
    if (estimate.degrees <= 0)
        return fmt::format("{} against itself: {} rounds are too few to tell anything", cpu,
                           pair.log_ratios.size());
    return fmt::format("{} against itself read {:.4f} in {} rounds; a ratio of {:.4f} could be "
                       "told from 1",
                       cpu, std::exp(estimate.mean), pair.log_ratios.size(),
                       stats::smallest_tellable_ratio(estimate, 1 - confidence));
}

std::vector<std::string> notes_of(const Group& group, double confidence)
{
    std::vector<std::string> notes;
    note_hazards(group, notes);
    if (!group.is_exact())
        note_other_work(group, notes);
    note_self_checks(group, confidence, notes);
    note_emulators(group, notes);
    if (group.arch.empty())
        notes.push_back("architecture not known: the limits for unknown machines are used "
                        "(a host.toml beside the logs can name it)");
    return notes;
}

} // namespace nohz::check
