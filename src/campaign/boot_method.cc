// SPDX-License-Identifier: GPL-2.0-or-later
// The ways to boot the machine with other parameters, and to leave no trace of it.
#include "campaign/boot_method.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "campaign/grub_files.h"
#include "campaign/parameters.h"

namespace nohz::campaign
{

std::vector<std::string> BootOrder::parameters() const
{
    std::vector<std::string> words = boot.parameters();
    words.push_back(fmt::format("{}={}", mark_parameter, mark));
    return words;
}

const std::vector<std::string_view>& boot_method_names()
{
    static const std::vector<std::string_view> names = {"grub-once", "kexec", "grub-dropin",
                                                        "manual"};
    return names;
}

const std::vector<std::string_view>& automatic_boot_methods()
{
    static const std::vector<std::string_view> names = {"grub-once", "kexec"};
    return names;
}

std::unique_ptr<BootMethod> make_boot_method(std::string_view name)
{
    if (name == "grub-once")
        return make_grub_once();
    if (name == "kexec")
        return make_kexec();
    if (name == "grub-dropin")
        return make_grub_dropin();
    if (name == "manual")
        return make_manual();
    throw UsageError(printable(name), "no such boot method",
                     "there are: " + joined(boot_method_names(), ", "));
}

BootConfigBefore read_boot_config(const System& system)
{
    BootConfigBefore before;
    before.grub_environment = system.tree().exists(grub_environment);
    before.empty_next_entry = read_next_entry(system) == "";
    return before;
}

std::vector<Leftover> find_leftovers(const System& system)
{
    std::vector<Leftover> found;
    for (const std::string_view file : {custom_cfg, grub_dropin})
        if (is_campaign_file(system, file))
            found.push_back({std::string(file), campaign_of_file(system, file)});
    if (read_next_entry(system) == grub_entry_id)
        found.push_back({fmt::format("{}: next_entry={}", grub_environment, grub_entry_id),
                         campaign_of_file(system, custom_cfg)});
    const std::string config = system.tree().text(grub_cfg).value_or("");
    if (config.find(mark_parameter) != std::string::npos)
        found.push_back(
            {fmt::format("{}: {}=", grub_cfg, mark_parameter), marked_campaign(config)});
    return found;
}

std::vector<Leftover> find_leftovers_of(const System& system, std::string_view campaign)
{
    std::vector<Leftover> found = find_leftovers(system);
    std::erase_if(found, [&](const Leftover& left) {
        return !left.campaign.empty() && left.campaign != campaign;
    });
    return found;
}

std::string another_campaign(const std::vector<Leftover>& leftovers, std::string_view campaign)
{
    for (const Leftover& left : leftovers)
        if (!left.campaign.empty() && left.campaign != campaign)
            return left.campaign;
    return {};
}

std::vector<std::string> names_of(const std::vector<Leftover>& leftovers)
{
    std::vector<std::string> names;
    names.reserve(leftovers.size());
    for (const Leftover& left : leftovers)
        names.push_back(left.what);
    return names;
}

} // namespace nohz::campaign
