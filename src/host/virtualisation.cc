// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the machine is a virtual one, and whether we are in a container.
#include "host/virtualisation.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace nohz::host
{

namespace
{

struct Vendor {
    std::string_view text; // in the DMI strings
    std::string_view name;
};

constexpr std::array dmi_vendors = {
    Vendor{"KVM", "kvm"},
    Vendor{"OpenStack", "kvm"},
    Vendor{"Amazon EC2", "amazon"},
    Vendor{"QEMU", "qemu"},
    Vendor{"VMware", "vmware"},
    Vendor{"VMW", "vmware"},
    Vendor{"innotek GmbH", "oracle"},
    Vendor{"VirtualBox", "oracle"},
    Vendor{"Xen", "xen"},
    Vendor{"Bochs", "bochs"},
    Vendor{"Parallels", "parallels"},
    Vendor{"BHYVE", "bhyve"},
    Vendor{"Hyper-V", "microsoft"},
    Vendor{"Virtual Machine", "microsoft"},
    Vendor{"Apple Virtualization", "apple"},
    Vendor{"Google Compute Engine", "google"},
};

constexpr std::array dmi_files = {
    "/sys/class/dmi/id/product_name",
    "/sys/class/dmi/id/sys_vendor",
    "/sys/devices/virtual/dmi/id/product_name",
    "/sys/devices/virtual/dmi/id/sys_vendor",
    "/sys/class/dmi/id/bios_vendor",
    "/sys/devices/virtual/dmi/id/bios_vendor",
};

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool has_word(std::string_view text, std::string_view word)
{
    const auto words = split_words(text);
    return std::find(words.begin(), words.end(), word) != words.end();
}

Virtualisation found(std::string_view name, std::string_view file, std::string_view value)
{
    return {std::string(name), fmt::format("{}: {}", file, value), false};
}

std::optional<Virtualisation> from_dmi(const Tree& tree)
{
    for (const std::string_view file : dmi_files) {
        const std::string value = tree.line_or_empty(file);
        // Amazon's bare machines say EC2 too ("m5.metal").
        if (contains(value, ".metal"))
            return std::nullopt;
        for (const Vendor& vendor : dmi_vendors)
            if (contains(value, vendor.text))
                return found(vendor.name, file, value);
    }
    return std::nullopt;
}

std::optional<Virtualisation> from_xen(const Tree& tree)
{
    const std::string_view file = "/sys/hypervisor/type";
    const auto type = tree.line(file);
    // The control domain runs on the hypervisor too, but with the machine's own CPUs.
    if (!type || type->empty() ||
        contains(tree.line_or_empty("/proc/xen/capabilities"), "control_d"))
        return std::nullopt;
    return found(*type, file, *type);
}

std::optional<Virtualisation> from_device_tree(const Tree& tree)
{
    for (const std::string_view file :
         {"/proc/device-tree/hypervisor/compatible", "/proc/device-tree/compatible",
          "/sys/firmware/devicetree/base/compatible"}) {
        const std::string value = tree.line_or_empty(file);
        if (contains(value, "linux,kvm"))
            return found("kvm", file, value);
        if (contains(value, "xen,xen"))
            return found("xen", file, value);
        if (contains(value, "linux,dummy-virt") || contains(value, "qemu"))
            return found("qemu", file, value);
    }
    return std::nullopt;
}

// s390x: every kernel runs in a partition; only a control program below it counts.
std::optional<Virtualisation> from_sysinfo(const Tree& tree)
{
    const std::string_view file = "/proc/sysinfo";
    const auto program = tree.field(file, "VM00 Control Program");
    if (!program)
        return std::nullopt;
    return found(contains(*program, "KVM") ? "kvm" : "zvm", file, *program);
}

std::optional<Virtualisation> from_cpu(const Tree& tree)
{
    const std::string_view file = "/proc/cpuinfo";
    if (has_word(tree.field(file, "flags").value_or(""), "hypervisor"))
        return found("other", file, "flag hypervisor");
    const std::string platform = tree.field(file, "platform").value_or("");
    if (contains(platform, "emulated by qemu")) // ppc64, -M pseries
        return found("qemu", file, platform);
    return std::nullopt;
}

// What the hypervisor itself offers says more than the machine's name: QEMU's DMI strings are the
// same with KVM and without.
void refine(const Tree& tree, Virtualisation& virtualisation)
{
    const std::string_view clocks_file =
        "/sys/devices/system/clocksource/clocksource0/available_clocksource";
    const std::string clocks = tree.line_or_empty(clocks_file);
    const std::string model = tree.field("/proc/cpuinfo", "model name").value_or("");
    if (contains(model, "QEMU TCG CPU")) {
        virtualisation = found("qemu", "/proc/cpuinfo", model);
        virtualisation.emulated = true;
    } else if (contains(clocks, "kvm-clock")) {
        virtualisation = found("kvm", clocks_file, clocks);
    } else if (contains(clocks, "hyperv_clocksource")) {
        virtualisation = found("microsoft", clocks_file, clocks);
    }
}

} // namespace

Virtualisation find_hypervisor(const Tree& tree)
{
    Virtualisation result;
    for (const auto& look : {from_xen, from_sysinfo, from_dmi, from_device_tree, from_cpu})
        if (const auto seen = look(tree); seen && result.name.empty())
            result = *seen;
    refine(tree, result);
    // A machine that says who made it, or an x86 CPU without the flag, is a machine of its own.
    const bool says_something = tree.exists("/proc/cpuinfo") || tree.exists("/proc/sysinfo");
    if (result.name.empty() && says_something)
        result.name = "none";
    return result;
}

Virtualisation find_container(const Tree& tree)
{
    const std::string_view systemd_file = "/run/systemd/container";
    if (const auto name = tree.line(systemd_file); name && !name->empty())
        return found(*name, systemd_file, *name);
    const std::string environment = tree.text("/proc/1/environ").value_or("");
    constexpr std::string_view key = "container=";
    for (const std::string_view variable : split(environment, '\0'))
        if (variable.starts_with(key) && variable.size() > key.size())
            return found(printable(variable.substr(key.size())), "/proc/1/environ",
                         printable(variable));
    for (const auto& [file, name] :
         {std::pair("/.dockerenv", "docker"), std::pair("/run/.containerenv", "podman"),
          std::pair("/dev/lxd/sock", "lxc")})
        if (tree.exists(file))
            return found(name, file, "is there");
    const std::string cgroup = tree.text("/proc/1/cgroup").value_or("");
    for (const std::string_view name : {"docker", "lxc", "kubepods"})
        if (contains(cgroup, fmt::format("/{}/", name)))
            return found(name, "/proc/1/cgroup", fmt::format("holds /{}/", name));
    return {};
}

} // namespace nohz::host
