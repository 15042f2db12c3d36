// SPDX-License-Identifier: GPL-2.0-or-later
// What can go wrong in a campaign, but being killed (kill_test.cc).
#include <functional>
#include <utility>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "campaign/grub_files.h"
#include "campaign/hints.h"
#include "campaign/state_lock.h"
#include "fake_campaign.h"

using namespace nohz;
using namespace nohz::campaign;
using namespace nohz::campaign::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

namespace
{

class WrongTurn : public testing::Test
{
protected:
    void start(const std::string& method = "grub-once", StartRequest request = {})
    {
        ASSERT_EQ(campaign_.start(campaign_.plan(method), std::move(request)), ExitCode::reboot)
            << campaign_.error;
    }

    void expect_restored() const
    {
        EXPECT_EQ(campaign_.system.snapshot(), before_);
        EXPECT_THAT(campaign_.status().left_behind, IsEmpty());
    }

    void write_journal(std::string_view text) const
    {
        replace_file(journal_path(campaign_.state), text);
    }

    Phase phase() const { return campaign_.status().journal->phase; }

    FakeCampaign campaign_;
    std::map<std::string, std::string> before_ = campaign_.system.snapshot();
};

TEST_F(WrongTurn, LimitSoLowThatItMustFail)
{
    StartRequest request;
    request.measuring.limits = {"isolated-vs-housekeeping=1.01"};
    start("grub-once", request);
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::fail);
    expect_restored();
    const Journal journal = *campaign_.status().journal;
    EXPECT_EQ(journal.verdict, "FAIL");
    const fs::path records = records_folder(campaign_.system.state(), journal.id);
    for (const CampaignBoot& boot : journal.boots)
        EXPECT_TRUE(fs::exists(records / boot.record));
    EXPECT_THAT(campaign_.said.back(), HasSubstr("FAIL"));
    EXPECT_EQ(campaign_.next(), ExitCode::fail);
}

// The kernel panics in each armed boot; GRUB comes back to the normal entry.
TEST_F(WrongTurn, KernelThatPanicsIsTriedSoOftenAndNoMore)
{
    for (const char* method : {"grub-once", "kexec"}) {
        StartRequest request;
        request.max_failed_boots = 3;
        start(method, request);
        for (int i = 1; i < 3; ++i) {
            campaign_.system.panic_then_reset();
            EXPECT_EQ(campaign_.next(), ExitCode::reboot);
            EXPECT_THAT(campaign_.warned.back(), HasSubstr("normal entry"));
            EXPECT_EQ(campaign_.status().journal->failed_boots, i);
        }
        campaign_.system.panic_then_reset();
        EXPECT_EQ(campaign_.next(), ExitCode::refused);
        EXPECT_THAT(campaign_.error, HasSubstr("boot 1 of 3"));
        EXPECT_EQ(phase(), Phase::stopped);
        EXPECT_EQ(campaign_.measured, 0);
        expect_restored();
        EXPECT_EQ(campaign_.next(), ExitCode::refused) << "and it does not begin again";
    }
}

TEST_F(WrongTurn, ProgressForgivesFailedBoots)
{
    start();
    for (int i = 0; i < 3; ++i) {
        campaign_.system.panic_then_reset();
        EXPECT_EQ(campaign_.next(), ExitCode::reboot);
        campaign_.reboot();
        EXPECT_EQ(campaign_.next(), i < 2 ? ExitCode::reboot : ExitCode::pass);
    }
    expect_restored();
}

TEST_F(WrongTurn, EditedCommandLine)
{
    start();
    campaign_.reboot();
    const std::string line = campaign_.system.read("/proc/cmdline");
    campaign_.system.write("/proc/cmdline", line.substr(0, line.size() - 1) + " mitigations=off\n");
    EXPECT_EQ(campaign_.next(), ExitCode::reboot);
    EXPECT_THAT(campaign_.warned.back(), HasSubstr("mitigations=off"));
    EXPECT_EQ(campaign_.measured, 0);
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass);
    expect_restored();
}

TEST_F(WrongTurn, CalledWithoutAReboot)
{
    start();
    EXPECT_EQ(campaign_.next(), ExitCode::reboot);
    EXPECT_EQ(campaign_.next(), ExitCode::reboot);
    EXPECT_THAT(campaign_.said.back(), HasSubstr("not rebooted yet"));
    EXPECT_EQ(campaign_.status().journal->failed_boots, 0);
    EXPECT_EQ(campaign_.measured, 0);
}

