// SPDX-License-Identifier: GPL-2.0-or-later
// The work behind `nohz-overhead campaign`: what its engine has others do.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "campaign/engine.h"
#include "campaign/hints.h"
#include "campaign/plan.h"

namespace nohz::cli
{

struct CampaignOptions {
    std::filesystem::path root = "/"; // a tree of files instead of the machine, for tests
    std::filesystem::path state = campaign::default_state;
    campaign::PlanRequest plan;
    campaign::StartRequest start;
    bool unattended = false; // next: reboots by itself
    bool json = false;
    bool quiet = false;
};

ExitCode plan_campaign(const CampaignOptions& options);
ExitCode start_campaign(const CampaignOptions& options);
ExitCode next_campaign(const CampaignOptions& options);
ExitCode show_campaign(const CampaignOptions& options);
ExitCode abort_campaign(const CampaignOptions& options);

} // namespace nohz::cli
