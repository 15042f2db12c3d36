// SPDX-License-Identifier: GPL-2.0-or-later
// What the evidence does not hold, why, and what would give it.
#include "report/gaps.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "host/plan.h"
#include "report/words.h"

namespace nohz::report
{

namespace
{

using host::KernelState;

struct Wanted {
    int scenario;
    host::Placement placement;
};

constexpr std::array wanted_placements = {
    Wanted{1, host::Placement::unpinned},    Wanted{1, host::Placement::pinned},
    Wanted{2, host::Placement::unpinned},    Wanted{2, host::Placement::pinned},
    Wanted{3, host::Placement::unpinned},    Wanted{3, host::Placement::isolated},
    Wanted{4, host::Placement::housekeeping}};

KernelState state_of(int scenario)
{
    return scenario == 1   ? KernelState::not_built
           : scenario == 2 ? KernelState::inactive
                           : KernelState::active;
}

std::string general_remedy(int scenario)
{
    if (scenario == 1)
        return "boot a kernel built without CONFIG_NO_HZ_FULL and `nohz-overhead run`; or, without "
               "a reboot, `nohz-overhead vm --kernel FILE`";
    if (scenario == 2)
        return "boot the kernel without nohz_full= and `nohz-overhead run`";
    return "boot the kernel with nohz_full=N isolcpus=N rcu_nocbs=N and `nohz-overhead run`";
}

// What the boot of a record says of a scenario that it cannot give.
std::optional<host::MissingScenario> missing_in(const record::Record& record, int scenario)
{
    // Logs of an unknown machine name no CPUs to plan with.
    if (record.boot.cpus.present.empty() || record.boot.cpus.online.empty())
        return std::nullopt;
    for (const host::MissingScenario& missing : host::plan_measurement(record.boot).missing)
        if (missing.scenario == scenario)
            return missing;
    return std::nullopt;
}

std::string scenario_name(int scenario)
{
    return fmt::format("test case {} ({})", scenario, scenario_title(scenario));
}

Gap absent_scenario(const Section& section, int scenario)
{
    std::optional<host::MissingScenario> of_other_boot;
    for (const record::Record* record : section.records) {
        const auto missing = missing_in(*record, scenario);
        const bool is_its_boot = record->boot.kernel_state == state_of(scenario);
        if (missing && is_its_boot)
            return {scenario_name(scenario), printable(missing->reason),
                    printable(missing->remedy)};
        const bool same_kernel = scenario == 1 || record->boot.kernel_release == section.kernel;
        if (missing && same_kernel)
            of_other_boot = missing;
    }
    return {scenario_name(scenario), "no such boot is among the records",
            of_other_boot && scenario != 1
                ? printable(of_other_boot->remedy) + ", and `nohz-overhead run`"
                : general_remedy(scenario)};
}

bool has_placement(const Section& section, const Wanted& wanted)
{
    return std::any_of(section.samples.begin(), section.samples.end(),
                       [&](const check::Sample* sample) {
                           return sample->placed.scenario == wanted.scenario &&
                                  sample->placed.placement == wanted.placement;
                       });
}

void add_scenarios(const Section& section, std::vector<Gap>& gaps)
{
    for (int scenario = 1; scenario <= 4; ++scenario)
        if (!section.has_scenario(scenario))
            gaps.push_back(absent_scenario(section, scenario));
    for (const Wanted& wanted : wanted_placements)
        if (section.has_scenario(wanted.scenario) && !has_placement(section, wanted))
            gaps.push_back({fmt::format("test case {}, {}", wanted.scenario,
                                        host::to_string(wanted.placement)),
                            "no run in the records", "`nohz-overhead run` measures it"});
}

// The reasons of disturbed runs, each with how many runs have it.
std::string disturbances(const Section& section, const check::Sample& sample)
{
    std::map<std::string, int> counts;
    for (const record::Record* record : section.records)
        for (const record::Run& run : record->runs)
            if (run.placed == sample.placed && run.op == sample.op && !run.disturbed.empty())
                ++counts[printable(run.disturbed, 200)];
    constexpr std::size_t most_shown = 3;
    std::vector<std::string> shown;
    for (const auto& [reason, count] : counts)
        if (shown.size() < most_shown)
            shown.push_back(count > 1 ? fmt::format("{} ({} times)", reason, count) : reason);
    return joined(shown, "; ");
}

void add_disturbed(const Section& section, std::vector<Gap>& gaps)
{
    for (const check::Sample* sample : section.samples)
        if (sample->disturbed > 0)
            gaps.push_back({fmt::format("test case {}, {}: {} of {} runs", sample->placed.scenario,
                                        place_words(sample->placed), sample->disturbed,
                                        sample->disturbed + sample->runs),
                            "disturbed and not used: " + disturbances(section, *sample),
                            "measure again when that has ended"});
}

// A ratio that nobody judged is not measured either. Only a rule of the same kernel gives one: with
// NO_HZ_FULL and without it.
Gap information_only(const check::RuleResult& rule)
{
    return {fmt::format("rule {}", rule_title(rule)), printable(rule.reason, 300),
            "boot a kernel of the same version and flavour built without CONFIG_NO_HZ_FULL and "
            "`nohz-overhead run`"};
}

// A rule that lacks a scenario says no more than that the scenario is missing.
void add_rules(const Section& section, std::vector<Gap>& gaps)
{
    for (const check::RuleResult* rule : section.rules) {
        if (is_information(*rule))
            gaps.push_back(information_only(*rule));
        const bool has_sides = section.has_scenario(rule->numerator.scenario) &&
                               (rule->is_rate || section.has_scenario(rule->denominator.scenario));
        if (!rule->ratio && rule->verdict == check::Verdict::skip && has_sides)
            gaps.push_back(
                {fmt::format("rule {}", rule_title(*rule)), printable(rule->reason, 300), ""});
    }
}

void add_facts(const Section& section, std::vector<Gap>& gaps)
{
    const bool imported =
        std::any_of(section.records.begin(), section.records.end(),
                    [](const record::Record* record) { return record->source == "import"; });
    if (imported)
        gaps.push_back({"typical figures (medians of short batches), interleaved rounds, counts of "
                        "interrupts, and what may have disturbed the runs",
                        "logs of totals do not hold them", "`nohz-overhead run` records them"});
    const bool has_self_check = std::any_of(
        section.records.begin(), section.records.end(), [](const record::Record* record) {
            return std::any_of(
                record->pairs.begin(), record->pairs.end(),
                [](const record::Pair& pair) { return pair.numerator == pair.denominator; });
        });
    if (!imported && !section.is_exact() && !has_self_check)
        gaps.push_back({"the machine against itself",
                        "no record holds a CPU measured against itself",
                        "`nohz-overhead run --self-check` says what could be told from 1"});
}

} // namespace

std::optional<Gap> gap_of_scenario(const Section& section, int scenario)
{
    if (!section.has_scenario(scenario))
        return absent_scenario(section, scenario);
    std::size_t used = 0;
    for (const check::Sample* sample : section.samples)
        if (sample->placed.scenario == scenario)
            used += sample->runs;
    if (used > 0)
        return std::nullopt;
    return Gap{scenario_name(scenario), "every run was disturbed",
               "measure again on a quieter machine"};
}

std::vector<Gap> gaps_of(const Section& section)
{
    std::vector<Gap> gaps;
    add_scenarios(section, gaps);
    add_disturbed(section, gaps);
    add_rules(section, gaps);
    add_facts(section, gaps);
    return gaps;
}

} // namespace nohz::report
