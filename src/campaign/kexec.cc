// SPDX-License-Identifier: GPL-2.0-or-later
// kexec: the running kernel starts the next one. One-shot by nature, nothing is written anywhere:
// any reset comes back to the normal system.
#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "campaign/boot_method.h"
#include "campaign/parameters.h"

namespace nohz::campaign
{

namespace
{

constexpr std::string_view loaded_file = "/sys/kernel/kexec_loaded";
// The global variable's GUID of the UEFI specification; 4 bytes of attributes, then the value.
constexpr std::string_view secure_boot_file =
    "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";

bool is_loaded(const System& system)
{
    return system.tree().line_or_empty(loaded_file) == "1";
}

// Only signed images may be loaded then, which only kexec_file_load(2) can check. Source:
// Documentation/admin-guide/kernel-parameters.rst (lockdown) and kernel/kexec.c.
bool needs_signed_image(const System& system)
{
    const std::string lockdown = system.tree().line_or_empty("/sys/kernel/security/lockdown");
    if (!lockdown.empty() && lockdown.find("[none]") == std::string::npos)
        return true;
    const auto secure_boot = system.tree().text(secure_boot_file);
    return secure_boot && secure_boot->size() == 5 && secure_boot->back() == 1;
}

InstalledKernel require_kernel(const System& system, const std::string& release)
{
    host::Boot nothing_known;
    for (const InstalledKernel& kernel : installed_kernels(system.root(), nothing_known))
        if (kernel.release == release)
            return kernel;
    throw RefusedError("kexec", fmt::format("kernel {} is not in /boot any more", release),
                       "install it again");
}

class Kexec final : public BootMethod
{
public:
    std::string_view name() const override { return "kexec"; }

    std::string obstacle(const System& system, const std::vector<PlannedBoot>&) const override
    {
        if (!system.has_program("kexec"))
            return "kexec is not installed (package kexec-tools)";
        if (!system.tree().exists("/run/systemd/system"))
            return "systemd does not run here, and `systemctl kexec` is what reboots";
        if (!system.tree().exists(loaded_file))
            return fmt::format("this kernel cannot kexec ({} is not there)", loaded_file);
        if (system.tree().line_or_empty("/proc/sys/kernel/kexec_load_disabled") == "1")
            return "/proc/sys/kernel/kexec_load_disabled: 1";
        return waiting_boot(system, false);
    }

    std::vector<std::string> command_line(const System& system,
                                          const BootOrder& order) const override
    {
        std::vector<std::string> words;
        const std::string current = system.tree().text("/proc/cmdline").value_or("");
        for (std::string& word : split_parameters(current))
            if (!is_loader_parameter(word))
                words.push_back(std::move(word));
        return with_campaign_parameters(words, order.parameters());
    }

    void arm(System& system, const BootOrder& order) const override
    {
        const InstalledKernel kernel = require_kernel(system, order.boot.kernel);
        std::vector<std::string> words = {"kexec"};
        if (needs_signed_image(system))
            words.emplace_back("-s");
        words.insert(words.end(), {"-l", system.tree().locate(kernel.image).string()});
        if (!kernel.initrd.empty())
            words.push_back("--initrd=" + system.tree().locate(kernel.initrd).string());
        words.push_back("--command-line=" + joined(command_line(system, order), " "));
        system.command(words);
        if (!is_loaded(system))
            throw RefusedError("kexec", fmt::format("{} says that nothing is loaded", loaded_file));
    }

    bool is_armed(const System& system, const BootOrder&) const override
    {
        return is_loaded(system);
    }

    std::string waiting_boot(const System& system, bool this_boot) const override
    {
        return !this_boot && is_loaded(system)
                   ? "somebody has loaded a kernel already (kexec -u unloads it)"
                   : "";
    }

    void disarm(System& system, const DisarmOrder& order) const override
    {
        if (order.this_boot && is_loaded(system))
            system.command({"kexec", "-u"});
    }

    std::vector<std::string> reboot_command() const override { return {"systemctl", "kexec"}; }
};

} // namespace

std::unique_ptr<BootMethod> make_kexec()
{
    return std::make_unique<Kexec>();
}

} // namespace nohz::campaign
