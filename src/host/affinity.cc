// SPDX-License-Identifier: GPL-2.0-or-later
// Which CPUs this process may run on.
#include "host/affinity.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include <sched.h>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace nohz::host
{

namespace
{

// A mask for the largest machine: 8,192 bits are eight of glibc's cpu_set_t.
using Mask = std::array<cpu_set_t, largest_cpu_count / CPU_SETSIZE>;

CpuList cpus_of(const Mask& mask)
{
    std::vector<int> cpus;
    for (int cpu = 0; cpu < largest_cpu_count; ++cpu)
        if (CPU_ISSET_S(static_cast<std::size_t>(cpu), sizeof mask, mask.data()))
            cpus.push_back(cpu);
    return CpuList(std::move(cpus));
}

Mask current_mask()
{
    Mask mask{};
    if (::sched_getaffinity(0, sizeof mask, mask.data()) != 0)
        throw system_refusal(errno, "sched_getaffinity");
    return mask;
}

AllowedCpus ask_kernel(const CpuList& online)
{
    const Mask before = current_mask();
    Mask every{};
    for (int cpu = 0; cpu < largest_cpu_count; ++cpu)
        CPU_SET_S(static_cast<std::size_t>(cpu), sizeof every, every.data());
    // A sandbox may forbid it; then the affinity that we have is all that we may use.
    if (::sched_setaffinity(0, sizeof every, every.data()) != 0)
        return {intersection(cpus_of(before), online), "sched_getaffinity"};
    const Mask widest = current_mask();
    if (::sched_setaffinity(0, sizeof before, before.data()) != 0)
        throw system_refusal(errno, "sched_setaffinity");
    const CpuList cpus = intersection(cpus_of(widest), online);
    return {cpus, fmt::format("sched_setaffinity: allows {}", cpus.to_string())};
}

// The path of a line of /proc/self/cgroup ("4:cpu,cpuacct:/a/b", "0::/a/b") if it is the line of
// `controller`; nothing otherwise.
std::optional<std::string_view> cgroup_path(std::string_view line, std::string_view controller,
                                            bool& unified)
{
    const auto first = line.find(':');
    const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos)
        return std::nullopt;
    const std::string_view names = line.substr(first + 1, second - first - 1);
    unified = names.empty();
    const auto controllers = split(names, ',');
    const bool ours = unified || std::find(controllers.begin(), controllers.end(), controller) !=
                                     controllers.end();
    return ours ? std::optional(trim(line.substr(second + 1))) : std::nullopt;
}

// Where distributions mount the hierarchy of `controller`.
std::vector<std::string> mounts_of(std::string_view controller, bool unified)
{
    if (unified)
        return {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    if (controller == "cpu")
        return {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"};
    return {fmt::format("/sys/fs/cgroup/{}", controller)};
}

void add_with_parents(std::vector<std::string>& folders, const std::string& mount,
                      std::string_view path)
{
    while (path.size() > 1 && path.front() == '/' && path.find("..") == std::string_view::npos) {
        folders.push_back(mount + std::string(path));
        path = path.substr(0, path.find_last_of('/'));
    }
    folders.push_back(mount);
}

} // namespace

std::vector<std::string> cgroup_folders(const Tree& tree, std::string_view controller)
{
    std::vector<std::string> folders;
    const std::string cgroup = tree.text("/proc/self/cgroup").value_or("0::/\n");
    for (const std::string_view line : split_lines(cgroup)) {
        bool unified = false;
        const auto path = cgroup_path(line, controller, unified);
        if (!path)
            continue;
        for (const std::string& mount : mounts_of(controller, unified))
            if (tree.is_directory(mount))
                add_with_parents(folders, mount, *path);
    }
    return folders;
}

AllowedCpus read_allowed_cpus(const Tree& tree, const CpuList& online, int cpu_count)
{
    if (tree.is_live())
        return ask_kernel(online);
    for (const std::string& folder : cgroup_folders(tree, "cpuset")) {
        for (const std::string_view name : {"/cpuset.cpus.effective", "/cpuset.effective_cpus"}) {
            const std::string file = folder + std::string(name);
            const auto cpus = tree.cpus(file, cpu_count);
            if (cpus && !cpus->empty())
                return {intersection(*cpus, online),
                        fmt::format("{}: {}", file, cpus->to_string())};
        }
    }
    const std::string_view status = "/proc/self/status";
    const auto list = tree.field(status, "Cpus_allowed_list");
    if (!list)
        return {online, ""};
    try {
        return {intersection(CpuList::parse(*list, cpu_count), online),
                fmt::format("{}: Cpus_allowed_list {}", status, *list)};
    } catch (const std::invalid_argument& e) {
        throw InputError(tree.locate(status), "Cpus_allowed_list", e.what());
    }
}

} // namespace nohz::host
