// SPDX-License-Identifier: GPL-2.0-or-later
// A campaign step by step: start and next. Its end is in ending.cc.
#include "campaign/engine.h"

#include <algorithm>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "campaign/boot_check.h"
#include "campaign/hints.h"
#include "campaign/state_lock.h"
#include "record/utc_time.h"

namespace nohz::campaign
{

namespace fs = std::filesystem;

namespace
{

// 2026-11-30T18:44:00Z without what a folder's name and a kernel parameter need not have, and a
// number by chance: campaigns of one second in two folders have two ids.
std::string new_id(std::string time)
{
    std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
    std::random_device chance;
    return fmt::format("{}-{:06x}", time, chance() & 0xffffffU);
}

// Another campaign than the one in `state` is in the boot configuration.
void refuse_another(const System& system)
{
    const std::vector<Leftover> left = find_leftovers(system);
    if (left.empty())
        return;
    const std::string id = another_campaign(left, {});
    throw RefusedError("boot configuration",
                       fmt::format("campaign {} is in it already: {}",
                                   id.empty() ? "(unknown)" : printable(id),
                                   joined(names_of(left), ", ")),
                       "`nohz-overhead campaign abort` with the --state of that campaign ends it; "
                       "where its folder is gone, without a campaign, too");
}

void refuse_second(const fs::path& state)
{
    const auto journal = load_journal(state);
    if (journal && !journal->has_ended())
        throw RefusedError(state.string(),
                           fmt::format("campaign {} is under way here ({}, boot {} of {})",
                                       journal->id, to_string(journal->phase), journal->next + 1,
                                       journal->boots.size()),
                           fmt::format("`{}` goes on, `{}` ends it", command_for(state, "next"),
                                       command_for(state, "abort")));
}

} // namespace

host::Boot read_running_boot(const System& system)
{
    host::Boot boot = host::read_boot(system.root());
    if (boot.boot_id.empty())
        throw RefusedError("/proc/sys/kernel/random/boot_id", "cannot be read",
                           "a campaign cannot tell boots apart without it");
    return boot;
}

Campaign::Campaign(System& system, fs::path state, Workers workers)
    : system_(system), state_(std::move(state)), workers_(std::move(workers)),
      boot_(read_running_boot(system))
{
    require_folder_or_nothing(state_);
}

void Campaign::require_root(std::string_view command) const
{
    if (!system_.is_superuser())
        throw RefusedError("campaign " + std::string(command),
                           "only root may change what this machine boots",
                           "sudo " + command_for(state_, command));
}

Journal Campaign::require_journal() const
{
    auto journal = load_journal(state_);
    if (!journal)
        throw RefusedError(state_.string(), "there is no campaign here",
                           fmt::format("`{}` begins one", command_for(state_, "start")));
    return std::move(*journal);
}

void Campaign::note(Journal& journal, const std::string& what) const
{
    journal.history.push_back(fmt::format("{} {}", record::utc_now(), printable(what)));
}

Journal Campaign::new_journal(const Plan& plan, const StartRequest& request) const
{
    Journal journal;
    journal.created = record::utc_now();
    journal.id = new_id(journal.created);
    journal.tool_version = tool_version;
    journal.boot_method = plan.boot_method;
    journal.before = read_boot_config(system_);
    journal.measuring = request.measuring;
    journal.measuring.pairs = plan.pairs;
    for (const PlannedBoot& boot : plan.boots)
        journal.boots.push_back({boot, {}});
    journal.max_failed_boots = request.max_failed_boots;
    journal.unattended = request.unattended;
    return journal;
}

void Campaign::require_unit(const StartRequest& request) const
{
    if (!request.unattended)
        return;
    const CommandResult result = system_.ask({"systemctl", "is-enabled", std::string(unit_name)});
    if (result.status != 0)
        throw RefusedError(std::string(unit_name),
                           "is not enabled: nothing would go on after the reboot",
                           fmt::format("systemctl enable {}", unit_name));
}

void Campaign::put_old_journal_away()
{
    const auto old = load_journal(state_);
    if (!old)
        return;
    system_.make_own_folder(campaign_folder(state_, old->id));
    system_.replace_own(campaign_folder(state_, old->id) / "journal.json", to_json(*old));
}

// The files may have changed or gone by the time of the last boot.
void Campaign::copy_thresholds(Journal& journal)
{
    std::vector<std::string> copies;
    for (const std::string& file : journal.measuring.thresholds) {
        const fs::path copy = campaign_folder(state_, journal.id) /
                              fmt::format("thresholds-{}.toml", copies.size() + 1);
        system_.write_new_own(copy, read_file(file));
        copies.push_back(copy.string());
    }
    journal.measuring.thresholds = std::move(copies);
}

ExitCode Campaign::start(const Plan& plan, const StartRequest& request)
{
    require_root("start");
    refuse_second(state_);
    refuse_another(system_);
    if (!plan.obstacle.empty())
        throw SkipError(plan.obstacle, plan.remedy);
    require_unit(request);
    if (system_.is_in_memory(state_))
        throw RefusedError(state_.string(), "lies in memory, and would be gone after the reboot",
                           "name a folder on a disk by --state");
    workers_.rules(request.measuring);
    system_.make_own_folder(state_);
    const StateLock lock(state_);
    refuse_second(state_);
    put_old_journal_away();
    Journal journal = new_journal(plan, request);
    system_.make_own_folder(records_folder(state_, journal.id));
    copy_thresholds(journal);
    note(journal, fmt::format("started: {} boots by {}", plan.boots.size(), plan.boot_method));
    try {
        arm(journal);
    } catch (const std::exception& error) {
        give_up_start(journal, error.what());
        throw;
    }
    workers_.say(fmt::format("campaign {}: boot 1 of {} is armed: {}\n{}", journal.id,
                             journal.boots.size(), describe(journal.boots.front().planned),
                             reboot_hint(journal)));
    return ExitCode::reboot;
}

// A full disk keeps nothing from being put back: what start() throws speaks of it.
void Campaign::save_if_possible(const Journal& journal)
{
    try {
        save(journal);
    } catch (const RefusedError&) {
        return;
    }
}

// What cannot be put back now is known to the journal as `restoring`: `abort` finds it.
void Campaign::give_up_start(Journal& journal, const std::string& reason)
{
    journal.phase = Phase::restoring;
    journal.ending = Phase::stopped;
    journal.reason = reason;
    save_if_possible(journal);
    try {
        restore(journal);
    } catch (const std::exception& error) {
        workers_.warn(error.what());
        return;
    }
    journal.phase = Phase::stopped;
    note(journal, "stopped: " + reason);
    save_if_possible(journal);
}

void Campaign::arm(Journal& journal)
{
    const auto method = make_boot_method(journal.boot_method);
    const bool this_boot = journal.armed_in == boot_.boot_id;
    if (const std::string waiting = method->waiting_boot(system_, this_boot); !waiting.empty())
        throw RefusedError("boot configuration", waiting,
                           fmt::format("boot that one, or take it away; then call `{}`",
                                       command_for(state_, "next")));
    journal.command_line = method->command_line(system_, journal.order());
    journal.phase = Phase::arming;
    journal.armed_in = boot_.boot_id;
    journal.measured_in.clear();
    save(journal);
    if (journal.unattended)
        system_.replace_own(unattended_path(state_), journal.id + "\n");
    method->arm(system_, journal.order());
    journal.phase = Phase::waiting;
    save(journal);
}

std::string Campaign::reboot_hint(const Journal& journal) const
{
    const std::vector<std::string> command =
        make_boot_method(journal.boot_method)->reboot_command();
    const std::string next = command_for(state_, "next");
    if (journal.unattended)
        return fmt::format("reboot now, the rest goes by itself: {}", joined(command, " "));
    if (!command.empty())
        return fmt::format("reboot now, then call `{}`: {}", next, joined(command, " "));
    const PlannedBoot& boot = journal.boots.at(journal.next).planned;
    const std::string words = joined(boot.parameters(), " ");
    return fmt::format("boot kernel {} {}, then call `{}`", boot.kernel,
                       words.empty() ? "without nohz_full=, isolcpus= and rcu_nocbs="
                                     : "with " + words + " on its command line",
                       next);
}

// A pipe would keep whoever reads it waiting.
void Campaign::require_own_files(const Journal& journal) const
{
    std::vector<fs::path> files(journal.measuring.thresholds.begin(),
                                journal.measuring.thresholds.end());
    for (const CampaignBoot& boot : journal.boots)
        if (!boot.record.empty())
            files.push_back(records_folder(state_, journal.id) / boot.record);
    for (const fs::path& file : files)
        if (is_irregular(file))
            throw RefusedError(file.string(), "is no regular file any more",
                               fmt::format("put the file of this campaign back, or end it: `{}`",
                                           command_for(state_, "abort")));
}

ExitCode Campaign::next()
{
    require_root("next");
    if (!fs::exists(state_))
        require_journal();
    const StateLock lock(state_);
    Journal journal = require_journal();
    if (journal.has_ended())
        return say_ended(journal);
    require_own_files(journal);
    if (journal.phase == Phase::restoring) {
        carry_out_ending(journal);
        return say_ended(journal);
    }
    if (journal.armed_in == boot_.boot_id)
        return remind(journal);
    // Cut off between the record and the journal: that boot is measured already.
    if (const std::string file = find_unknown_record(journal); !file.empty())
        return take_record(journal, file);
    if (journal.phase == Phase::measuring && journal.measured_in != boot_.boot_id)
        return no_progress(journal, "the machine went down while it was measured");
    if (const std::string wrong = boot_mismatch(boot_, journal); !wrong.empty())
        return no_progress(journal, wrong);
    return measure(journal);
}

// The machine was not rebooted since boot `next` was armed.
ExitCode Campaign::remind(Journal& journal)
{
    const auto method = make_boot_method(journal.boot_method);
    if (journal.phase != Phase::waiting || !method->is_armed(system_, journal.order()))
        arm(journal);
    workers_.say(fmt::format("campaign {}: boot {} of {} is armed, and the machine was not "
                             "rebooted yet: {}\n{}",
                             journal.id, journal.next + 1, journal.boots.size(),
                             describe(journal.boots.at(journal.next).planned),
                             reboot_hint(journal)));
    return ExitCode::reboot;
}

std::string Campaign::find_unknown_record(const Journal& journal) const
{
    if (journal.phase != Phase::measuring)
        return {};
    const fs::path folder = records_folder(state_, journal.id);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const bool known =
            std::any_of(journal.boots.begin(), journal.boots.end(),
                        [&](const CampaignBoot& boot) { return boot.record == name; });
        if (!known && entry.is_regular_file() && entry.path().extension() == ".json" &&
            name.front() != '.' &&
            record::read_record(entry.path()).boot.boot_id == journal.measured_in)
            return name;
    }
    return {};
}

