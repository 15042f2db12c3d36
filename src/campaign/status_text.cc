// SPDX-License-Identifier: GPL-2.0-or-later
// A campaign's plan and where it is, as a terminal shows them.
#include <fmt/format.h>

#include "base/text.h"
#include "campaign/engine.h"
#include "campaign/hints.h"
#include "campaign/status.h"

namespace nohz::campaign
{

namespace
{

std::string scenarios_text(const PlannedBoot& boot)
{
    std::vector<std::string> numbers;
    for (const int scenario : boot.scenarios())
        numbers.push_back(std::to_string(scenario));
    return joined(numbers, ", ");
}

std::string boot_line(std::size_t index, const PlannedBoot& boot, std::string_view state)
{
    const std::string added = joined(boot.parameters(), " ");
    std::string line =
        fmt::format("{:>4}  {:<28} {:<9}  {:<9}", index + 1, printable(boot.kernel, 28),
                    host::to_string(boot.state), scenarios_text(boot));
    line += state.empty() ? "  " + added : fmt::format("  {}", state);
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string boot_state(const Status& status, std::size_t index)
{
    const Journal& journal = *status.journal;
    if (!journal.boots[index].record.empty())
        return "measured";
    if (index != journal.next || journal.has_ended() || journal.phase == Phase::restoring)
        return "-";
    if (journal.phase == Phase::measuring)
        return "being measured";
    return journal.phase == Phase::arming ? "being armed" : "armed";
}

// What to do next, in one sentence.
std::string advice(const Status& status)
{
    const Journal& journal = *status.journal;
    if (journal.has_ended())
        return {};
    const std::string next = command_for(status.state, "next");
    const std::string abort = command_for(status.state, "abort");
    if (journal.phase == Phase::restoring)
        return fmt::format("it is not at its end yet: call `{}`\n",
                           command_for(status.state, command_that_ends(journal)));
    if (status.is_intended_boot)
        return fmt::format("go on with `{}`\n", next);
    if (!status.was_rebooted && !status.reboot_command.empty())
        return fmt::format("reboot now, then call `{}`: {}\n", next,
                           joined(status.reboot_command, " "));
    if (!status.was_rebooted)
        return fmt::format("boot it, then call `{}`\n", next);
    return fmt::format("`{}` arms it again, `{}` ends the campaign\n", next, abort);
}

std::string planned_boots_text(const Plan& plan)
{
    if (plan.boots.empty())
        return "no boot of this machine gives anything\n\n";
    std::string text = fmt::format("{:>4}  {:<28} {:<9}  {:<9}  {}\n", "boot", "kernel",
                                   "NO_HZ_FULL", "scenarios", "parameters added");
    for (std::size_t i = 0; i < plan.boots.size(); ++i)
        text += boot_line(i, plan.boots[i], "");
    text += "\n";
    for (const host::CpuPair& pair : plan.pairs)
        text += fmt::format("in every boot CPU {} (isolated or not) is measured against CPU {}\n",
                            pair.isolated, pair.housekeeping);
    return text;
}

std::string left_text(const Status& status)
{
    if (status.left_behind.empty())
        return "boot configuration: nothing of a campaign is in it\n";
    return fmt::format("boot configuration: {}\n", printable(joined(status.left_behind, ", ")));
}

} // namespace

std::string status_text(const Status& status)
{
    if (!status.journal)
        return fmt::format("no campaign in {}; `nohz-overhead campaign plan` shows what one would "
                           "do\n{}",
                           shown(status.state), left_text(status));
    const Journal& journal = *status.journal;
    std::string text =
        fmt::format("campaign {}: {}{}, by {}{}\n", journal.id, to_string(journal.phase),
                    journal.verdict.empty() ? "" : ", " + journal.verdict, journal.boot_method,
                    journal.unattended ? ", unattended" : "");
    text += fmt::format("\n{:>4}  {:<28} {:<9}  {:<9}  {}\n", "boot", "kernel", "NO_HZ_FULL",
                        "scenarios", "state");
    for (std::size_t i = 0; i < journal.boots.size(); ++i)
        text += boot_line(i, journal.boots[i].planned, boot_state(status, i));
    text += "\n";
    if (!journal.reason.empty())
        text += printable(journal.reason) + "\n";
    if (journal.failed_boots > 0 && !journal.has_ended())
        text += fmt::format("{} of {} boots in a row without progress\n", journal.failed_boots,
                            journal.max_failed_boots);
    if (!journal.has_ended() && !status.mismatch.empty())
        text += fmt::format("this boot: {}\n", printable(status.mismatch));
    for (const std::string& line : journal.history)
        text += printable(line) + "\n";
    text += left_text(status);
    text += fmt::format("records {}\n", shown(records_folder(status.state, journal.id)));
    if (journal.phase == Phase::finished)
        text += fmt::format("report {}\n",
                            shown(campaign_folder(status.state, journal.id) / report_text_name));
    return printable_lines(text + advice(status));
}

std::string plan_text(const Plan& plan)
{
    std::string text = planned_boots_text(plan);
    for (const host::MissingScenario& missing : plan.missing)
        text += printable(fmt::format("cannot give scenario {}: {}; {}", missing.scenario,
                                      missing.reason, missing.remedy)) +
                "\n";
    for (const std::string& note : plan.notes)
        text += "note: " + printable(note) + "\n";
    for (const MethodObstacle& found : plan.method_obstacles)
        text += fmt::format("boot method {} cannot be used: {}\n", found.method,
                            printable(found.reason));
    if (!plan.boot_method.empty())
        text += fmt::format("boot method {}\n", plan.boot_method);
    if (!plan.boots.empty())
        text +=
            fmt::format("about {}, if each reboot takes {}\n", format_span(plan.expected_seconds),
                        format_span(assumed_reboot_seconds));
    return text;
}

} // namespace nohz::campaign
