// SPDX-License-Identifier: GPL-2.0-or-later
// What the kernel itself said of nohz_full=, isolcpus= and its clocks when it started.
#include "host/hazards.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "host/kernel_log.h"

namespace nohz::host
{

namespace
{

// What explains a request that came to nothing: kernel/sched/isolation.c.
constexpr std::array<std::string_view, 4> refusals = {
    "Housekeeping: nohz unsupported",
    "Housekeeping: nohz_full= or isolcpus= incorrect CPU range",
    "Housekeeping: must include one present CPU",
    "Housekeeping: nohz_full= must match isolcpus=",
};

// An unstable TSC or scheduler clock: arch/x86/kernel/tsc.c, kernel/time/clocksource.c,
// kernel/time/tick-sched.c.
constexpr std::array<std::string_view, 4> unstable_clocks = {
    "Marking TSC unstable",
    "Marking clocksource 'tsc' as unstable",
    "NO_HZ FULL will not work with unstable sched clock",
    "sched_clock: Marking unstable",
};

Hazard* find(Boot& boot, std::string_view id)
{
    const auto at = std::find_if(boot.hazards.begin(), boot.hazards.end(),
                                 [id](const Hazard& hazard) { return hazard.id == id; });
    return at == boot.hazards.end() ? nullptr : &*at;
}

// The kernel's own words beside what sysfs shows; a hazard of its own where sysfs shows nothing.
void add_refusal(Boot& boot, const std::string& said)
{
    bool explained = false;
    for (const std::string_view id :
         {"nohz-full-ignored", "nohz-full-no-effect", "isolcpus-no-effect"})
        if (Hazard* hazard = find(boot, id)) {
            hazard->evidence += "; " + said;
            explained = true;
        }
    if (!explained)
        boot.hazards.push_back({"kernel-refused-list", HazardGroup::would_be_wrong, said,
                                "give nohz_full= and isolcpus= the same list of present CPUs "
                                "without the boot CPU"});
}

} // namespace

void add_kernel_log_hazards(const HazardContext& context, Boot& boot)
{
    const auto log = read_kernel_log(context.tree);
    if (!log)
        return;
    const auto said = [&log](std::string_view message) {
        const std::string found = find_message(*log, message);
        return found.empty() ? "" : fmt::format("{}: \"{}\"", log->source, found);
    };
    for (const std::string_view message : refusals)
        if (const std::string words = said(message); !words.empty())
            add_refusal(boot, words);
    for (const std::string_view message : unstable_clocks)
        if (const std::string words = said(message); !words.empty() && !find(boot, "tsc-unstable"))
            boot.hazards.push_back({"tsc-unstable", HazardGroup::would_be_wrong,
                                    words + "; an unstable clock can keep the tick on nohz_full "
                                            "CPUs",
                                    "look at timer_interrupts of the runs; measure soon after a "
                                    "boot in which the clock is stable"});
    if (const std::string words = said("NO_HZ: Can't run full dynticks"); !words.empty())
        boot.hazards.push_back({"nohz-full-not-possible", HazardGroup::cannot_measure, words,
                                "no kernel of this architecture can; take another machine"});
    for (const std::string_view message : {"isolcpus: Skipped unknown flag", "NO_HZ: Clearing "})
        if (const std::string words = said(message); !words.empty())
            boot.notes.push_back(words);
}

} // namespace nohz::host
