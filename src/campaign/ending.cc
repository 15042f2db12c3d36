// SPDX-License-Identifier: GPL-2.0-or-later
// The end of a campaign: everything put back and looked at again, then the verdict.
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "campaign/engine.h"
#include "campaign/hints.h"
#include "campaign/state_lock.h"

namespace nohz::campaign
{

namespace fs = std::filesystem;

namespace
{

ExitCode exit_code_of(const std::string& verdict)
{
    for (const auto known : {check::Verdict::pass, check::Verdict::fail,
                             check::Verdict::inconclusive, check::Verdict::skip})
        if (check::to_string(known) == verdict)
            return check::exit_code_of(known);
    return ExitCode::refused;
}

std::string restored_text(const Journal& journal)
{
    return journal.boot_method == "manual"
               ? "the boot loader was not touched: what you added to it is yours to take away"
               : "the boot configuration is restored";
}

// With a number behind it, where there is such a file already.
fs::path unused_name(const std::string& wanted)
{
    fs::path unused = wanted;
    for (int i = 2; fs::exists(fs::symlink_status(unused)); ++i)
        unused = fmt::format("{}-{}", wanted, i);
    return unused;
}

void require_nothing_left(const System& system, std::string_view campaign, const std::string& again)
{
    const std::vector<Leftover> left =
        campaign.empty() ? find_leftovers(system) : find_leftovers_of(system, campaign);
    if (!left.empty())
        throw RefusedError(
            "boot configuration",
            fmt::format("this of the campaign is still there: {}", joined(names_of(left), ", ")),
            fmt::format("call `{}` again", again));
}

} // namespace

std::string_view command_that_ends(const Journal& journal)
{
    const bool restoring = journal.phase == Phase::restoring;
    return restoring && journal.ending == Phase::finished ? "next" : "abort";
}

// What brings the end that could not be brought.
std::string Campaign::retry(const Journal& journal) const
{
    return command_for(state_, command_that_ends(journal));
}

void Campaign::restore(const Journal& journal)
{
    make_boot_method(journal.boot_method)
        ->disarm(system_,
                 {journal.id, journal.before, journal.armed_in == boot_.boot_id, retry(journal)});
    system_.remove_own(unattended_path(state_));
    require_nothing_left(system_, journal.id, retry(journal));
}

void Campaign::end(Journal& journal, Phase ending, const std::string& reason)
{
    journal.phase = Phase::restoring;
    journal.ending = ending;
    journal.reason = reason;
    try {
        save(journal);
    } catch (const RefusedError& error) {
        // A full disk must not keep the boot configuration from being put back.
        restore(journal);
        throw RefusedError("", error.what(),
                           fmt::format("{} all the same; call `{}` again when the journal can be "
                                       "written",
                                       restored_text(journal), command_for(state_, "abort")));
    }
    carry_out_ending(journal);
}

void Campaign::carry_out_ending(Journal& journal)
{
    restore(journal);
    if (journal.ending == Phase::finished)
        judge(journal);
    journal.phase = journal.ending;
    note(journal, fmt::format("{}, {}", to_string(journal.phase), restored_text(journal)));
    save(journal);
}

void Campaign::judge(Journal& journal)
{
    std::vector<fs::path> records;
    for (const CampaignBoot& boot : journal.boots)
        records.push_back(records_folder(state_, journal.id) / boot.record);
    const check::Report report =
        check::check_records(record::load_records(records), workers_.rules(journal.measuring));
    const ReportTexts texts = workers_.report(report);
    const fs::path folder = campaign_folder(state_, journal.id);
    system_.replace_own(folder / report_text_name, texts.text);
    system_.replace_own(folder / report_json_name, texts.json);
    journal.verdict = check::to_string(report.verdict);
}

ExitCode Campaign::say_ended(const Journal& journal) const
{
    const fs::path folder = campaign_folder(state_, journal.id);
    const std::string records = shown(records_folder(state_, journal.id));
    if (journal.phase == Phase::finished) {
        const fs::path report = folder / report_text_name;
        const std::string text =
            is_irregular(report) ? "" : read_file_if_readable(report).value_or("");
        workers_.say(fmt::format("campaign {} is finished, {}\nrecords {}\nreport {}\n\n{}",
                                 journal.id, restored_text(journal), records, shown(report),
                                 trim(text)));
        return exit_code_of(journal.verdict);
    }
    if (journal.phase == Phase::aborted)
        throw RefusedError(state_.string(), fmt::format("campaign {} was aborted", journal.id),
                           fmt::format("`{}` begins a new one", command_for(state_, "start")));
    throw RefusedError(
        fmt::format("campaign {} is stopped", journal.id), journal.reason,
        fmt::format("{}; what was measured is in {}", restored_text(journal), records));
}

// For a campaign whose journal is lost: every method that leaves files.
void Campaign::sweep()
{
    const std::string abort = command_for(state_, "abort");
    for (const std::string_view name : {"grub-once", "grub-dropin"})
        make_boot_method(name)->disarm(system_, {.campaign = {}, .retry = abort});
    require_nothing_left(system_, {}, abort);
}

void Campaign::abort_without_journal()
{
    const std::vector<Leftover> left = find_leftovers(system_);
    if (left.empty())
        throw RefusedError(state_.string(),
                           "there is no campaign here, and nothing of one is in the boot "
                           "configuration",
                           "nothing to abort");
    sweep();
    workers_.say(fmt::format("no campaign in {}, but this of one was in the boot configuration "
                             "and is taken away: {}",
                             shown(state_), joined(names_of(left), ", ")));
}

// The journal does not say its id: a campaign of this folder has a folder of its own in it.
std::string Campaign::find_campaign_of_elsewhere() const
{
    for (const Leftover& left : find_leftovers(system_))
        if (!left.campaign.empty() && !fs::exists(campaign_folder(state_, left.campaign)))
            return left.campaign;
    return {};
}

// Kept beside it for whoever wants to know; nothing else can be done with it.
void Campaign::abort_broken_journal()
{
    const std::string elsewhere = find_campaign_of_elsewhere();
    if (!elsewhere.empty())
        workers_.warn(fmt::format("campaign {} of another --state is in the boot configuration, "
                                  "and is left there",
                                  printable(elsewhere)));
    else if (!find_leftovers(system_).empty())
        sweep();
    system_.remove_own(unattended_path(state_));
    const fs::path broken = unused_name(journal_path(state_).string() + ".broken");
    system_.rename_own(journal_path(state_), broken);
    workers_.say(fmt::format("{}the journal is kept as {}",
                             elsewhere.empty() ? "the boot configuration is restored; " : "",
                             shown(broken)));
}

ExitCode Campaign::abort()
{
    require_root("abort");
    if (!fs::exists(state_)) {
        abort_without_journal();
        return ExitCode::pass;
    }
    const StateLock lock(state_);
    std::optional<Journal> journal;
    try {
        journal = load_journal(state_);
    } catch (const InputError& error) {
        workers_.warn(error.what());
        abort_broken_journal();
        return ExitCode::pass;
    }
    if (!journal) {
        abort_without_journal();
    } else if (journal->has_ended()) {
        if (!find_leftovers_of(system_, journal->id).empty())
            restore(*journal);
        workers_.say(fmt::format("campaign {} has ended already ({}); nothing of it is in the "
                                 "boot configuration",
                                 journal->id, to_string(journal->phase)));
    } else {
        end(*journal, Phase::aborted, {});
        workers_.say(fmt::format("campaign {} is aborted, {}; what was measured is in {}",
                                 journal->id, restored_text(*journal),
                                 shown(records_folder(state_, journal->id))));
    }
    return ExitCode::pass;
}

} // namespace nohz::campaign
