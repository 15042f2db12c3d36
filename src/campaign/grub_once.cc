// SPDX-License-Identifier: GPL-2.0-or-later
// GRUB one-shot: an entry of ours in custom.cfg, taken once by next_entry. grub.cfg and the default
// entry are never touched, and any reset but the armed one comes back to the normal system.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "campaign/boot_method.h"
#include "campaign/grub_files.h"
#include "campaign/parameters.h"

namespace nohz::campaign
{

namespace
{

// GRUB writes its environment block only where a file's blocks lie plainly on a disk. Source:
// /etc/grub.d/00_header (check_writable) and grub-reboot(8); where it cannot, next_entry would
// stay and every boot would take our entry.
std::string storage_obstacle(const System& system)
{
    const std::string folder = system.tree().locate("/boot/grub").string();
    const CommandResult abstraction = system.ask({"grub-probe", "--target=abstraction", folder});
    if (abstraction.status != 0)
        return "grub-probe cannot tell where /boot/grub lies (root may be needed)";
    if (!trim(abstraction.output).empty())
        return fmt::format("GRUB cannot write its environment block on {}",
                           printable(trim(abstraction.output)));
    const CommandResult fs = system.ask({"grub-probe", "--target=fs", folder});
    const std::string name = printable(trim(fs.output));
    for (const std::string_view known :
         {"btrfs", "cpiofs", "f2fs", "newc", "odc", "romfs", "squash4", "tarfs", "zfs"})
        if (name == known)
            return fmt::format("GRUB cannot write its environment block on {}", name);
    // custom.cfg gets its name by a hard link, so that a file of somebody is never overwritten.
    if (name == "fat" || name == "exfat")
        return "/boot/grub lies on FAT, which has no hard links";
    return fs.status == 0 ? "" : "grub-probe does not know the file system of /boot/grub";
}

class GrubOnce final : public BootMethod
{
public:
    std::string_view name() const override { return "grub-once"; }

    std::string obstacle(const System& system, const std::vector<PlannedBoot>& boots) const override
    {
        for (const PlannedBoot& boot : boots)
            if (std::string reason = entry_obstacle(system, boot.kernel); !reason.empty())
                return reason;
        const std::string config = system.tree().text(grub_cfg).value_or("");
        if (!sources_custom_cfg(config))
            return fmt::format("{} does not read custom.cfg (/etc/grub.d/41_custom)", grub_cfg);
        if (!takes_next_entry_once(config))
            return fmt::format("{} does not take next_entry (/etc/grub.d/00_header)", grub_cfg);
        if (is_file_of_others(system, custom_cfg))
            return fmt::format("{} is there already and is not ours", custom_cfg);
        if (std::string waiting = waiting_boot(system, false); !waiting.empty())
            return waiting;
        for (const std::string program : {"grub-editenv", "grub-probe", "grub-script-check"})
            if (!system.has_program(program))
                return fmt::format("{} is not installed", program);
        return storage_obstacle(system);
    }

    std::vector<std::string> command_line(const System& system,
                                          const BootOrder& order) const override
    {
        return with_campaign_parameters(require_entry(system, order.boot.kernel).parameters(),
                                        order.parameters());
    }

    // The entry first: a next_entry without one would boot the first entry of the menu.
    void arm(System& system, const BootOrder& order) const override
    {
        put_campaign_file(system, custom_cfg, custom_cfg_text(system, order));
        system.command({"grub-script-check", system.tree().locate(custom_cfg).string()});
        system.command({"grub-editenv", environment_path(system), "set",
                        fmt::format("next_entry={}", grub_entry_id)});
        system.flush();
    }

    bool is_armed(const System& system, const BootOrder& order) const override
    {
        return read_next_entry(system) == grub_entry_id &&
               system.tree().text(custom_cfg) == custom_cfg_text(system, order);
    }

    std::string waiting_boot(const System& system, bool) const override
    {
        const auto next = read_next_entry(system);
        if (!next || next->empty() || *next == grub_entry_id)
            return {};
        return fmt::format("a one-shot boot of somebody is waiting: next_entry={} "
                           "(`grub-editenv {} unset next_entry` takes it away)",
                           printable(*next), environment_path(system));
    }

    void disarm(System& system, const DisarmOrder& order) const override
    {
        if (is_of_another_campaign(system, custom_cfg, order.campaign))
            return; // and so is next_entry
        const BootConfigBefore& before = order.before;
        const auto next = read_next_entry(system);
        // GRUB empties the variable where we would unset it.
        const bool ours = next && (*next == grub_entry_id || next->empty());
        if (ours && before.empty_next_entry && !next->empty())
            system.command({"grub-editenv", environment_path(system), "set", "next_entry="});
        else if (ours && !before.empty_next_entry)
            system.command({"grub-editenv", environment_path(system), "unset", "next_entry"});
        if (!before.grub_environment && holds_nothing(system))
            system.remove(grub_environment);
        remove_campaign_file(system, custom_cfg, order.campaign);
        system.flush();
    }

    std::vector<std::string> reboot_command() const override { return {"systemctl", "reboot"}; }

private:
    static std::string environment_path(const System& system)
    {
        return system.tree().locate(grub_environment).string();
    }

    std::string custom_cfg_text(const System& system, const BootOrder& order) const
    {
        const GrubEntry entry = require_entry(system, order.boot.kernel);
        return mark_as_campaign_file(
            derive_entry(entry, grub_entry_id, "nohz-overhead " + order.mark,
                         with_campaign_parameters(entry.parameters(), order.parameters())));
    }

    // Whether grubenv is there and has no variable any more.
    static bool holds_nothing(const System& system)
    {
        const auto text = system.tree().text(grub_environment);
        if (!text)
            return false;
        const auto lines = split_lines(*text);
        return std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
            return line.empty() || line.front() == '#';
        });
    }
};

} // namespace

std::unique_ptr<BootMethod> make_grub_once()
{
    return std::make_unique<GrubOnce>();
}

} // namespace nohz::campaign
