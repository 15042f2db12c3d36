// SPDX-License-Identifier: GPL-2.0-or-later
// The journal of a campaign: one JSON file, on the disk before each step is done.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "campaign/boot_method.h"
#include "campaign/plan.h"
#include "campaign/system.h"

namespace nohz::campaign
{

inline constexpr std::string_view journal_schema = "nohz-overhead/campaign/1";

enum class Phase {
    arming,    // the boot configuration is being changed for boot `next`
    waiting,   // boot `next` is armed
    measuring, // boot `next` runs and is being measured
    restoring, // the boot configuration is being put back; `ending` says what comes behind it
    finished,  // all boots measured, checked, restored
    stopped,   // given up: `reason`; restored
    aborted,   // on request; restored
};

std::string_view to_string(Phase phase) noexcept;

// How each boot is measured: options of `run`, and the limits that end it.
struct MeasuringOrder {
    std::string op = "getppid";
    int runs = 4;
    double run_seconds = 1;
    double budget_seconds = 20;
    std::vector<host::CpuPair> pairs;    // of CPUs, the same in every boot; none: as `run` chooses
    std::vector<std::string> limits;     // RULE=NUMBER
    std::vector<std::string> thresholds; // files, copied into the campaign's folder

    bool operator==(const MeasuringOrder&) const = default;
};

struct CampaignBoot {
    PlannedBoot planned;
    std::string record; // file in the folder of records; "" while it is to be measured

    bool operator==(const CampaignBoot&) const = default;
};

struct Journal {
    std::string id;      // 20261130T184400Z-5f3a9c, the name of the campaign's folder too
    std::string created; // UTC
    std::string tool_version;
    std::string boot_method;
    BootConfigBefore before;
    MeasuringOrder measuring;
    std::vector<CampaignBoot> boots;
    int max_failed_boots = 2;
    bool unattended = false;

    Phase phase = Phase::arming;
    std::size_t next = 0;                  // index of the boot that is armed or measured
    std::string armed_in;                  // boot id of the boot that armed it
    std::string measured_in;               // boot id of the boot that began to measure it
    std::vector<std::string> command_line; // that the armed boot must have; none: not known
    int failed_boots = 0;                  // in a row, without progress
    Phase ending = Phase::finished;        // what phase restoring leads to
    std::string reason;                    // of stopped
    std::string verdict;                   // of finished: PASS, FAIL, INCONCLUSIVE, SKIP
    std::vector<std::string> history;      // what happened, a line each

    bool has_ended() const noexcept;
    std::string mark() const; // of the boot `next`
    BootOrder order() const;  // as above

    bool operator==(const Journal&) const = default;
};

// Places in the state folder.
std::filesystem::path journal_path(const std::filesystem::path& state);
std::filesystem::path unattended_path(const std::filesystem::path& state);
std::filesystem::path campaign_folder(const std::filesystem::path& state, const std::string& id);
std::filesystem::path records_folder(const std::filesystem::path& state, const std::string& id);

// Nothing where there is no journal. Throws InputError for one that cannot be understood,
// RefusedError for one that may not be read.
std::optional<Journal> load_journal(const std::filesystem::path& state);

// On the disk when it returns. Throws RefusedError; the journal is then as it was.
void save_journal(System& system, const std::filesystem::path& state, const Journal& journal);

std::string to_json(const Journal& journal);
Journal parse_journal(std::string_view text, const std::filesystem::path& name);

} // namespace nohz::campaign
