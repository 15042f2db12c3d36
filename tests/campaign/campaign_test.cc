// SPDX-License-Identifier: GPL-2.0-or-later
// Whole campaigns on a machine of files, by each boot method.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "campaign/grub_files.h"
#include "fake_campaign.h"

using namespace nohz;
using namespace nohz::campaign;
using namespace nohz::campaign::test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

namespace
{

class CampaignByMethod : public testing::TestWithParam<const char*>
{
};

// All of it: boots, records, report, and a boot configuration that is what it was, byte by byte.
TEST_P(CampaignByMethod, MeasuresEveryBootAndLeavesNothing)
{
    FakeCampaign campaign;
    const auto before = campaign.system.snapshot();
    ASSERT_EQ(campaign.start(campaign.plan(GetParam(), 2)), ExitCode::reboot) << campaign.error;
    EXPECT_EQ(campaign.run_to_end(), ExitCode::pass) << campaign.error;
    EXPECT_EQ(campaign.measured, 6);
    EXPECT_EQ(campaign.system.snapshot(), before);
    const Status status = campaign.status();
    EXPECT_EQ(status.journal->phase, Phase::finished);
    EXPECT_EQ(status.journal->verdict, "PASS");
    EXPECT_THAT(status.left_behind, IsEmpty());
    for (const CampaignBoot& boot : status.journal->boots)
        EXPECT_THAT(boot.record, HasSubstr(boot.planned.kernel));
    EXPECT_THAT(campaign.said.back(), HasSubstr("PASS"));
    const fs::path folder = campaign_folder(campaign.system.state(), status.journal->id);
    EXPECT_THAT(read_file(folder / report_text_name), HasSubstr("isolated-vs-housekeeping"));
    const auto json = nlohmann::json::parse(read_file(folder / report_json_name));
    EXPECT_EQ(json.at("verdict"), "PASS");
    // Asked again, it says the same again.
    EXPECT_EQ(campaign.next(), ExitCode::pass);
    EXPECT_EQ(campaign.measured, 6);
}

INSTANTIATE_TEST_SUITE_P(Each, CampaignByMethod,
                         testing::Values("grub-once", "kexec", "grub-dropin"),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST(GrubOnce, LeavesGrubCfgAloneAndDerivesTheMachinesEntry)
{
    FakeCampaign campaign;
    const std::string grub = campaign.system.read(grub_cfg);
    ASSERT_EQ(campaign.start(campaign.plan()), ExitCode::reboot);
    EXPECT_EQ(campaign.system.read(grub_cfg), grub);
    const std::string custom = campaign.system.read(custom_cfg);
    EXPECT_THAT(custom, HasSubstr("linux\t/vmlinuz-5.10.0-46-amd64 root=/dev/mapper/root ro quiet "
                                  "nohz_overhead.boot="));
    EXPECT_THAT(custom, HasSubstr("search --no-floppy --fs-uuid --set=root c0de"));
    EXPECT_THAT(custom, HasSubstr("initrd\t/initrd.img-5.10.0-46-amd64"));
    EXPECT_THAT(custom, Not(HasSubstr("single")));
    EXPECT_THAT(campaign.system.read(grub_environment), HasSubstr("next_entry=nohz-overhead\n"));
}

// Somebody's variables, and the empty next_entry that an earlier one-shot boot leaves behind.
TEST(GrubOnce, PutsTheEnvironmentBackAsItWas)
{
    for (const char* variables : {"saved_entry=3\n", "next_entry=\nsaved_entry=3\n"}) {
        FakeCampaign campaign;
        std::string block = std::string("# GRUB Environment Block\n") + variables;
        block.resize(1024, '#');
        campaign.system.write(grub_environment, block);
        ASSERT_EQ(campaign.start(campaign.plan()), ExitCode::reboot);
        EXPECT_EQ(campaign.run_to_end(), ExitCode::pass);
        EXPECT_EQ(campaign.system.read(grub_environment), block);
    }
}

TEST(Kexec, HandsOverTheRunningCommandLineWithoutTheBootLoadersWords)
{
    FakeCampaign campaign;
    const std::string normal = campaign.system.read("/proc/cmdline");
    campaign.system.write("/proc/cmdline", "isolcpus=2 initrd=\\x.img " + normal);
    campaign.system.write("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
    ASSERT_EQ(campaign.start(campaign.plan("kexec")), ExitCode::reboot) << campaign.error;
    const std::vector<std::string>& words = campaign.system.commands.back();
    EXPECT_THAT(words, ElementsAre("kexec", "-s", "-l", HasSubstr("/boot/vmlinuz-5.10.0-46-amd64"),
                                   HasSubstr("--initrd="),
                                   HasSubstr("--command-line=root=/dev/"
                                             "mapper/root ro quiet "
                                             "nohz_overhead.boot=")));
    EXPECT_THAT(campaign.said.back(), HasSubstr("systemctl kexec"));
}

TEST(Manual, SaysWhatToBootAndTouchesNothing)
{
    FakeCampaign campaign;
    const auto before = campaign.system.snapshot();
    ASSERT_EQ(campaign.start(campaign.plan("manual")), ExitCode::reboot);
    EXPECT_THAT(campaign.said.back(), HasSubstr("without nohz_full="));
    const auto boot_by_hand = [&](std::string_view kernel, const std::string& line) {
        campaign.system.power_cut();
        campaign.system.write("/proc/sys/kernel/osrelease", std::string(kernel));
        campaign.system.write("/proc/cmdline", line);
        if (kernel == plain_kernel)
            campaign.system.erase("/sys/devices/system/cpu/nohz_full");
    };
    boot_by_hand(plain_kernel, "root=/dev/a");
    ASSERT_EQ(campaign.next(), ExitCode::reboot) << campaign.warned.back();
    boot_by_hand(built_kernel, "root=/dev/b ro");
    ASSERT_EQ(campaign.next(), ExitCode::reboot) << campaign.warned.back();
    EXPECT_THAT(campaign.said.back(), HasSubstr("with nohz_full=3 isolcpus=3 rcu_nocbs=3"));
    EXPECT_THAT(campaign.status().reboot_command, IsEmpty());
    boot_by_hand(built_kernel, "nohz_full=3 isolcpus=3 rcu_nocbs=3");
    campaign.system.write("/sys/devices/system/cpu/nohz_full", "3\n");
    campaign.system.write("/sys/devices/system/cpu/isolated", "3\n");
    EXPECT_EQ(campaign.next(), ExitCode::pass) << campaign.error;
    EXPECT_EQ(campaign.system.snapshot(), before);
    EXPECT_THAT(campaign.said.back(), HasSubstr("yours to take away"));
    EXPECT_THAT(campaign.said.back(), Not(HasSubstr("restored")));
    EXPECT_THAT(campaign.status().journal->history.back(), Not(HasSubstr("restored")));
}

TEST(Manual, AbortedLeavesTheBootLoaderToThePerson)
{
    FakeCampaign campaign;
    ASSERT_EQ(campaign.start(campaign.plan("manual")), ExitCode::reboot);
    EXPECT_EQ(campaign.abort(), ExitCode::pass) << campaign.error;
    EXPECT_THAT(campaign.said.back(), HasSubstr("yours to take away"));
    EXPECT_THAT(campaign.said.back(), Not(HasSubstr("restored")));
}

TEST(Campaign, KeepsTheThresholdsOfItsStart)
{
    FakeCampaign campaign;
    campaign.system.write("/mine.toml", "[rule.isolated-vs-housekeeping]\nmax_ratio = 1.1\n");
    StartRequest request;
    request.measuring.thresholds = {(campaign.system.root() / "mine.toml").string()};
    ASSERT_EQ(campaign.start(campaign.plan(), request), ExitCode::reboot) << campaign.error;
    campaign.system.erase("/mine.toml");
    EXPECT_EQ(campaign.run_to_end(), ExitCode::fail) << campaign.error;
}

TEST(Campaign, RefusesBadLimitsBeforeAnythingIsArmed)
{
    FakeCampaign campaign;
    StartRequest request;
    request.measuring.limits = {"no-such-rule=1"};
    EXPECT_EQ(campaign.start(campaign.plan(), request), ExitCode::bad_input);
    EXPECT_EQ(campaign.system.changes, 0);
}

TEST(Campaign, CanBeStartedAgainAndKeepsTheOldRecords)
{
    FakeCampaign campaign;
    ASSERT_EQ(campaign.start(campaign.plan()), ExitCode::reboot);
    EXPECT_EQ(campaign.run_to_end(), ExitCode::pass);
    const std::string first = campaign.status().journal->id;
    ASSERT_EQ(campaign.start(campaign.plan()), ExitCode::reboot) << campaign.error;
    EXPECT_EQ(campaign.run_to_end(), ExitCode::pass) << campaign.error;
    const std::string second = campaign.status().journal->id;
    EXPECT_NE(first, second);
    const fs::path old = campaign_folder(campaign.system.state(), first);
    EXPECT_TRUE(fs::exists(old / "journal.json"));
    EXPECT_TRUE(fs::exists(old / "records"));
}

TEST(Unattended, IsInForceFromStartToEnd)
{
    FakeCampaign campaign;
    StartRequest request;
    request.unattended = true;
    campaign.system.unit_enabled = false;
    EXPECT_EQ(campaign.start(campaign.plan(), request), ExitCode::refused);
    EXPECT_THAT(campaign.error, HasSubstr("systemctl enable"));
    EXPECT_EQ(campaign.system.changes, 0);
    campaign.system.unit_enabled = true;
    const fs::path flag = unattended_path(campaign.system.state());
    ASSERT_EQ(campaign.start(campaign.plan(), request), ExitCode::reboot);
    EXPECT_TRUE(fs::exists(flag));
    EXPECT_EQ(campaign.run_to_end(), ExitCode::pass);
    EXPECT_FALSE(fs::exists(flag));
}

TEST(CampaignStatus, SaysWhereItIs)
{
    FakeCampaign campaign;
    EXPECT_THAT(status_text(campaign.status()), HasSubstr("no campaign"));
    EXPECT_EQ(nlohmann::json::parse(status_json(campaign.status())).at("state"), "none");
    ASSERT_EQ(campaign.start(campaign.plan()), ExitCode::reboot);
    auto json = nlohmann::json::parse(status_json(campaign.status()));
    EXPECT_EQ(json.at("state"), "waiting");
    EXPECT_EQ(json.at("next_boot"), 1);
    EXPECT_EQ(json.at("this_boot").at("intended"), false);
    EXPECT_THAT(json.at("reboot_command"), ElementsAre("systemctl", "reboot"));
    EXPECT_EQ(json.at("left_behind").size(), 2U); // custom.cfg and next_entry
    EXPECT_THAT(status_text(campaign.status()), HasSubstr("reboot now"));
    campaign.reboot();
    json = nlohmann::json::parse(status_json(campaign.status()));
    EXPECT_EQ(json.at("this_boot").at("intended"), true);
    EXPECT_THAT(status_text(campaign.status()), HasSubstr("go on with"));
    EXPECT_EQ(campaign.next(), ExitCode::reboot);
    EXPECT_EQ(campaign.run_to_end(), ExitCode::pass);
    json = nlohmann::json::parse(status_json(campaign.status()));
    EXPECT_EQ(json.at("verdict"), "PASS");
    EXPECT_TRUE(json.at("next_boot").is_null());
    EXPECT_TRUE(json.at("reboot_command").is_null());
    EXPECT_TRUE(fs::exists(json.at("report").get<std::string>()));
    EXPECT_THAT(status_text(campaign.status()), HasSubstr(json.at("report").get<std::string>()));
}

} // namespace
