// SPDX-License-Identifier: GPL-2.0-or-later
// What the machine is: the part of a record that stays the same from boot to boot.
#include "host/machine.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/utsname.h>

#include "base/text.h"
#include "host/cpu_list.h"
#include "host/kernel_config.h"
#include "host/kernel_release.h"
#include "host/system_cpus.h"
#include "host/tree.h"
#include "host/virtualisation.h"

namespace nohz::host
{

namespace
{

struct Name {
    std::string_view uname;
    std::string_view debian;
};

constexpr std::array architectures = {
    Name{"x86_64", "amd64"},    Name{"aarch64", "arm64"}, Name{"armv7l", "armhf"},
    Name{"armv8l", "armhf"},    Name{"i386", "i386"},     Name{"i486", "i386"},
    Name{"i586", "i386"},       Name{"i686", "i386"},     Name{"ppc64le", "ppc64el"},
    Name{"riscv64", "riscv64"}, Name{"s390x", "s390x"},
};

// Every dynamically linked program names one of these.
constexpr std::array loaders = {
    Name{"/lib64/ld-linux-x86-64.so.2", "amd64"},
    Name{"/lib/ld-linux-aarch64.so.1", "arm64"},
    Name{"/lib/ld-linux-armhf.so.3", "armhf"},
    Name{"/lib64/ld64.so.2", "ppc64el"},
    Name{"/lib/ld64.so.1", "s390x"},
    Name{"/lib/ld-linux-riscv64-lp64d.so.1", "riscv64"},
    Name{"/lib/ld-linux.so.2", "i386"},
};

std::string architecture_of(const KernelConfig& config)
{
    const auto on = [&](std::string_view symbol) { return config.is_enabled(symbol); };
    if (on("CONFIG_X86_64"))
        return "amd64";
    if (on("CONFIG_X86_32"))
        return "i386";
    if (on("CONFIG_ARM64"))
        return "arm64";
    if (on("CONFIG_ARM"))
        return "armhf";
    if (on("CONFIG_PPC64"))
        return on("CONFIG_CPU_LITTLE_ENDIAN") ? "ppc64el" : "";
    if (on("CONFIG_S390"))
        return "s390x";
    return on("CONFIG_RISCV") && on("CONFIG_64BIT") ? "riscv64" : "";
}

std::string read_architecture(const Tree& tree)
{
    if (utsname name{}; tree.is_live() && ::uname(&name) == 0)
        return debian_architecture(name.machine);
    std::string arch = debian_architecture(tree.line_or_empty("/proc/sys/kernel/arch"));
    if (!arch.empty())
        return arch;
    if (const auto config = find_kernel_config(tree.root(), read_kernel_release(tree)))
        arch = architecture_of(*config);
    if (!arch.empty())
        return arch;
    for (const std::string& word : uname_words_of_sosreport(tree))
        if (arch = debian_architecture(word); !arch.empty())
            return arch;
    for (const Name& loader : loaders)
        if (tree.exists(loader.uname))
            return std::string(loader.debian);
    return "";
}

std::string read_cpu_model(const Tree& tree)
{
    const std::string cpuinfo = tree.text("/proc/cpuinfo").value_or("");
    const auto field = [&](std::string_view key) { return find_field(cpuinfo, key).value_or(""); };
    if (const std::string model = field("model name"); !model.empty())
        return model;
    if (const std::string implementer = field("CPU implementer"); !implementer.empty())
        return fmt::format("ARM implementer {} part {}", implementer, field("CPU part"));
    // s390x: "processor 0: version = FF,  identification = 0133E8,  machine = 8561"
    const std::string processor = field("processor 0");
    if (const auto at = processor.find("machine = "); at != std::string::npos)
        return fmt::format("{} machine {}", field("vendor_id"), processor.substr(at + 10));
    for (const std::string_view key : {"cpu", "uarch", "isa"}) // ppc64, riscv
        if (const std::string model = field(key); !model.empty())
            return model;
    return "";
}

int count_numa_nodes(const Tree& tree)
{
    const std::string online = tree.line_or_empty("/sys/devices/system/node/online");
    try {
        return static_cast<int>(CpuList::parse(online, largest_cpu_count).size());
    } catch (const std::invalid_argument&) {
        return 0;
    }
}

std::uint64_t read_memory(const Tree& tree)
{
    const auto total = tree.field("/proc/meminfo", "MemTotal"); // "8140136 kB"
    const auto words = split_words(total ? std::string_view(*total) : std::string_view());
    const auto kilobytes = words.empty() ? std::nullopt : parse_whole_number(words[0]);
    if (!kilobytes || *kilobytes > UINT64_MAX / 1024)
        return 0;
    return *kilobytes * 1024;
}

std::string read_os(const Tree& tree)
{
    constexpr std::string_view key = "PRETTY_NAME=";
    for (const std::string_view file : {"/etc/os-release", "/usr/lib/os-release"}) {
        const std::string text = tree.text(file).value_or("");
        for (const std::string_view line : split_lines(text)) {
            if (!line.starts_with(key))
                continue;
            std::string_view value = trim(line.substr(key.size()));
            if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                value.back() == value.front())
                value = value.substr(1, value.size() - 2);
            return printable(value);
        }
    }
    return "";
}

} // namespace

std::string debian_architecture(std::string_view uname_machine)
{
    for (const Name& name : architectures)
        if (name.uname == uname_machine)
            return std::string(name.debian);
    return "";
}

Machine read_machine(const std::filesystem::path& root)
{
    const Tree tree(root);
    Machine machine;
    machine.arch = read_architecture(tree);
    machine.cpu_model = read_cpu_model(tree);
    if (const auto system = read_system_cpus(tree))
        machine.cpus = static_cast<int>(system->present.size());
    machine.numa_nodes = count_numa_nodes(tree);
    machine.memory_bytes = read_memory(tree);
    const std::string container = find_container(tree).name;
    const std::string hypervisor = find_hypervisor(tree).name;
    machine.virtualisation = container.empty() ? hypervisor : container;
    if (!container.empty() && hypervisor != "none")
        machine.hypervisor = hypervisor;
    machine.os = read_os(tree);
    return machine;
}

} // namespace nohz::host
