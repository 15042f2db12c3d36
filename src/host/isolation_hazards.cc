// SPDX-License-Identifier: GPL-2.0-or-later
// What the command line asked for, what came of it, and which CPUs that leaves to measure.
#include "host/hazards.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "base/text.h"
#include "host/classes.h"

namespace nohz::host
{

namespace
{

constexpr std::string_view nohz_full_file = "/sys/devices/system/cpu/nohz_full";
constexpr std::string_view isolated_file = "/sys/devices/system/cpu/isolated";
constexpr std::string_view online_file = "/sys/devices/system/cpu/online";

std::string shown(const CpuList& cpus)
{
    return cpus.empty() ? "empty" : cpus.to_string();
}

// The present CPUs that a command line's list names. The kernel takes lists that go beyond the
// machine where NR_CPUS is larger; nothing for what is no list at all.
std::optional<CpuList> requested_cpus(std::string_view list, int cpu_count, const CpuList& present)
{
    for (const int count : {cpu_count, largest_cpu_count}) {
        try {
            return intersection(CpuList::parse(list, count), present);
        } catch (const std::invalid_argument&) {
            continue; // the larger count is the second try; no list at all ends the loop
        }
    }
    return std::nullopt;
}

class IsolationCheck
{
public:
    IsolationCheck(const HazardContext& context, Boot& boot)
        : context_(context), boot_(boot), cpus_(boot.cpus),
          nohz_full_(context.command_line.value("nohz_full")),
          isolcpus_(context.command_line.value("isolcpus"))
    {
    }

    void run()
    {
        check_nohz_full_request();
        check_isolcpus_request();
        if (boot_.kernel_state == KernelState::active)
            check_active_classes();
        check_machine();
    }

private:
    void add(std::string_view id, HazardGroup group, std::string evidence, std::string remedy)
    {
        boot_.hazards.push_back({std::string(id), group, std::move(evidence), std::move(remedy)});
    }

    void check_nohz_full_request()
    {
        if (!nohz_full_)
            return;
        const std::string asked = fmt::format("/proc/cmdline: nohz_full={}", *nohz_full_);
        if (boot_.kernel_state == KernelState::not_built) {
            add("nohz-full-ignored", HazardGroup::would_be_wrong,
                fmt::format("{}, but {} is absent: this kernel is built without "
                            "CONFIG_NO_HZ_FULL and ignores it",
                            asked, nohz_full_file),
                "boot a kernel built with CONFIG_NO_HZ_FULL=y");
            return;
        }
        const auto wanted = requested_cpus(*nohz_full_, context_.cpu_count, cpus_.present);
        if (boot_.kernel_state == KernelState::inactive)
            add("nohz-full-no-effect", HazardGroup::cannot_measure,
                fmt::format("{}, but {} names no CPU: the kernel refused the list", asked,
                            nohz_full_file),
                "name present CPUs and leave one out that keeps the tick; `dmesg | grep -i "
                "housekeeping` has the kernel's reason");
        else if (wanted && *wanted != intersection(cpus_.nohz_full, cpus_.present))
            boot_.notes.push_back(fmt::format("{} asks for {}, {} says {}; sysfs is believed",
                                              asked, name_cpus(*wanted), nohz_full_file,
                                              shown(cpus_.nohz_full)));
        if (!wanted)
            boot_.notes.push_back(asked + " is no list of CPUs");
    }

    void check_isolcpus_request()
    {
        if (!isolcpus_)
            return;
        const IsolcpusValue value = split_isolcpus(*isolcpus_);
        note_flags(value);
        // Only the flag "domain", the default, takes CPUs out of scheduling and into `isolated`.
        const bool isolates =
            value.flags.empty() ||
            std::find(value.flags.begin(), value.flags.end(), "domain") != value.flags.end();
        const auto wanted = requested_cpus(value.cpus, context_.cpu_count, cpus_.present);
        const std::string asked = fmt::format("/proc/cmdline: isolcpus={}", *isolcpus_);
        if (!wanted)
            boot_.notes.push_back(asked + " is no list of CPUs");
        if (isolates && cpus_.isolated_sysfs.empty()) {
            add("isolcpus-no-effect", HazardGroup::would_be_wrong,
                fmt::format("{} had no effect: {} is empty", asked, isolated_file),
                "name CPUs other than the boot CPU, as isolcpus=1-3; `dmesg | grep -i -e isolcpus "
                "-e housekeeping` has the kernel's reason");
            return;
        }
        if (isolates && wanted && *wanted != intersection(cpus_.isolated_sysfs, cpus_.present))
            boot_.notes.push_back(fmt::format(
                "{} asks for {}, {} says {} (cpuset partitions change it at run time); sysfs is "
                "believed",
                asked, name_cpus(*wanted), isolated_file, shown(cpus_.isolated_sysfs)));
        if (boot_.kernel_state != KernelState::active)
            add("isolcpus-without-nohz-full", HazardGroup::would_be_wrong,
                fmt::format("{} keeps other tasks off {}, but {}: isolcpus= alone does not stop "
                            "the tick",
                            asked, name_cpus(cpus_.isolated_sysfs),
                            boot_.kernel_state == KernelState::inactive
                                ? fmt::format("{} names no CPU", nohz_full_file)
                                : "the kernel has no NO_HZ_FULL"),
                fmt::format("add nohz_full={0} to the kernel command line for scenarios 3 and 4, "
                            "or take isolcpus= away for a plain boot",
                            cpus_.isolated_sysfs.to_string()));
    }