// Somebody cleared next_entry: without a reboot, `next` arms the boot again.
TEST_F(WrongTurn, DisarmedBySomebody)
{
    start();
    campaign_.system.erase(grub_environment);
    EXPECT_EQ(campaign_.next(), ExitCode::reboot);
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass);
    expect_restored();
}

TEST_F(WrongTurn, StartTwice)
{
    start();
    EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr(campaign_.status().journal->id));
    EXPECT_THAT(campaign_.error, HasSubstr("campaign abort"));
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass);
}

// Two --state, one boot configuration: the second is refused, whatever method it asks for, and
// takes nothing of the first away.
TEST_F(WrongTurn, CampaignsOfTwoFoldersDoNotMeet)
{
    const fs::path first = campaign_.state;
    const fs::path second = campaign_.system.root() / "elsewhere";
    for (const char* method : {"grub-once", "grub-dropin"}) {
        campaign_.state = first;
        start(method);
        const std::string id = campaign_.status().journal->id;
        const auto armed = campaign_.system.snapshot();
        campaign_.state = second;
        for (const char* other : {"grub-once", "grub-dropin", "manual"}) {
            EXPECT_EQ(campaign_.start(campaign_.plan(other)), ExitCode::refused);
            EXPECT_THAT(campaign_.error, HasSubstr(id));
            EXPECT_THAT(campaign_.error, HasSubstr("campaign abort"));
            EXPECT_FALSE(fs::exists(second));
        }
        EXPECT_EQ(campaign_.system.snapshot(), armed);
        campaign_.state = first;
        EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass) << campaign_.error;
        expect_restored();
    }
}

// However both came there: what bears another id stays as it is, and is not taken for one's own.
TEST_F(WrongTurn, WhatBearsAnotherCampaignsIdIsLeftAlone)
{
    const fs::path first = campaign_.state;
    for (const char* method : {"grub-once", "grub-dropin"}) {
        start(method);
        for (const std::string_view file : {custom_cfg, grub_dropin, grub_cfg, grub_environment})
            if (const auto then = before_.find(std::string(file.substr(1))); then != before_.end())
                campaign_.system.write(file, then->second);
            else
                campaign_.system.erase(file);
        campaign_.state = campaign_.system.root() / "elsewhere";
        start(method);
        const auto armed = campaign_.system.snapshot();
        const fs::path second = std::exchange(campaign_.state, first);
        EXPECT_EQ(campaign_.next(), ExitCode::refused);
        EXPECT_EQ(campaign_.system.snapshot(), armed);
        EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
        EXPECT_EQ(campaign_.abort(), ExitCode::pass) << "again";
        EXPECT_EQ(campaign_.system.snapshot(), armed);
        write_journal("{");
        EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
        EXPECT_THAT(campaign_.warned.back(), HasSubstr("left there"));
        EXPECT_THAT(campaign_.said.back(), Not(HasSubstr("restored")));
        EXPECT_EQ(campaign_.system.snapshot(), armed);
        campaign_.state = second;
        EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass) << campaign_.error;
        expect_restored();
        campaign_.state = first;
    }
}

// A one-shot boot that somebody sets in the middle is theirs.
TEST_F(WrongTurn, OneShotBootOfSomebodyIsNotOverwritten)
{
    for (const bool rebooted : {false, true}) {
        start();
        if (rebooted)
            campaign_.reboot();
        campaign_.system.command({"grub-editenv", "", "set", "next_entry=rescue"});
        EXPECT_EQ(campaign_.next(), ExitCode::refused);
        EXPECT_THAT(campaign_.error, HasSubstr("next_entry=rescue"));
        EXPECT_THAT(campaign_.error, HasSubstr("unset next_entry"));
        EXPECT_THAT(campaign_.system.read(grub_environment), HasSubstr("next_entry=rescue\n"));
        campaign_.system.command({"grub-editenv", "", "unset", "next_entry"});
        EXPECT_EQ(campaign_.next(), ExitCode::reboot) << campaign_.error;
        EXPECT_EQ(campaign_.status().journal->failed_boots, 0);
        EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass) << campaign_.error;
    }
}

