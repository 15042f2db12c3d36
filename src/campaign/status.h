// SPDX-License-Identifier: GPL-2.0-or-later
// Where a campaign is, for people and for programs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "campaign/journal.h"
#include "campaign/plan.h"
#include "campaign/system.h"

namespace nohz::campaign
{

struct Status {
    std::filesystem::path state;
    std::optional<Journal> journal;          // nothing without a campaign
    bool is_intended_boot = false;           // the running boot is the one that is waited for
    std::string mismatch;                    // why it is not; "" if it is, or if none is waited for
    bool was_rebooted = false;               // since the boot that is waited for was armed
    std::vector<std::string> left_behind;    // what of a campaign is in the boot configuration
    std::vector<std::string> reboot_command; // that brings the boot that is waited for
};

// Throws as load_journal() does, and RefusedError where `state` is no folder.
Status read_status(const System& system, const std::filesystem::path& state);

std::string status_text(const Status& status);

// Keys that scripts may rely on: state ("none" without a campaign, else the phase), campaign,
// boot_method, boots (number, kernel, kernel_state, isolate, parameters, scenarios, record),
// next_boot, this_boot (intended, reason), failed_boots, max_failed_boots, reboot_command, records,
// report, verdict, reason, history, left_behind.
std::string status_json(const Status& status);

// The plan, for people and for programs. Keys: boots (as above, without record), missing (scenario,
// reason, remedy), isolate, pairs (isolated, housekeeping), boot_method, method_obstacles (method,
// reason), expected_seconds, notes, obstacle, remedy.
std::string plan_text(const Plan& plan);
std::string plan_json(const Plan& plan);

} // namespace nohz::campaign
