// SPDX-License-Identifier: GPL-2.0-or-later
// The ways to boot the machine with other parameters, and to leave no trace of it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/plan.h"
#include "campaign/system.h"

namespace nohz::campaign
{

// One boot to arm, and the mark that proves it: "ID.NUMBER".
struct BootOrder {
    PlannedBoot boot;
    std::string mark;

    // What the boot gets on its command line beside the machine's own words.
    std::vector<std::string> parameters() const;
};

// What stood in the boot configuration before a campaign touched it.
struct BootConfigBefore {
    bool grub_environment = true;  // whether there was a grubenv
    bool empty_next_entry = false; // it had `next_entry=`: GRUB leaves that behind

    bool operator==(const BootConfigBefore&) const = default;
};

// What is to be taken out of the boot configuration.
struct DisarmOrder {
    std::string campaign; // whose, by its id; "": every campaign's
    BootConfigBefore before = {};
    bool this_boot = false; // the campaign armed a boot while this one was running
    std::string retry = {}; // the command that goes on where this could not be done
};

class BootMethod
{
public:
    virtual ~BootMethod() = default;
    virtual std::string_view name() const = 0;

    // Why it cannot work here for these boots; "" if it can. Changes nothing.
    virtual std::string obstacle(const System& system,
                                 const std::vector<PlannedBoot>& boots) const = 0;

    // The words of the kernel command line that `order` leads to, without what the boot loader
    // adds; none where only the person knows. Changes nothing. Throws RefusedError where the kernel
    // has gone.
    virtual std::vector<std::string> command_line(const System& system,
                                                  const BootOrder& order) const = 0;

    // Makes the next boot that of `order`; may be called again at any time. Throws RefusedError.
    virtual void arm(System& system, const BootOrder& order) const = 0;

    // Whether the next boot will be that of `order`, as far as anything can be known.
    virtual bool is_armed(const System& system, const BootOrder& order) const = 0;

    // Whose one-shot boot waits that arm() would take the place of; "" if none does. `this_boot` as
    // in DisarmOrder.
    virtual std::string waiting_boot(const System&, bool /*this_boot*/) const { return {}; }

    // Takes everything of the campaign out of the boot configuration, wherever arm() had come to,
    // and nothing of others, other campaigns too; may be called again at any time. Throws
    // RefusedError.
    virtual void disarm(System& system, const DisarmOrder& order) const = 0;

    // The command that brings the armed boot; none where the person knows better.
    virtual std::vector<std::string> reboot_command() const = 0;
};

// Every name; those that "auto" tries, in their order.
const std::vector<std::string_view>& boot_method_names();
const std::vector<std::string_view>& automatic_boot_methods();

// Throws UsageError for a name that is none.
std::unique_ptr<BootMethod> make_boot_method(std::string_view name);

BootConfigBefore read_boot_config(const System& system);

// What of a campaign is in the boot configuration: a file, and what in it.
struct Leftover {
    std::string what;
    std::string campaign; // its id; "" where nothing tells
};

// All of it now, whichever method put it there.
std::vector<Leftover> find_leftovers(const System& system);

// As above, without what bears the id of another campaign than `campaign`.
std::vector<Leftover> find_leftovers_of(const System& system, std::string_view campaign);

// The first id that is another than `campaign`; "" without one.
std::string another_campaign(const std::vector<Leftover>& leftovers, std::string_view campaign);

std::vector<std::string> names_of(const std::vector<Leftover>& leftovers);

std::unique_ptr<BootMethod> make_grub_once();
std::unique_ptr<BootMethod> make_kexec();
std::unique_ptr<BootMethod> make_grub_dropin();
std::unique_ptr<BootMethod> make_manual();

} // namespace nohz::campaign