TEST_F(WrongTurn, KernelThatSomebodyLoadedIsNotOverwritten)
{
    start("kexec");
    campaign_.system.panic_then_reset();
    campaign_.system.write("/sys/kernel/kexec_loaded", "1\n");
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("kexec -u"));
    EXPECT_EQ(campaign_.system.commands.size(), 1U) << "the first boot's";
}

TEST_F(WrongTurn, AbortAtAnyBoot)
{
    for (const char* method : {"grub-once", "kexec", "grub-dropin", "manual"}) {
        for (int boots = 0; boots < 3; ++boots) {
            campaign_.system.reboot();
            start(method);
            for (int i = 0; i < boots && std::string(method) != "manual"; ++i) {
                campaign_.reboot();
                ASSERT_EQ(campaign_.next(), ExitCode::reboot);
            }
            EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
            EXPECT_EQ(phase(), Phase::aborted);
            EXPECT_EQ(campaign_.system.read("/sys/kernel/kexec_loaded"), "0\n");
            expect_restored();
            EXPECT_EQ(campaign_.abort(), ExitCode::pass) << "again";
            EXPECT_EQ(campaign_.next(), ExitCode::refused);
            EXPECT_THAT(campaign_.error, HasSubstr("aborted"));
        }
    }
}

TEST_F(WrongTurn, WithoutACampaign)
{
    EXPECT_EQ(campaign_.abort(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("nothing to abort"));
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("no campaign"));
    EXPECT_EQ(campaign_.system.changes, 0);
}

// The state folder is gone (a purge, a reinstalled /var): what of ours GRUB has is found all the
// same.
TEST_F(WrongTurn, AbortWithoutItsStateFolder)
{
    for (const char* method : {"grub-once", "grub-dropin"}) {
        start(method);
        fs::remove_all(campaign_.system.state());
        EXPECT_THAT(status_text(campaign_.status()), HasSubstr("nohz-overhead"));
        EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
        EXPECT_THAT(campaign_.status().left_behind, IsEmpty());
        campaign_.system.erase(grub_environment); // empty; nobody knows that it was not there
        expect_restored();
    }
}

TEST_F(WrongTurn, AbortWithADamagedJournal)
{
    start();
    campaign_.system.erase("/boot/grub/grubenv");
    const fs::path journal = journal_path(campaign_.system.state());
    replace_file(journal, read_file(journal).substr(0, 100));
    EXPECT_EQ(campaign_.next(), ExitCode::bad_input);
    EXPECT_THAT(campaign_.error, HasSubstr("campaign abort"));
    EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
    expect_restored();
    EXPECT_TRUE(fs::exists(journal.string() + ".broken"));
    EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::reboot) << campaign_.error;
}

// Whatever lies where the journal was: nothing hangs, and abort restores and puts it aside.
TEST_F(WrongTurn, AbortWithoutAnythingReadableForAJournal)
{
    const fs::path journal = journal_path(campaign_.state);
    const std::vector<std::function<void()>> makers = {
        [&] { fs::create_directories(journal / "full"); },
        [&] { ASSERT_EQ(::mkfifo(journal.c_str(), 0600), 0); },
        [&] { fs::create_symlink("elsewhere", journal); },
        [&] { write_journal(""); },
        [&] {
            write_journal("");
            fs::resize_file(journal, 5U << 20);
        },
    };
    for (const auto& make : makers) {
        start();
        fs::remove(journal);
        make();
        EXPECT_THROW(campaign_.status(), InputError);
        for (const ExitCode code : {campaign_.next(), campaign_.start(campaign_.plan())}) {
            EXPECT_EQ(code, ExitCode::bad_input);
            EXPECT_THAT(campaign_.error, HasSubstr("campaign abort"));
            EXPECT_THAT(campaign_.error, Not(HasSubstr("json.exception")));
        }
        EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
        campaign_.system.erase(grub_environment);
        expect_restored();
    }
    EXPECT_TRUE(fs::exists(journal.string() + ".broken-5"));
}

