// SPDX-License-Identifier: GPL-2.0-or-later
// What this boot is: kernel, kernel state, classes of CPUs, scenarios, hazards.
#include "host/boot.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "host/classes.h"
#include "host/hazards.h"
#include "host/kernel_release.h"
#include "host/system_cpus.h"

namespace nohz::host
{

namespace
{

constexpr std::string_view cpu_folder = "/sys/devices/system/cpu";
constexpr std::string_view nohz_full_file = "/sys/devices/system/cpu/nohz_full";
constexpr std::string_view isolated_file = "/sys/devices/system/cpu/isolated";

constexpr std::string_view status_file = "/proc/self/status";

constexpr std::array group_words = {
    std::pair(HazardGroup::cannot_measure, std::string_view("cannot measure")),
    std::pair(HazardGroup::would_be_wrong, std::string_view("would be wrong")),
    std::pair(HazardGroup::would_be_noisy, std::string_view("would be noisy")),
};

void refuse_if_closed(const Tree& tree, std::string_view file)
{
    if (tree.is_closed(file))
        throw system_refusal(EACCES, tree.locate(file).string(),
                             "make it readable, or read it as its owner");
}

std::string_view absence(const Tree& tree, std::string_view file)
{
    return tree.is_closed(file) ? "permission denied" : "absent";
}

// What is read here and may not be: else its facts would be missing without a word.
void note_closed_files(const Tree& tree, Boot& boot)
{
    std::vector<std::string> closed;
    for (const char* file : {"/proc/cmdline", "/proc/version", "/proc/sys/kernel/osrelease",
                             "/sys/devices/system/cpu/present", "/sys/devices/system/cpu/online"})
        if (tree.is_closed(file))
            closed.emplace_back(file);
    if (!closed.empty())
        boot.notes.push_back(
            fmt::format("permission denied, taken as unknown: {}", joined(closed, ", ")));
}

SystemCpus read_cpus_or_refuse(const Tree& tree)
{
    const std::string place = tree.locate(cpu_folder).string();
    const std::string_view remedy =
        "give the root of a machine, of a copy of its /proc, /sys and /boot, or of a sosreport";
    if (!tree.is_directory("/")) {
        refuse_if_closed(tree, "/");
        throw RefusedError(tree.root().string(), "no such folder", remedy);
    }
    if (!tree.is_directory(cpu_folder)) {
        refuse_if_closed(tree, cpu_folder);
        throw RefusedError(place, "no such folder", remedy);
    }
    const auto system = read_system_cpus(tree);
    if (!system) {
        for (const std::string_view file : {"present", "online", "possible"})
            refuse_if_closed(tree, fmt::format("{}/{}", cpu_folder, file));
        throw RefusedError(place, "no file there says which CPUs there are", remedy);
    }
    return *system;
}

// sysfs is the truth: the file exists exactly where CONFIG_NO_HZ_FULL is built in
// (drivers/base/cpu.c), and holds the CPUs only where it is in force.
void read_kernel_state(const Tree& tree, int cpu_count, Boot& boot)
{
    if (!tree.exists(nohz_full_file)) {
        refuse_if_closed(tree, nohz_full_file);
        boot.kernel_state = KernelState::not_built;
        boot.known_from.push_back(fmt::format("{}: absent", nohz_full_file));
        return;
    }
    const auto cpus = tree.cpus(nohz_full_file, cpu_count);
    if (!cpus) {
        refuse_if_closed(tree, nohz_full_file);
        throw RefusedError(tree.locate(nohz_full_file).string(),
                           "is there, but may not be read; nothing else tells the kernel state");
    }
    boot.cpus.nohz_full = *cpus;
    boot.kernel_state = cpus->empty() ? KernelState::inactive : KernelState::active;
    const std::string line = tree.line_or_empty(nohz_full_file);
    boot.known_from.push_back(fmt::format("{}: {}", nohz_full_file, line.empty() ? "empty" : line));
}

void read_config(const Tree& tree, Boot& boot)
{
    KernelConfigSearch search = search_kernel_config(tree.root(), boot.kernel_release);
    for (std::string& trouble : search.troubles)
        boot.notes.push_back(std::move(trouble));
    boot.config = std::move(search.config);
    if (!boot.config) {
        boot.notes.push_back("no kernel configuration can be read here (/proc/config.gz, "
                             "/boot/config-RELEASE, /lib/modules/RELEASE/config); the kernel "
                             "state is known from sysfs alone");
        return;
    }
    const std::string symbol = "CONFIG_NO_HZ_FULL";
    boot.known_from.push_back(
        fmt::format("{}: {}", boot.config->path, describe_symbol(*boot.config, symbol)));
    const bool built = boot.kernel_state != KernelState::not_built;
    if (boot.config->is_enabled(symbol) != built)
        boot.notes.push_back(fmt::format(
            "{} says {}, but {} is {}; sysfs is believed, the configuration may be another "
            "kernel's",
            boot.config->path, describe_symbol(*boot.config, symbol), nohz_full_file,
            built ? "there" : "absent"));
}

AllowedCpus read_cpu_classes(const Tree& tree, const SystemCpus& system, Boot& boot)
{
    boot.cpus.present = system.present;
    boot.cpus.online = system.online;
    boot.cpus.isolated_sysfs = tree.cpus(isolated_file, system.possible_count).value_or(CpuList());
    if (!tree.exists(isolated_file))
        boot.notes.push_back(
            fmt::format("{}: {}, taken as no CPU", isolated_file, absence(tree, isolated_file)));
    AllowedCpus allowed = read_allowed_cpus(tree, system.online, system.possible_count);
    if (allowed.evidence.empty())
        boot.notes.push_back(fmt::format("{0}: {1}, every online CPU is taken as allowed",
                                         status_file, absence(tree, status_file)));
    boot.cpus.allowed = allowed.cpus;
    classify(boot.cpus);
    return allowed;
}

std::string read_governor(const Tree& tree)
{
    for (const std::string_view folder : {"cpu0/cpufreq", "cpufreq/policy0"})
        if (auto line = tree.line(fmt::format("{}/{}/scaling_governor", cpu_folder, folder)))
            return *line;
    return "";
}

void read_facts(const Tree& tree, Boot& boot)
{
    boot.boot_id = tree.line_or_empty("/proc/sys/kernel/random/boot_id");
    boot.kernel_release = read_kernel_release(tree);
    boot.kernel_version = tree.line_or_empty("/proc/version");
    boot.version_signature = tree.line_or_empty("/proc/version_signature");
    boot.command_line = tree.line_or_empty("/proc/cmdline");
    boot.clock_source =
        tree.line_or_empty("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    boot.governor = read_governor(tree);
    boot.smt_active = tree.line_or_empty(fmt::format("{}/smt/active", cpu_folder));
    const std::string vulnerabilities = fmt::format("{}/vulnerabilities", cpu_folder);
    for (const std::string& name : tree.names(vulnerabilities))
        if (auto line = tree.line(fmt::format("{}/{}", vulnerabilities, name)))
            boot.mitigations[printable(name)] = *line;
}

} // namespace

std::string_view to_string(HazardGroup group) noexcept
{
    return group_words[static_cast<std::size_t>(group)].second;
}

std::optional<HazardGroup> parse_hazard_group(std::string_view text) noexcept
{
    for (const auto& [group, word] : group_words)
        if (word == text)
            return group;
    return std::nullopt;
}

Boot read_boot(const std::filesystem::path& root)
{
    const Tree tree(root);
    const SystemCpus system = read_cpus_or_refuse(tree);
    Boot boot;
    read_facts(tree, boot);
    note_closed_files(tree, boot);
    read_kernel_state(tree, system.possible_count, boot);
    read_config(tree, boot);
    AllowedCpus allowed = read_cpu_classes(tree, system, boot);
    boot.scenarios = measurable_scenarios(boot.kernel_state, boot.cpus);
    const HazardContext context{tree, CommandLine::parse(boot.command_line), system.possible_count,
                                std::move(allowed)};
    add_isolation_hazards(context, boot);
    add_kernel_hazards(context, boot);
    add_kernel_log_hazards(context, boot);
    add_environment_hazards(context, boot);
    return boot;
}

} // namespace nohz::host
