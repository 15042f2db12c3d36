// SPDX-License-Identifier: GPL-2.0-or-later
// A campaign step by step: armed, measured, armed again, and everything put back at its end.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "campaign/journal.h"
#include "campaign/plan.h"
#include "campaign/system.h"
#include "check/check.h"
#include "record/record.h"

namespace nohz::campaign
{

inline constexpr std::string_view unit_name = "nohz-overhead-campaign.service";

// In the campaign's folder.
inline constexpr std::string_view report_text_name = "report.txt";
inline constexpr std::string_view report_json_name = "report.json";

// The verdict for people and for programs.
struct ReportTexts {
    std::string text;
    std::string json;
};

// What a campaign has others do.
struct Workers {
    // Measures the running boot; nothing where a caught signal ended it early.
    std::function<std::optional<record::Record>(const MeasuringOrder&)> measure;
    // The limits in force.
    std::function<check::Rules(const MeasuringOrder&)> rules;
    std::function<ReportTexts(const check::Report&)> report;
    // What goes on, for people; and what went wrong and is dealt with.
    std::function<void(const std::string&)> say;
    std::function<void(const std::string&)> warn;
};

struct StartRequest {
    MeasuringOrder measuring; // `thresholds` as given, they are copied
    int max_failed_boots = 2;
    bool unattended = false;
};

// `state` is the folder that outlasts the boots. Every function but the constructor wants root and
// throws RefusedError without it, or while another one is at work on the same folder.
class Campaign
{
public:
    Campaign(System& system, std::filesystem::path state, Workers workers);

    // Arms the first boot: `reboot`. Throws SkipError for a plan with an obstacle, RefusedError
    // where a campaign is under way; nothing is armed when it throws.
    ExitCode start(const Plan& plan, const StartRequest& request);

    // Measures the running boot if it is the armed one and arms the next one: `reboot`; or ends
    // the campaign: the verdict's code. A boot that is not the armed one, or cannot be measured,
    // is armed again; after `max_failed_boots` of them in a row the campaign is restored and
    // RefusedError thrown.
    ExitCode next();

    // Puts everything back: `pass`. Throws RefusedError where there is neither a campaign nor
    // anything of one in the boot configuration.
    ExitCode abort();

private:
    void require_root(std::string_view command) const;
    Journal require_journal() const;
    Journal new_journal(const Plan& plan, const StartRequest& request) const;
    void require_unit(const StartRequest& request) const;
    void put_old_journal_away();
    void copy_thresholds(Journal& journal);
    void arm(Journal& journal);
    void save_if_possible(const Journal& journal);
    void give_up_start(Journal& journal, const std::string& reason);
    void require_own_files(const Journal& journal) const;
    ExitCode remind(Journal& journal);
    ExitCode measure(Journal& journal);
    ExitCode no_progress(Journal& journal, const std::string& reason);
    ExitCode take_record(Journal& journal, const std::string& file);
    void end(Journal& journal, Phase ending, const std::string& reason);
    void carry_out_ending(Journal& journal);
    ExitCode say_ended(const Journal& journal) const;
    void judge(Journal& journal);
    std::string retry(const Journal& journal) const;
    void restore(const Journal& journal);
    void sweep();
    std::string find_campaign_of_elsewhere() const;
    void abort_without_journal();
    void abort_broken_journal();
    std::string find_unknown_record(const Journal& journal) const;
    std::string reboot_hint(const Journal& journal) const;
    void note(Journal& journal, const std::string& what) const;
    void save(const Journal& journal) { save_journal(system_, state_, journal); }

    System& system_;
    std::filesystem::path state_;
    Workers workers_;
    host::Boot boot_;
};

// "next" or "abort": which ends a campaign that is being restored.
std::string_view command_that_ends(const Journal& journal);

// The running boot with its id.
// Throws RefusedError where the kernel does not give one.
host::Boot read_running_boot(const System& system);

} // namespace nohz::campaign
