// SPDX-License-Identifier: GPL-2.0-or-later
// Which boots give which scenarios on this machine, and what cannot be had and why.
#include "campaign/plan.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "campaign/boot_method.h"
#include "host/hazards.h"
#include "host/system_cpus.h"
#include "host/virtualisation.h"

namespace nohz::campaign
{

using host::CpuList;
using host::KernelState;

namespace
{

std::vector<InstalledKernel> named_kernels(const std::vector<InstalledKernel>& installed,
                                           const std::vector<std::string>& names)
{
    std::vector<InstalledKernel> chosen;
    for (const std::string& name : names) {
        const auto it = std::find_if(installed.begin(), installed.end(),
                                     [&](const auto& kernel) { return kernel.release == name; });
        if (it == installed.end()) {
            std::vector<std::string> known;
            for (const InstalledKernel& kernel : installed)
                known.push_back(kernel.release);
            throw UsageError("--kernel " + printable(name), "no such kernel in /boot",
                             known.empty() ? "none is there" : "there: " + joined(known, ", "));
        }
        if (!it->has_nohz_full)
            throw UsageError("--kernel " + printable(name),
                             "no configuration says whether it has CONFIG_NO_HZ_FULL",
                             fmt::format("put it at /boot/config-{}", name));
        if (std::none_of(chosen.begin(), chosen.end(),
                         [&](const auto& kernel) { return kernel.release == name; }))
            chosen.push_back(*it);
    }
    return chosen;
}

// The running kernel, or else the newest, of those with the option and of those without it:
// without first, as the scenarios are numbered.
std::vector<InstalledKernel> choose_kernels(const std::vector<InstalledKernel>& installed)
{
    std::vector<InstalledKernel> chosen;
    for (const bool wanted : {false, true}) {
        const InstalledKernel* best = nullptr;
        for (const InstalledKernel& kernel : installed)
            if (kernel.has_nohz_full == wanted && (best == nullptr || kernel.is_running))
                best = &kernel;
        if (best != nullptr)
            chosen.push_back(*best);
    }
    return chosen;
}

CpuList parse_isolate(const System& system, const host::Boot& boot, const std::string& text)
{
    const auto cpus = host::read_system_cpus(system.tree());
    const int count = cpus ? cpus->possible_count : static_cast<int>(boot.cpus.present.size());
    CpuList list;
    try {
        list = CpuList::parse(text, count);
    } catch (const std::invalid_argument& error) {
        throw UsageError("--isolate " + printable(text), error.what(),
                         "a list of CPUs is written 1-3,8");
    }
    const CpuList offline = difference(list, boot.cpus.online);
    if (list.empty() || !offline.empty())
        throw UsageError("--isolate " + printable(text),
                         list.empty() ? "names no CPU"
                                      : fmt::format("{} not online", host::name_cpus(offline)),
                         fmt::format("online: {}", boot.cpus.online.to_string()));
    if (difference(boot.cpus.online, list).empty())
        throw UsageError("--isolate " + printable(text), "leaves no CPU to keep the tick",
                         fmt::format("online: {}", boot.cpus.online.to_string()));
    return list;
}

// From the ends to the middle, as host::plan_measurement does where nothing else is asked for.
std::vector<host::CpuPair> choose_pairs(const CpuList& isolated, const CpuList& others,
                                        std::size_t most)
{
    std::vector<int> last_ones(isolated.begin(), isolated.end());
    std::reverse(last_ones.begin(), last_ones.end());
    const std::vector<int> first_ones(others.begin(), others.end());
    std::vector<host::CpuPair> pairs;
    for (std::size_t i = 0; i < std::min({most, last_ones.size(), first_ones.size()}); ++i)
        pairs.push_back({last_ones[i], first_ones[i]});
    return pairs;
}

void set_isolated(Plan& plan, const System& system, const host::Boot& boot,
                  const PlanRequest& request)
{
    CpuList list;
    if (!request.isolate.empty())
        list = parse_isolate(system, boot, request.isolate);
    else if (boot.cpus.online.size() > 1)
        list = CpuList{boot.cpus.online.last()};
    plan.isolate = list.to_string();
    plan.pairs = choose_pairs(list, difference(boot.cpus.online, list), request.most_pairs);
    if (!list.empty() && list.contains(boot.cpus.present.first()))
        plan.notes.push_back(fmt::format("CPU {} is the boot CPU: the kernel supports it in "
                                         "nohz_full= on few architectures only",
                                         boot.cpus.present.first()));
}

void add_boots(Plan& plan, const std::vector<InstalledKernel>& kernels, int repetitions)
{
    for (int i = 0; i < repetitions; ++i) {
        for (const InstalledKernel& kernel : kernels) {
            if (!*kernel.has_nohz_full) {
                plan.boots.push_back({kernel.release, KernelState::not_built, {}});
                continue;
            }
            plan.boots.push_back({kernel.release, KernelState::inactive, {}});
            if (!plan.isolate.empty())
                plan.boots.push_back({kernel.release, KernelState::active, plan.isolate});
        }
    }
}

bool gives(const Plan& plan, int scenario)
{
    return std::any_of(plan.boots.begin(), plan.boots.end(), [&](const PlannedBoot& boot) {
        const std::vector<int> scenarios = boot.scenarios();
        return std::find(scenarios.begin(), scenarios.end(), scenario) != scenarios.end();
    });
}

host::MissingScenario missing_scenario(int scenario, bool has_built_kernel)
{
    if (scenario == 1)
        return {1, "no kernel without CONFIG_NO_HZ_FULL is chosen or installed",
                "install one, or give one to `nohz-overhead vm --kernel`"};
    if (!has_built_kernel)
        return {scenario, "no kernel with CONFIG_NO_HZ_FULL is chosen or installed",
                "install one, or give one to `nohz-overhead vm --kernel`"};
    return {scenario, "this machine has one CPU online, which must keep the tick",
            "take a machine with two CPUs or more, or `nohz-overhead vm`"};
}

void add_missing(Plan& plan)
{
    for (int scenario = 1; scenario <= 4; ++scenario)
        if (!gives(plan, scenario))
            plan.missing.push_back(missing_scenario(scenario, gives(plan, 2)));
}

void note_unknown_kernels(Plan& plan, const std::vector<InstalledKernel>& installed)
{
    for (const InstalledKernel& kernel : installed)
        if (!kernel.has_nohz_full)
            plan.notes.push_back(fmt::format("kernel {} is left out: no configuration says whether "
                                             "it has CONFIG_NO_HZ_FULL",
                                             kernel.release));
}

void choose_method(Plan& plan, const System& system, const std::string& wanted)
{
    const bool automatic = wanted == "auto";
    for (const std::string_view name : automatic ? automatic_boot_methods() : boot_method_names()) {
        if (!automatic && name != wanted)
            continue;
        const auto method = make_boot_method(name);
        const std::string reason = method->obstacle(system, plan.boots);
        if (reason.empty()) {
            plan.boot_method = name;
            return;
        }
        plan.method_obstacles.push_back({std::string(name), reason});
    }
    if (!automatic && plan.method_obstacles.empty())
        throw UsageError("--boot-method " + printable(wanted), "no such boot method",
                         "there are: auto, " + joined(boot_method_names(), ", "));
}

// Seen from 5.10 to 6.1 under QEMU 7.2.
void note_kexec_between_kernels(Plan& plan)
{
    const bool several =
        std::any_of(plan.boots.begin(), plan.boots.end(), [&](const PlannedBoot& boot) {
            return boot.kernel != plan.boots.front().kernel;
        });
    if (plan.boot_method == "kexec" && several)
        plan.notes.emplace_back("by kexec each kernel is started by the one before it; where a "
                                "kernel hangs so, reset the machine, abort the campaign, and "
                                "choose one kernel with --kernel");
}

// A kernel cuts what is longer, and with it the words of a campaign, which stand last.
std::string overlong_command_line(const Plan& plan, const System& system)
{
    const auto longest = system.longest_command_line();
    if (!longest)
        return {};
    const auto method = make_boot_method(plan.boot_method);
    for (const PlannedBoot& boot : plan.boots) {
        const BootOrder order = {boot, "20261130T184400Z-5f3a9c.100"};
        const std::string line = fmt::format("BOOT_IMAGE=/boot/vmlinuz-{} {}", boot.kernel,
                                             joined(method->command_line(system, order), " "));
        if (line.size() > *longest)
            return fmt::format("the command line of kernel {} {} would have {} bytes, and the "
                               "kernel reads {}",
                               boot.kernel, host::to_string(boot.state), line.size(), *longest);
    }
    return {};
}

void set_obstacle(Plan& plan, const System& system)
{
    const host::Virtualisation container = host::find_container(system.tree());
    if (!container.name.empty()) {
        plan.obstacle = fmt::format("this is a container ({}): it cannot choose the kernel it "
                                    "boots",
                                    container.name);
        plan.remedy = "use a machine or a virtual machine, or `nohz-overhead vm`";
    } else if (!gives(plan, 4) && !(gives(plan, 1) && gives(plan, 2))) {
        std::vector<std::string> reasons;
        for (const host::MissingScenario& missing : plan.missing)
            reasons.push_back(fmt::format("scenario {}: {}", missing.scenario, missing.reason));
        plan.obstacle = "nothing to compare: " + joined(reasons, "; ");
        plan.remedy = "see `nohz-overhead campaign plan`, or use `nohz-overhead vm`";
    } else if (plan.boot_method.empty()) {
        std::vector<std::string> reasons;
        for (const MethodObstacle& found : plan.method_obstacles)
            reasons.push_back(fmt::format("{}: {}", found.method, found.reason));
        plan.obstacle = "no way to boot with other parameters: " + joined(reasons, "; ");
        plan.remedy = "with --boot-method manual you boot yourself";
    } else if (plan.obstacle = overlong_command_line(plan, system); !plan.obstacle.empty()) {
        plan.remedy = "isolate fewer CPUs, or CPUs that make one range, by --isolate";
    }
}

} // namespace

std::vector<std::string> PlannedBoot::parameters() const
{
    if (state != KernelState::active)
        return {};
    return {"nohz_full=" + isolate, "isolcpus=" + isolate, "rcu_nocbs=" + isolate};
}

std::vector<int> PlannedBoot::scenarios() const
{
    switch (state) {
    case KernelState::not_built:
        return {1};
    case KernelState::inactive:
        return {2};
    case KernelState::active:
        break;
    }
    return {3, 4};
}

std::string describe(const PlannedBoot& boot)
{
    return fmt::format("{} {}{}", printable(boot.kernel), host::to_string(boot.state),
                       boot.isolate.empty() ? "" : " on CPU " + boot.isolate);
}

Plan make_plan(const System& system, const host::Boot& boot, const PlanRequest& request)
{
    Plan plan;
    const std::vector<InstalledKernel> installed = installed_kernels(system.root(), boot);
    const std::vector<InstalledKernel> kernels = request.kernels.empty()
                                                     ? choose_kernels(installed)
                                                     : named_kernels(installed, request.kernels);
    note_unknown_kernels(plan, installed);
    set_isolated(plan, system, boot, request);
    add_boots(plan, kernels, request.boots);
    add_missing(plan);
    choose_method(plan, system, request.boot_method);
    for (const PlannedBoot& planned : plan.boots) {
        plan.expected_seconds += assumed_reboot_seconds;
        if (request.measuring_seconds)
            plan.expected_seconds += request.measuring_seconds(planned.state, plan.pairs.size());
    }
    note_kexec_between_kernels(plan);
    set_obstacle(plan, system);
    return plan;
}

} // namespace nohz::campaign
