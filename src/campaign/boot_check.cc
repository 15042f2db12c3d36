// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the running boot is the one that a campaign waits for.
#include "campaign/boot_check.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "campaign/parameters.h"
#include "host/command_line.h"

namespace nohz::campaign
{

namespace
{

// The kernel prints a plain list in its own order; ours is in that order already.
constexpr const char* back_to_normal =
    "this is not the armed boot (its command line lacks {}={}): the machine came back by its "
    "normal entry, as after a panic, a hang or a power cut, or was booted by hand";

// GRUB takes quotes and backslashes away, and puts values in the place of variables.
bool is_literal(const std::string& word)
{
    return word.find_first_of("'\"\\$") == std::string::npos;
}

std::string words_mismatch(const std::vector<std::string>& expected, const std::string& line)
{
    std::multiset<std::string> left;
    for (const std::string& word : split_parameters(line))
        if (!is_loader_parameter(word))
            left.insert(word);
    bool all_literal = true;
    for (const std::string& word : expected) {
        if (!is_literal(word)) {
            all_literal = false;
            continue;
        }
        const auto it = left.find(word);
        if (it == left.end())
            return fmt::format("the command line was edited: {} is missing", printable(word));
        left.erase(it);
    }
    if (all_literal && !left.empty())
        return fmt::format("the command line was edited: {} is not of this campaign",
                           printable(joined(left, " ")));
    return {};
}

std::string isolation_mismatch(const host::Boot& boot, const PlannedBoot& planned)
{
    const host::CommandLine line = host::CommandLine::parse(boot.command_line);
    for (const std::string_view name : {"nohz_full", "isolcpus", "rcu_nocbs"}) {
        const std::string got = line.value(name).value_or("");
        if (got != planned.isolate)
            return planned.isolate.empty()
                       ? fmt::format("{}={} is on the command line", name, printable(got))
                       : fmt::format("{}={} is not on the command line", name, planned.isolate);
    }
    if (planned.state != host::KernelState::active)
        return {};
    if (boot.cpus.nohz_full.to_string() != planned.isolate)
        return fmt::format("/sys/devices/system/cpu/nohz_full says [{}], not [{}]",
                           boot.cpus.nohz_full.to_string(), planned.isolate);
    if (boot.cpus.isolated_sysfs.to_string() != planned.isolate)
        return fmt::format("/sys/devices/system/cpu/isolated says [{}], not [{}]",
                           boot.cpus.isolated_sysfs.to_string(), planned.isolate);
    return {};
}

} // namespace

std::string boot_mismatch(const host::Boot& boot, const Journal& journal)
{
    const PlannedBoot& planned = journal.boots.at(journal.next).planned;
    if (journal.boot_method != "manual") {
        const host::CommandLine line = host::CommandLine::parse(boot.command_line);
        if (line.value(mark_parameter) != journal.mark())
            return fmt::format(back_to_normal, mark_parameter, journal.mark());
    }
    if (boot.kernel_release != planned.kernel)
        return fmt::format("kernel {} runs, not {}", printable(boot.kernel_release),
                           planned.kernel);
    if (std::string wrong = isolation_mismatch(boot, planned); !wrong.empty())
        return wrong;
    if (boot.kernel_state != planned.state)
        return fmt::format("NO_HZ_FULL is {} here, not {}: {}", host::to_string(boot.kernel_state),
                           host::to_string(planned.state), joined(boot.known_from, "; "));
    return journal.command_line.empty() ? ""
                                        : words_mismatch(journal.command_line, boot.command_line);
}

} // namespace nohz::campaign