    void note_flags(const IsolcpusValue& value)
    {
        constexpr std::array known = {"nohz", "domain", "managed_irq"};
        for (const std::string& flag : value.flags)
            if (std::find(known.begin(), known.end(), flag) == known.end())
                boot_.notes.push_back(
                    fmt::format("/proc/cmdline: isolcpus= has the flag \"{}\", which kernels skip "
                                "or refuse",
                                flag));
        if (!value.flags.empty())
            boot_.notes.push_back(fmt::format("/proc/cmdline: isolcpus= has the flags {}",
                                              joined(value.flags, ", ")));
    }

    void check_active_classes()
    {
        const CpuList both = intersection(cpus_.nohz_full, cpus_.isolated_sysfs);
        if (both.empty())
            add("nohz-full-without-isolcpus", HazardGroup::would_be_wrong,
                fmt::format("{}: {}, {}: empty; the scheduler may place other tasks there, and a "
                            "second task brings the tick back",
                            nohz_full_file, shown(cpus_.nohz_full), isolated_file),
                fmt::format("add isolcpus={} to the kernel command line",
                            cpus_.nohz_full.to_string()));
        else
            check_mismatch(both);
        const int boot_cpu = cpus_.present.first();
        if (cpus_.nohz_full.contains(boot_cpu))
            add("boot-cpu-in-nohz-full", HazardGroup::would_be_wrong,
                fmt::format("{}: {} holds the boot CPU {}, which has work of the whole machine",
                            nohz_full_file, shown(cpus_.nohz_full), boot_cpu),
                fmt::format("leave CPU {} out of nohz_full= on the kernel command line", boot_cpu));
        check_offline(both.empty() ? cpus_.nohz_full : both);
        check_allowed(both.empty() ? cpus_.nohz_full : both);
        if (cpus_.housekeeping.empty() && cpus_.online.size() > 1)
            add("no-housekeeping-cpu", HazardGroup::would_be_wrong,
                fmt::format("no online CPU that we may use is outside {} ({}) and {} ({}); {}",
                            nohz_full_file, shown(cpus_.nohz_full), isolated_file,
                            shown(cpus_.isolated_sysfs), allowed_evidence()),
                "leave at least one CPU out of nohz_full= and isolcpus=, and run where it is "
                "allowed");
    }

    void check_mismatch(const CpuList& both)
    {
        const CpuList lone = difference(united(cpus_.nohz_full, cpus_.isolated_sysfs), both);
        if (lone.empty())
            return;
        add("nohz-isolated-mismatch", HazardGroup::would_be_wrong,
            fmt::format("{}: {}, {}: {}; {} is in only one of them, so neither isolated nor "
                        "housekeeping, and is not measured",
                        nohz_full_file, shown(cpus_.nohz_full), isolated_file,
                        shown(cpus_.isolated_sysfs), name_cpus(lone)),
            "give nohz_full= and isolcpus= the same list on the kernel command line");
    }

    void check_offline(const CpuList& wanted)
    {
        const CpuList offline = difference(wanted, cpus_.online);
        if (offline.empty())
            return;
        add("isolated-cpu-offline",
            offline == wanted ? HazardGroup::cannot_measure : HazardGroup::would_be_wrong,
            fmt::format("{}: {} leaves out isolated {}", online_file, shown(cpus_.online),
                        name_cpus(offline)),
            fmt::format("to measure there: echo 1 > /sys/devices/system/cpu/cpu{}/online",
                        offline.first()));
    }

    void check_allowed(const CpuList& wanted)
    {
        const CpuList barred = difference(intersection(wanted, cpus_.online), cpus_.allowed);
        if (barred.empty())
            return;
        add("isolated-cpu-not-allowed",
            barred == intersection(wanted, cpus_.online) ? HazardGroup::cannot_measure
                                                         : HazardGroup::would_be_wrong,
            fmt::format("{}: the cpuset of this process leaves out isolated {}", allowed_evidence(),
                        name_cpus(barred)),
            fmt::format("run in a cpuset that has them: systemd-run --scope -p AllowedCPUs={} "
                        "COMMAND, or outside the container",
                        united(cpus_.allowed, barred).to_string()));
    }

    void check_machine()
    {
        // Where nobody asked for it, it is no hazard: the plan says what the machine cannot give.
        if (cpus_.online.size() > 1 || (!nohz_full_ && !isolcpus_))
            return;
        add("one-cpu", HazardGroup::cannot_measure,
            fmt::format("{}: {}; one CPU must keep the tick, so none can be isolated", online_file,
                        shown(cpus_.online)),
            "for scenarios 3 and 4, take a machine with two CPUs or more, or `nohz-overhead vm`");
    }

    std::string allowed_evidence() const
    {
        return context_.allowed.evidence.empty() ? "every online CPU is taken as allowed"
                                                 : context_.allowed.evidence;
    }

    const HazardContext& context_;
    Boot& boot_;
    const CpuClasses& cpus_;
    std::optional<std::string> nohz_full_;
    std::optional<std::string> isolcpus_;
};

} // namespace

void add_isolation_hazards(const HazardContext& context, Boot& boot)
{
    IsolationCheck(context, boot).run();
}

const Hazard* find_refusal(const Boot& boot)
{
    const auto at =
        std::find_if(boot.hazards.begin(), boot.hazards.end(), [](const Hazard& hazard) {
            return hazard.group == HazardGroup::cannot_measure;
        });
    return at == boot.hazards.end() ? nullptr : &*at;
}

std::string name_cpus(const CpuList& cpus)
{
    if (cpus.empty())
        return "no CPU";
    return fmt::format("{} {}", cpus.size() == 1 ? "CPU" : "CPUs", cpus.to_string());
}

} // namespace nohz::host