TEST_F(WrongTurn, RecordAndReportThatArePipes)
{
    start();
    campaign_.reboot();
    ASSERT_EQ(campaign_.next(), ExitCode::reboot);
    const std::string id = campaign_.status().journal->id;
    const fs::path records = records_folder(campaign_.state, id);
    const fs::path record = records / campaign_.status().journal->boots[0].record;
    const std::string text = read_file(record);
    fs::remove(record);
    ASSERT_EQ(::mkfifo(record.c_str(), 0600), 0);
    campaign_.reboot();
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("no regular file"));
    fs::remove(record);
    replace_file(record, text);
    EXPECT_EQ(campaign_.next(), ExitCode::reboot) << campaign_.error;
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass) << campaign_.error;
    const fs::path report = campaign_folder(campaign_.state, id) / report_text_name;
    fs::remove(report);
    ASSERT_EQ(::mkfifo(report.c_str(), 0600), 0);
    EXPECT_EQ(campaign_.next(), ExitCode::pass);
}

// What is printed can be typed as it stands, wherever the campaign is.
TEST_F(WrongTurn, EveryHintNamesTheFolder)
{
    const fs::path state = campaign_.state = campaign_.system.root() / "it's";
    const std::string option = " --state " + shell_quoted(state.string());
    const auto expect_hint = [&](const std::string& text) {
        EXPECT_THAT(text, HasSubstr("nohz-overhead campaign "));
        for (const std::string_view part : split(text, '`'))
            if (part.starts_with("nohz-overhead campaign ")) {
                EXPECT_THAT(std::string(part), HasSubstr(option)) << text;
            }
    };
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    expect_hint(campaign_.error);
    for (const char* method : {"manual", "grub-once"}) {
        start(method);
        expect_hint(campaign_.said.back());
        expect_hint(status_text(campaign_.status()));
        EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::refused);
        expect_hint(campaign_.error);
        campaign_.reboot();
        expect_hint(status_text(campaign_.status()));
        campaign_.system.superuser = false;
        EXPECT_EQ(campaign_.next(), ExitCode::refused);
        EXPECT_THAT(campaign_.error, HasSubstr("sudo nohz-overhead campaign next" + option));
        campaign_.system.superuser = true;
        EXPECT_EQ(campaign_.abort(), ExitCode::pass);
        EXPECT_EQ(campaign_.next(), ExitCode::refused);
        expect_hint(campaign_.error);
    }
    write_journal("");
    EXPECT_EQ(campaign_.next(), ExitCode::bad_input);
    expect_hint(campaign_.error);
}

TEST_F(WrongTurn, StateThatIsNoFolder)
{
    campaign_.state = campaign_.system.root() / "file";
    campaign_.system.write("/file", "");
    for (const char* words : {"is no folder", "a link to nothing"}) {
        EXPECT_THROW(campaign_.status(), RefusedError);
        for (const ExitCode code :
             {campaign_.start(campaign_.plan()), campaign_.next(), campaign_.abort()}) {
            EXPECT_EQ(code, ExitCode::refused);
            EXPECT_THAT(campaign_.error, HasSubstr(words));
            EXPECT_THAT(campaign_.error, HasSubstr("--state"));
        }
        fs::remove(campaign_.state);
        fs::create_symlink("nowhere", campaign_.state);
    }
}

TEST_F(WrongTurn, StateThatWouldNotOutlastTheReboot)
{
    campaign_.system.in_memory = true;
    EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("in memory"));
    EXPECT_THAT(campaign_.error, HasSubstr("--state"));
    EXPECT_EQ(campaign_.system.changes, 0);
}

TEST(LiveSystem, KnowsWhatLiesInMemory)
{
    const System live("/");
    EXPECT_FALSE(live.is_in_memory("/proc/not/there"));
    if (read_file_if_readable("/proc/mounts").value_or("").find(" /dev/shm tmpfs ") ==
        std::string::npos)
        GTEST_SKIP() << "no tmpfs on /dev/shm here";
    EXPECT_TRUE(live.is_in_memory("/dev/shm/not/there"));
}

