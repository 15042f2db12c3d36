// SPDX-License-Identifier: GPL-2.0-or-later
// `status` for people.
#include "host/status.h"

#include <fmt/format.h>

#include "base/colour.h"
#include "base/layout.h"
#include "base/text.h"

namespace nohz::host
{

namespace
{

// `text` behind `start`; where it does not fit, it goes on under `indent` blanks.
std::string wrapped(std::string_view start, std::string_view text, std::size_t indent)
{
    return nohz::wrapped(printable(text, 20000), start, std::string(indent, ' '));
}

constexpr std::size_t label_width = 15;

std::string labelled(std::string_view label, std::string_view text)
{
    return wrapped(fmt::format("{:<{}}", label, label_width), text.empty() ? "unknown" : text,
                   label_width);
}

std::string explain(KernelState state)
{
    switch (state) {
    case KernelState::not_built:
        return "not-built (the kernel has no CONFIG_NO_HZ_FULL)";
    case KernelState::inactive:
        return "inactive (CONFIG_NO_HZ_FULL is built in, nohz_full= is not in force)";
    case KernelState::active:
        break;
    }
    return "active (nohz_full= is in force)";
}

std::string known_from_text(const Boot& boot)
{
    std::string out;
    for (const std::string& source : boot.known_from)
        out += wrapped(fmt::format("{:<{}}", out.empty() ? "known from" : "", label_width), source,
                       label_width + 2);
    return out;
}

std::string cpus_text(const CpuClasses& cpus)
{
    std::string out = "\nCPUs\n";
    const auto add = [&](std::string_view label, const CpuList& list) {
        out += labelled(fmt::format("  {}", label),
                        list.empty() ? std::string("none")
                                     : fmt::format("{} ({})", list.to_string(), list.size()));
    };
    add("present", cpus.present);
    add("online", cpus.online);
    add("allowed", cpus.allowed);
    add("nohz_full", cpus.nohz_full);
    add("isolcpus", cpus.isolated_sysfs);
    add("isolated", cpus.isolated);
    add("housekeeping", cpus.housekeeping);
    return out;
}

std::string scenarios_text(const MeasurementPlan& plan)
{
    std::string out = "\nScenarios that this boot can measure\n";
    if (plan.placements.empty())
        out += "  none\n";
    for (const PlannedPlacement& placement : plan.placements)
        out += fmt::format("  {}  {}{}\n", placement.scenario, to_string(placement.placement),
                           placement.cpu ? fmt::format(", CPU {}", *placement.cpu) : "");
    if (plan.missing.empty())
        return out;
    out += "\nWhat the others need\n";
    for (const MissingScenario& missing : plan.missing) {
        out += wrapped(fmt::format("  {}  ", missing.scenario), missing.reason + ":", 5);
        out += wrapped("     ", missing.remedy, 5);
    }
    return out;
}

Colour colour_of(HazardGroup group)
{
    return group == HazardGroup::would_be_noisy ? Colour::unsure : Colour::bad;
}

std::string hazards_text(const Boot& boot, bool colour)
{
    std::string out;
    for (const HazardGroup group :
         {HazardGroup::cannot_measure, HazardGroup::would_be_wrong, HazardGroup::would_be_noisy}) {
        std::string part;
        for (const Hazard& hazard : boot.hazards) {
            if (hazard.group != group)
                continue;
            part += wrapped("  ", hazard.id, 2);
            part += wrapped("    seen:   ", hazard.evidence, 12);
            part += wrapped("    remedy: ", hazard.remedy, 12);
        }
        if (!part.empty())
            out += fmt::format(
                "\n{}\n{}",
                painted(fmt::format("Hazards: {}", to_string(group)), colour_of(group), colour),
                part);
    }
    return out.empty() ? "\n" + painted("Hazards: none seen", Colour::good, colour) + "\n" : out;
}

std::string notes_text(const Boot& boot)
{
    std::string out = boot.notes.empty() ? "" : "\nNotes\n";
    for (const std::string& note : boot.notes)
        out += wrapped("  ", note, 4);
    return out;
}

std::string machine_text(const Machine& machine)
{
    std::string text;
    for (const std::string& part :
         {machine.arch, machine.cpu_model,
          machine.virtualisation == "none" ? std::string() : machine.virtualisation}) {
        if (part.empty())
            continue;
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

} // namespace

std::string status_text(const Machine& machine, const Boot& boot, const MeasurementPlan& plan,
                        bool colour)
{
    std::string out = labelled("machine", machine_text(machine));
    out += labelled("kernel", boot.kernel_release);
    out += labelled("command line", boot.command_line);
    out += labelled("kernel state", explain(boot.kernel_state));
    out += known_from_text(boot);
    out += labelled("clock source", boot.clock_source);
    out += cpus_text(boot.cpus);
    out += scenarios_text(plan);
    out += hazards_text(boot, colour);
    out += notes_text(boot);
    return out;
}

} // namespace nohz::host