ExitCode Campaign::measure(Journal& journal)
{
    journal.phase = Phase::measuring;
    journal.measured_in = boot_.boot_id;
    save(journal);
    workers_.say(fmt::format("campaign {}: boot {} of {}: {}: measuring", journal.id,
                             journal.next + 1, journal.boots.size(),
                             describe(journal.boots.at(journal.next).planned)));
    std::optional<record::Record> record;
    try {
        record = workers_.measure(journal.measuring);
    } catch (const std::runtime_error& error) {
        return no_progress(journal, fmt::format("it could not be measured: {}", error.what()));
    }
    if (!record) {
        workers_.warn(fmt::format("interrupted: nothing of this boot is kept; call `{}` again",
                                  command_for(state_, "next")));
        return ExitCode::refused;
    }
    const fs::path path = record::new_record_path(records_folder(state_, journal.id), *record);
    system_.write_new_own(path, record::to_json(*record));
    return take_record(journal, path.filename().string());
}

ExitCode Campaign::take_record(Journal& journal, const std::string& file)
{
    journal.boots.at(journal.next).record = file;
    journal.failed_boots = 0;
    note(journal, fmt::format("boot {} measured: {}", journal.next + 1, file));
    if (journal.next + 1 == journal.boots.size()) {
        end(journal, Phase::finished, {});
        return say_ended(journal);
    }
    ++journal.next;
    arm(journal);
    workers_.say(fmt::format("boot {} of {} is armed: {}\n{}", journal.next + 1,
                             journal.boots.size(), describe(journal.boots.at(journal.next).planned),
                             reboot_hint(journal)));
    return ExitCode::reboot;
}

ExitCode Campaign::no_progress(Journal& journal, const std::string& reason)
{
    ++journal.failed_boots;
    const std::string what =
        fmt::format("boot {} of {} ({}) was not measured: {}", journal.next + 1,
                    journal.boots.size(), describe(journal.boots.at(journal.next).planned), reason);
    note(journal, what);
    if (journal.failed_boots >= journal.max_failed_boots) {
        end(journal, Phase::stopped, what);
        return say_ended(journal);
    }
    workers_.warn(what);
    arm(journal);
    workers_.say(fmt::format("it is armed again (boot {} of {} without progress)\n{}",
                             journal.failed_boots, journal.max_failed_boots, reboot_hint(journal)));
    return ExitCode::reboot;
}

} // namespace nohz::campaign