// The journal is a file: somebody may have put into it what a terminal would obey.
TEST_F(WrongTurn, StatusIsSafeOnATerminal)
{
    campaign_.state = campaign_.system.root() / "a\x1b[31m\nforged";
    start();
    Journal journal = *campaign_.status().journal;
    const auto expect_safe = [&] {
        EXPECT_THAT(status_text(campaign_.status()), Not(HasSubstr("\x1b")));
        EXPECT_THAT(status_text(campaign_.status()), Not(HasSubstr("\nforged")));
    };
    expect_safe();
    journal.boots[0].planned.kernel = journal.reason = journal.verdict = "\x1b[31m";
    journal.history = {"\x1b[31m"};
    write_journal(to_json(journal));
    expect_safe();
}

// update-grub fails where the drop-in is to go: the default boot is still the campaign's.
TEST_F(WrongTurn, DropinThatCannotBeTakenOutOfGrubCfg)
{
    start("grub-dropin");
    campaign_.system.failing_program = "update-grub";
    EXPECT_EQ(campaign_.abort(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("grub.cfg still boots the campaign's entry"));
    EXPECT_THAT(campaign_.error, HasSubstr("`" + command_for(campaign_.state, "abort") + "`"));
    EXPECT_THAT(status_text(campaign_.status()), HasSubstr("campaign abort"));
    EXPECT_THAT(status_text(campaign_.status()), Not(HasSubstr("campaign next")));
    campaign_.system.failing_program.clear();
    EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
    expect_restored();
}

// As above, where arming failed: what was begun is known, and abort ends it.
TEST_F(WrongTurn, StartThatCannotPutEverythingBack)
{
    const Plan plan = campaign_.plan("grub-dropin");
    campaign_.system.failing_after = "update-grub";
    EXPECT_EQ(campaign_.start(plan), ExitCode::refused);
    EXPECT_THAT(campaign_.warned.back(), HasSubstr("grub.cfg still boots the campaign's entry"));
    EXPECT_EQ(phase(), Phase::restoring);
    EXPECT_THAT(status_text(campaign_.status()), Not(HasSubstr("reboot now")));
    EXPECT_THAT(status_text(campaign_.status()), HasSubstr("campaign abort"));
    campaign_.system.failing_program.clear();
    EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
    expect_restored();
}

TEST_F(WrongTurn, NotRoot)
{
    campaign_.system.superuser = false;
    EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("sudo nohz-overhead campaign start"));
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_EQ(campaign_.abort(), ExitCode::refused);
    EXPECT_EQ(campaign_.system.changes, 0);
}

TEST_F(WrongTurn, DiskFullAtTheStart)
{
    campaign_.system.disk_full = true;
    EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("No space left"));
    expect_restored();
    EXPECT_THAT(campaign_.system.commands, IsEmpty()) << "nothing was armed";
    EXPECT_THAT(campaign_.warned, IsEmpty()) << "once is enough";
    campaign_.system.disk_full = false;
    EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::reboot);
}

TEST_F(WrongTurn, DiskFullInTheMiddleGoesOnWhenThereIsRoom)
{
    start();
    campaign_.reboot();
    campaign_.system.disk_full = true;
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("No space left"));
    campaign_.system.disk_full = false;
    EXPECT_EQ(campaign_.next(), ExitCode::reboot) << campaign_.error;
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass);
    expect_restored();
}

// A journal that cannot be written must not keep the boot configuration from being put back.
TEST_F(WrongTurn, AbortOnAFullDiskRestoresAndSaysSo)
{
    start();
    campaign_.system.disk_full = true;
    EXPECT_EQ(campaign_.abort(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("restored all the same"));
    expect_restored();
    campaign_.system.disk_full = false;
    EXPECT_EQ(campaign_.abort(), ExitCode::pass);
    EXPECT_EQ(phase(), Phase::aborted);
}

TEST_F(WrongTurn, ArmingThatFailsLeavesNothing)
{
    for (const char* program : {"grub-editenv", "grub-script-check"}) {
        campaign_.system.failing_program = program;
        EXPECT_EQ(campaign_.start(campaign_.plan()), ExitCode::refused);
        EXPECT_THAT(campaign_.error, HasSubstr(program));
        campaign_.system.failing_program.clear();
        expect_restored();
        EXPECT_EQ(phase(), Phase::stopped);
    }
}

TEST_F(WrongTurn, MeasurementThatFailsCountsAsNoProgress)
{
    start();
    campaign_.fails_to_measure = true;
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("nohz-measure"));
    EXPECT_EQ(phase(), Phase::stopped);
    expect_restored();
}

