// SPDX-License-Identifier: GPL-2.0-or-later
// Where a campaign is: read from its journal and from the machine.
#include "campaign/status.h"

#include "campaign/boot_check.h"
#include "campaign/engine.h"
#include "campaign/state_lock.h"

namespace nohz::campaign
{

namespace
{

bool waits_for_boot(const Journal& journal)
{
    return journal.phase == Phase::arming || journal.phase == Phase::waiting ||
           journal.phase == Phase::measuring;
}

} // namespace

Status read_status(const System& system, const std::filesystem::path& state)
{
    require_folder_or_nothing(state);
    Status status;
    status.state = state;
    status.journal = load_journal(state);
    status.left_behind = names_of(find_leftovers(system));
    if (!status.journal || !waits_for_boot(*status.journal))
        return status;
    const Journal& journal = *status.journal;
    const host::Boot boot = read_running_boot(system);
    status.was_rebooted = boot.boot_id != journal.armed_in;
    status.reboot_command = make_boot_method(journal.boot_method)->reboot_command();
    status.mismatch = status.was_rebooted ? boot_mismatch(boot, journal)
                                          : "the machine was not rebooted since it was armed";
    status.is_intended_boot = status.mismatch.empty();
    return status;
}

} // namespace nohz::campaign
