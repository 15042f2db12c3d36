// SPDX-License-Identifier: GPL-2.0-or-later
// What makes figures scatter: frequency, siblings, neighbours, hypervisor, quota, load.
#include "host/hazards.h"

#include <stdexcept>

#include <fmt/format.h>

#include "base/text.h"
#include "host/classes.h"
#include "host/virtualisation.h"

namespace nohz::host
{

namespace
{

constexpr std::string_view cpu_folder = "/sys/devices/system/cpu";

// The CPUs that `run` measures by default.
CpuList measured_cpus(const Boot& boot)
{
    std::vector<int> cpus;
    if (const auto cpu = default_pinned_cpu(boot.kernel_state, boot.cpus))
        cpus.push_back(*cpu);
    if (const auto cpu = default_housekeeping_cpu(boot.kernel_state, boot.cpus))
        cpus.push_back(*cpu);
    return CpuList(std::move(cpus));
}

void check_governor(const Tree& tree, const CpuList& measured, Boot& boot)
{
    for (const int cpu : measured) {
        const std::string file = fmt::format("{}/cpu{}/cpufreq/scaling_governor", cpu_folder, cpu);
        const std::string governor = tree.line_or_empty(file);
        if (governor.empty() || governor == "performance")
            continue;
        boot.hazards.push_back(
            {"governor", HazardGroup::would_be_noisy,
             fmt::format("{}: {}; the frequency follows the load", file, governor),
             fmt::format("cpupower frequency-set -g performance (and back to {} "
                         "afterwards)",
                         governor)});
        return;
    }
}

void check_siblings(const Tree& tree, int cpu_count, const CpuList& measured, Boot& boot)
{
    for (const int cpu : measured) {
        const std::string file =
            fmt::format("{}/cpu{}/topology/thread_siblings_list", cpu_folder, cpu);
        const auto siblings = tree.cpus(file, cpu_count);
        if (!siblings)
            continue;
        const CpuList others = difference(intersection(*siblings, boot.cpus.online), CpuList{cpu});
        if (others.empty())
            continue;
        boot.hazards.push_back(
            {"smt-sibling-active", HazardGroup::would_be_noisy,
             fmt::format("{}: {}; CPU {} shares its core with online {}", file,
                         siblings->to_string(), cpu, name_cpus(others)),
             fmt::format("keep {} idle; or echo 0 > {}/cpu{}/online; or boot with nosmt",
                         name_cpus(others), cpu_folder, others.first())});
    }
}

void check_virtualisation(const Tree& tree, Boot& boot)
{
    const Virtualisation hypervisor = find_hypervisor(tree);
    if (hypervisor.emulated)
        boot.hazards.push_back({"emulated", HazardGroup::would_be_wrong,
                                fmt::format("{}; the processor is interpreted, and times are those "
                                            "of the emulator",
                                            hypervisor.evidence),
                                "measure on real hardware, or count instructions with "
                                "`nohz-overhead vm`"});
    else if (!hypervisor.name.empty() && hypervisor.name != "none")
        boot.hazards.push_back({"virtualised", HazardGroup::would_be_noisy,
                                fmt::format("{} ({}); the host takes time and may pay for entries",
                                            hypervisor.evidence, hypervisor.name),
                                "measure on real hardware, or pin each vCPU to a host CPU of its "
                                "own; watch steal_ns of the runs"});
    const Virtualisation container = find_container(tree);
    if (!container.name.empty())
        boot.hazards.push_back({"container", HazardGroup::would_be_noisy,
                                fmt::format("{} ({}); the host's other work is hidden from here",
                                            container.evidence, container.name),
                                "measure on the host itself"});
}

// What a cgroup's quota file says where it limits: "50000 of 100000 us"; "" where it does not.
std::string limit_in_v2(const std::string& text)
{
    const auto words = split_words(text); // cpu.max: "max 100000" or "50000 100000"
    if (words.size() != 2 || words[0] == "max" || !parse_whole_number(words[0]))
        return "";
    return fmt::format("{} of {} us", words[0], words[1]);
}

std::string limit_in_v1(const std::string& quota, const std::string& period)
{
    if (!parse_whole_number(quota)) // -1: no limit
        return "";
    return fmt::format("{} of {} us", quota, period.empty() ? "?" : period);
}

void check_quota(const Tree& tree, Boot& boot)
{
    for (const std::string& folder : cgroup_folders(tree, "cpu")) {
        std::string file = folder + "/cpu.max";
        std::string limit = limit_in_v2(tree.line_or_empty(file));
        if (limit.empty()) {
            file = folder + "/cpu.cfs_quota_us";
            limit = limit_in_v1(tree.line_or_empty(file),
                                tree.line_or_empty(folder + "/cpu.cfs_period_us"));
        }
        if (limit.empty())
            continue;
        boot.hazards.push_back(
            {"cpu-quota", HazardGroup::would_be_noisy,
             fmt::format("{}: {}; a loop that uses it up is stopped", printable(file), limit),
             "run in a cgroup without a quota: systemd-run --scope -p CPUQuota= "
             "COMMAND, or lift it for the container"});
        return;
    }
}

// The lockup detectors run a timer, and on x86 a perf event, on each CPU of this mask; by default
// nohz_full CPUs are left out (kernel/watchdog.c).
void check_watchdog(const Tree& tree, Boot& boot)
{
    const std::string_view file = "/proc/sys/kernel/watchdog_cpumask";
    if (tree.line_or_empty("/proc/sys/kernel/watchdog") != "1" ||
        boot.kernel_state != KernelState::active)
        return;
    const std::string mask = tree.line_or_empty(file);
    const CpuList isolated = measurable_isolated(boot.cpus);
    CpuList watched;
    try {
        watched = intersection(CpuList::parse(mask, largest_cpu_count), isolated);
    } catch (const std::invalid_argument&) {
        return;
    }
    if (watched.empty())
        return;
    boot.hazards.push_back(
        {"watchdog-on-isolated", HazardGroup::would_be_noisy,
         fmt::format("{}: {}; the lockup detector wakes isolated {} every few seconds", file, mask,
                     name_cpus(watched)),
         fmt::format("echo {} > {}", difference(boot.cpus.present, isolated).to_string(), file)});
}

void check_load(const Tree& tree, Boot& boot)
{
    const std::string_view file = "/proc/loadavg";
    const std::string line = tree.line_or_empty(file);
    const auto words = split_words(line);
    const auto load = words.empty() ? std::nullopt : parse_number(words[0]);
    // A share that leaves most CPUs free, and less than one task that runs all the time.
    const double limit = std::max(0.7, 0.25 * static_cast<double>(boot.cpus.online.size()));
    if (!load || *load < limit)
        return;
    boot.hazards.push_back({"loaded", HazardGroup::would_be_noisy,
                            fmt::format("{}: {} on {} online CPUs; other work is running", file,
                                        words[0], boot.cpus.online.size()),
                            "stop other work, or wait until it has ended (`top` shows it)"});
}

} // namespace

void add_environment_hazards(const HazardContext& context, Boot& boot)
{
    const CpuList measured = measured_cpus(boot);
    check_governor(context.tree, measured, boot);
    check_siblings(context.tree, context.cpu_count, measured, boot);
    check_virtualisation(context.tree, boot);
    check_quota(context.tree, boot);
    check_watchdog(context.tree, boot);
    check_load(context.tree, boot);
}

} // namespace nohz::host