// Ctrl-C: no half record, and the same boot is measured when `next` is called again.
TEST_F(WrongTurn, InterruptedMeasurementIsMeasuredAgain)
{
    start();
    campaign_.reboot();
    campaign_.interrupted = true;
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_EQ(campaign_.error, "");
    EXPECT_THAT(campaign_.warned.back(), HasSubstr("nothing of this boot is kept"));
    EXPECT_THAT(campaign_.warned.back(), HasSubstr(command_for(campaign_.state, "next")));
    campaign_.interrupted = false;
    EXPECT_EQ(campaign_.next(), ExitCode::reboot);
    EXPECT_EQ(campaign_.status().journal->failed_boots, 0);
    EXPECT_EQ(campaign_.run_to_end(), ExitCode::pass);
}

// A drop-in stays in force: after a crash the same boot comes again, and is told from the first.
TEST_F(WrongTurn, DropinBootThatCrashesWhileMeasuredIsCounted)
{
    start("grub-dropin");
    for (int i = 0; i < 2; ++i) {
        campaign_.reboot();
        campaign_.interrupted = true;
        campaign_.next();
        campaign_.interrupted = false;
        campaign_.system.power_cut();
        EXPECT_EQ(campaign_.next(), i == 0 ? ExitCode::reboot : ExitCode::refused);
    }
    EXPECT_THAT(campaign_.error, HasSubstr("went down while it was measured"));
    expect_restored();
}

TEST_F(WrongTurn, CustomCfgThatSomebodyAddedToIsNotTakenAway)
{
    start();
    const std::string custom = campaign_.system.read(custom_cfg) + "menuentry 'mine' {\n}\n";
    campaign_.system.write(custom_cfg, custom);
    EXPECT_EQ(campaign_.abort(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("somebody has added"));
    EXPECT_EQ(campaign_.system.read(custom_cfg), custom);
    campaign_.system.erase(custom_cfg);
    EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
    expect_restored();
}

// A custom.cfg that somebody put there between two boots is theirs, and there is no way on.
TEST_F(WrongTurn, CustomCfgOfSomebodyInTheMiddleIsLeftAlone)
{
    start();
    campaign_.reboot();
    campaign_.system.write(custom_cfg, "menuentry 'mine' {\n}\n");
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_EQ(campaign_.system.read(custom_cfg), "menuentry 'mine' {\n}\n");
    EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
    EXPECT_EQ(campaign_.system.read(custom_cfg), "menuentry 'mine' {\n}\n");
}

// A link to nothing is no file, and yet its name is taken.
TEST_F(WrongTurn, CustomCfgThatIsALinkToNothing)
{
    const fs::path custom = campaign_.system.tree().locate(custom_cfg);
    fs::create_symlink("nowhere", custom);
    EXPECT_EQ(campaign_.plan().boot_method, "kexec");
    EXPECT_EQ(campaign_.start(campaign_.plan("grub-once")), ExitCode::skip);
    EXPECT_THAT(campaign_.error, HasSubstr("is there already"));
    fs::remove(custom);
    start();
    campaign_.system.erase(custom_cfg);
    fs::create_symlink("nowhere", custom);
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("move it away"));
    EXPECT_TRUE(fs::is_symlink(custom));
}

TEST_F(WrongTurn, BootFolderThatCannotBeWritten)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "root may write everywhere";
    const fs::path folder = campaign_.system.tree().locate("/boot/grub");
    fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(campaign_.start(campaign_.plan("grub-once")), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("boot/grub: Permission denied; make it writable"));
    fs::permissions(folder, fs::perms::owner_all);
}

TEST_F(WrongTurn, KernelRemovedInTheMiddle)
{
    start();
    campaign_.reboot();
    campaign_.system.write(grub_cfg, "set default=0\n");
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("no entry"));
    campaign_.system.write(grub_cfg, before_.at("boot/grub/grub.cfg"));
    EXPECT_EQ(campaign_.abort(), ExitCode::pass) << campaign_.error;
    expect_restored();
}

TEST_F(WrongTurn, TwoAtATime)
{
    start();
    const StateLock other(campaign_.system.state());
    EXPECT_EQ(campaign_.next(), ExitCode::refused);
    EXPECT_THAT(campaign_.error, HasSubstr("at work here"));
}

} // namespace
