// SPDX-License-Identifier: GPL-2.0-or-later
// By hand: the person changes what zipl, systemd-boot, u-boot or extlinux boots; nothing is
// touched, and nothing is there to restore.
#include "campaign/boot_method.h"

namespace nohz::campaign
{

namespace
{

class Manual final : public BootMethod
{
public:
    std::string_view name() const override { return "manual"; }

    std::string obstacle(const System&, const std::vector<PlannedBoot>&) const override
    {
        return {};
    }

    std::vector<std::string> command_line(const System&, const BootOrder&) const override
    {
        return {};
    }

    void arm(System&, const BootOrder&) const override {}
    bool is_armed(const System&, const BootOrder&) const override { return true; }
    void disarm(System&, const DisarmOrder&) const override {}
    std::vector<std::string> reboot_command() const override { return {}; }
};

} // namespace

std::unique_ptr<BootMethod> make_manual()
{
    return std::make_unique<Manual>();
}

} // namespace nohz::campaign
