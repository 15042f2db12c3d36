// SPDX-License-Identifier: GPL-2.0-or-later
// GRUB drop-in: appends to GRUB_CMDLINE_LINUX and runs update-grub. It changes the default boot, so
// it is used on request only: where the armed boot hangs, the next reset brings it again.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "campaign/boot_method.h"
#include "campaign/grub_files.h"
#include "campaign/hints.h"
#include "campaign/parameters.h"

namespace nohz::campaign
{

namespace
{

constexpr std::string_view grub_defaults = "/etc/default/grub";

std::string own_parameter(const GrubEntry& entry)
{
    for (const std::string& word : entry.parameters())
        if (is_campaign_parameter(word) && parameter_name(word) != mark_parameter)
            return word;
    return {};
}

class GrubDropin final : public BootMethod
{
public:
    std::string_view name() const override { return "grub-dropin"; }

    std::string obstacle(const System& system, const std::vector<PlannedBoot>& boots) const override
    {
        for (const PlannedBoot& boot : boots) {
            if (std::string reason = entry_obstacle(system, boot.kernel); !reason.empty())
                return reason;
            const std::string word = own_parameter(require_entry(system, boot.kernel));
            if (!word.empty())
                return fmt::format("{} is on the machine's own command line, and a drop-in can "
                                   "only add",
                                   printable(word));
        }
        if (!system.tree().exists(grub_defaults))
            return fmt::format("{} is not there", grub_defaults);
        if (is_file_of_others(system, grub_dropin))
            return fmt::format("{} is there already and is not ours", grub_dropin);
        return system.has_program("update-grub") ? "" : "update-grub is not installed";
    }

    std::vector<std::string> command_line(const System& system,
                                          const BootOrder& order) const override
    {
        return with_campaign_parameters(require_entry(system, order.boot.kernel).parameters(),
                                        order.parameters());
    }

    void arm(System& system, const BootOrder& order) const override
    {
        put_campaign_file(system, grub_dropin, dropin_text(system, order));
        system.command({"update-grub"});
        system.flush();
        if (!is_armed(system, order))
            throw RefusedError(std::string(grub_cfg),
                               "does not have the parameters of the drop-in after update-grub",
                               "look for what assigns GRUB_CMDLINE_LINUX in /etc/default/grub.d");
    }

    bool is_armed(const System& system, const BootOrder& order) const override
    {
        const std::vector<std::string> own = require_entry(system, order.boot.kernel).parameters();
        const std::vector<std::string> wanted = order.parameters();
        return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
            return std::find(own.begin(), own.end(), word) != own.end();
        });
    }

    void disarm(System& system, const DisarmOrder& order) const override
    {
        if (is_of_another_campaign(system, grub_dropin, order.campaign))
            return; // and so is grub.cfg
        remove_campaign_file(system, grub_dropin, order.campaign);
        const std::string config = system.tree().text(grub_cfg).value_or("");
        const std::string owner = marked_campaign(config);
        const bool ours = order.campaign.empty() || owner.empty() || owner == order.campaign;
        if (config.find(mark_parameter) == std::string::npos || !ours)
            return;
        try {
            system.command({"update-grub"});
        } catch (const RefusedError& error) {
            throw RefusedError(
                "",
                fmt::format("{}; {} still boots the campaign's entry by itself", error.what(),
                            grub_cfg),
                fmt::format("mend what update-grub says, then call `{}`", order.retry));
        }
        system.flush();
    }

    std::vector<std::string> reboot_command() const override { return {"systemctl", "reboot"}; }

private:
    static std::string dropin_text(const System& system, const BootOrder& order)
    {
        const GrubEntry entry = require_entry(system, order.boot.kernel);
        return mark_as_campaign_file(
            fmt::format("GRUB_DEFAULT={}\nGRUB_CMDLINE_LINUX=\"${{GRUB_CMDLINE_LINUX:-}} {}\"\n",
                        shell_quoted(joined(entry.path, ">")), joined(order.parameters(), " ")));
    }
};

} // namespace

std::unique_ptr<BootMethod> make_grub_dropin()
{
    return std::make_unique<GrubDropin>();
}

} // namespace nohz::campaign
