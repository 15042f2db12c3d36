// SPDX-License-Identifier: GPL-2.0-or-later
// The plan: kernels, CPUs, boot methods, and what cannot be had.
#include "campaign/plan.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "campaign/boot_method.h"
#include "campaign/status.h"
#include "fake_campaign.h"

using namespace nohz;
using namespace nohz::campaign;
using namespace nohz::campaign::test;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace
{

const std::string plain(plain_kernel);
const std::string built(built_kernel);

TEST(CampaignPlan, HasABootOfEachKindInEachRepetition)
{
    const FakeCampaign campaign;
    const Plan plan = campaign.plan("auto", 2);
    const PlannedBoot not_built{plain, host::KernelState::not_built, ""};
    const PlannedBoot inactive{built, host::KernelState::inactive, ""};
    const PlannedBoot active{built, host::KernelState::active, "3"};
    EXPECT_THAT(plan.boots, ElementsAre(not_built, inactive, active, not_built, inactive, active));
    EXPECT_THAT(active.parameters(), ElementsAre("nohz_full=3", "isolcpus=3", "rcu_nocbs=3"));
    EXPECT_THAT(plan.missing, IsEmpty());
    EXPECT_EQ(plan.boot_method, "grub-once");
    EXPECT_THAT(plan.pairs, ElementsAre(host::CpuPair{3, 0}));
    EXPECT_EQ(plan.obstacle, "");
}

// The kernel would cut the end off, where the words of the campaign stand.
TEST(CampaignPlan, RefusesACommandLineThatTheKernelWouldCut)
{
    FakeCampaign campaign(64);
    PlanRequest request;
    request.boots = 1;
    for (int cpu = 1; cpu < 64; cpu += 2)
        request.isolate += (cpu == 1 ? "" : ",") + std::to_string(cpu);
    const std::size_t added = 3 * request.isolate.size();
    for (const char* method : {"grub-once", "kexec", "grub-dropin"}) {
        request.boot_method = method;
        campaign.system.command_line_size = added + 200;
        EXPECT_EQ(campaign.plan(request).obstacle, "");
        campaign.system.command_line_size = added;
        const Plan plan = campaign.plan(request);
        EXPECT_THAT(plan.obstacle, HasSubstr("the command line of kernel " + built + " active"));
        EXPECT_THAT(plan.remedy, HasSubstr("--isolate"));
        EXPECT_EQ(campaign.start(plan), ExitCode::skip);
        EXPECT_EQ(campaign.system.changes, 0);
    }
}

TEST(CampaignPlan, PrefersTheRunningKernelAndElseTheNewest)
{
    FakeCampaign campaign;
    for (const char* release : {"6.1.0-9-amd64", "6.12.0-3-amd64"}) {
        campaign.system.write(std::string("/boot/vmlinuz-") + release, "kernel");
        campaign.system.write(std::string("/boot/config-") + release, "CONFIG_NO_HZ_FULL=y\n");
    }
    campaign.system.write("/boot/vmlinuz-5.10.0-9-amd64", "kernel");
    campaign.system.write("/boot/config-5.10.0-9-amd64", "# CONFIG_NO_HZ_FULL is not set\n");
    campaign.system.write("/boot/vmlinuz-6.1.0-57-amd64.old", "a copy");
    Plan plan = campaign.plan("manual");
    EXPECT_EQ(plan.boots.at(0).kernel, plain); // 46 is newer than 9
    EXPECT_EQ(plan.boots.at(1).kernel, built); // runs
    campaign.system.write("/proc/sys/kernel/osrelease", "5.10.0-9-amd64\n");
    campaign.system.erase("/sys/devices/system/cpu/nohz_full");
    plan = campaign.plan("manual");
    EXPECT_EQ(plan.boots.at(0).kernel, "5.10.0-9-amd64");
    EXPECT_EQ(plan.boots.at(1).kernel, "6.12.0-3-amd64");
}

TEST(CampaignPlan, TakesNamedKernelsAndRefusesUnknownOnes)
{
    const FakeCampaign campaign;
    PlanRequest request;
    request.boots = 1;
    request.kernels = {built, built};
    EXPECT_EQ(campaign.plan(request).boots.size(), 2U);
    request.kernels = {"6.6.6"};
    EXPECT_THROW(campaign.plan(request), UsageError);
    request.kernels = {"../../etc/passwd"};
    EXPECT_THROW(campaign.plan(request), UsageError);
}

TEST(CampaignPlan, LeavesOutAKernelWithoutConfiguration)
{
    FakeCampaign campaign;
    campaign.system.erase("/boot/config-" + plain);
    const Plan plan = campaign.plan();
    ASSERT_THAT(plan.notes, ElementsAre(HasSubstr(plain)));
    ASSERT_EQ(plan.missing.size(), 1U);
    EXPECT_EQ(plan.missing[0].scenario, 1);
    EXPECT_EQ(plan.obstacle, "") << "scenarios 2 to 4 can be compared";
}

TEST(CampaignPlan, ReadsAndRefusesCpuLists)
{
    const FakeCampaign campaign;
    PlanRequest request;
    request.boots = 1;
    request.isolate = "2,N";
    const Plan plan = campaign.plan(request);
    EXPECT_EQ(plan.isolate, "2-3");
    EXPECT_THAT(plan.pairs, ElementsAre(host::CpuPair{3, 0}, host::CpuPair{2, 1}));
    for (const char* wrong : {"4", "0-3", "x", ",", "1-"}) {
        request.isolate = wrong;
        EXPECT_THROW(campaign.plan(request), UsageError) << wrong;
    }
    request.isolate = "0-2";
    EXPECT_THAT(campaign.plan(request).notes, ElementsAre(HasSubstr("boot CPU")));
}

// One CPU must keep the tick: scenarios 3 and 4 are gone, 1 and 2 can still be compared.
TEST(CampaignPlan, OnOneCpuGivesTheTwoPlainScenariosOrSkips)
{
    FakeCampaign campaign(1);
    Plan plan = campaign.plan();
    EXPECT_EQ(plan.boots.size(), 2U);
    EXPECT_EQ(plan.obstacle, "");
    ASSERT_EQ(plan.missing.size(), 2U);
    EXPECT_THAT(plan.missing[0].reason, HasSubstr("one CPU"));
    campaign.system.erase("/boot/vmlinuz-" + plain);
    plan = campaign.plan();
    EXPECT_THAT(plan.obstacle, HasSubstr("nothing to compare"));
    EXPECT_EQ(campaign.start(plan), ExitCode::skip);
    EXPECT_FALSE(std::filesystem::exists(campaign.system.state()));
}

TEST(CampaignPlan, InAContainerSkips)
{
    FakeCampaign campaign;
    campaign.system.write("/run/systemd/container", "lxc\n");
    EXPECT_THAT(campaign.plan().obstacle, HasSubstr("container (lxc)"));
    EXPECT_EQ(campaign.start(campaign.plan()), ExitCode::skip);
    EXPECT_THAT(campaign.error, HasSubstr("container"));
}

TEST(CampaignPlan, WithoutGrubTakesKexecAndWithoutBothSkips)
{
    FakeCampaign campaign;
    campaign.system.erase("/boot/grub");
    Plan plan = campaign.plan();
    EXPECT_EQ(plan.boot_method, "kexec");
    ASSERT_EQ(plan.method_obstacles.size(), 1U);
    EXPECT_THAT(plan.method_obstacles[0].reason, HasSubstr("grub.cfg is not there"));
    campaign.system.programs.erase("kexec");
    plan = campaign.plan();
    EXPECT_EQ(plan.boot_method, "");
    EXPECT_THAT(plan.obstacle, HasSubstr("kexec-tools"));
    EXPECT_THAT(plan.remedy, HasSubstr("manual"));
    EXPECT_EQ(campaign.start(plan), ExitCode::skip);
    EXPECT_EQ(campaign.plan("manual").obstacle, "");
}

struct GrubCase {
    const char* name;
    void (*spoil)(FakeSystem&);
    const char* reason;
};

class GrubOnceObstacle : public testing::TestWithParam<GrubCase>
{
};

TEST_P(GrubOnceObstacle, SendsItToTheNextMethod)
{
    FakeCampaign campaign;
    GetParam().spoil(campaign.system);
    const Plan plan = campaign.plan();
    EXPECT_EQ(plan.boot_method, "kexec");
    ASSERT_EQ(plan.method_obstacles.size(), 1U);
    EXPECT_THAT(plan.method_obstacles[0].reason, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    EachReason, GrubOnceObstacle,
    testing::Values(
        GrubCase{"custom_cfg_of_somebody",
                 [](FakeSystem& s) { s.write("/boot/grub/custom.cfg", "menuentry 'mine' {\n}\n"); },
                 "custom.cfg is there already"},
        GrubCase{"pending_one_shot",
                 [](FakeSystem& s) { s.write("/boot/grub/grubenv", "next_entry=theirs\n"); },
                 "next_entry=theirs"},
        GrubCase{"no_41_custom",
                 [](FakeSystem& s) {
                     std::string text = s.read("/boot/grub/grub.cfg");
                     text.resize(text.find("if [ -f  ${config_directory}"));
                     s.write("/boot/grub/grub.cfg", text);
                 },
                 "41_custom"},
        GrubCase{"no_entry_for_a_kernel",
                 [](FakeSystem& s) { s.write("/boot/grub/grub.cfg", "set default=0\n"); },
                 "has no entry"},
        GrubCase{"on_lvm", [](FakeSystem& s) { s.grub_abstraction = "lvm\n"; }, "lvm"},
        GrubCase{"on_fat", [](FakeSystem& s) { s.grub_file_system = "fat"; }, "FAT"},
        GrubCase{"on_btrfs", [](FakeSystem& s) { s.grub_file_system = "btrfs"; }, "btrfs"},
        GrubCase{"no_grub_editenv", [](FakeSystem& s) { s.programs.erase("grub-editenv"); },
                 "grub-editenv"}),
    [](const auto& tested) { return tested.param.name; });

TEST(CampaignPlan, WarnsOfKexecFromOneKernelToAnother)
{
    const FakeCampaign campaign;
    EXPECT_THAT(campaign.plan("kexec").notes, ElementsAre(HasSubstr("the one before it")));
    EXPECT_THAT(campaign.plan("grub-once").notes, IsEmpty());
    PlanRequest request;
    request.kernels = {built};
    request.boot_method = "kexec";
    EXPECT_THAT(campaign.plan(request).notes, IsEmpty());
}

TEST(KexecObstacle, NamesItsReason)
{
    FakeCampaign campaign;
    campaign.system.write("/proc/sys/kernel/kexec_load_disabled", "1\n");
    EXPECT_THAT(campaign.plan("kexec").obstacle, HasSubstr("kexec_load_disabled"));
    campaign.system.erase("/proc/sys/kernel/kexec_load_disabled");
    campaign.system.write("/sys/kernel/kexec_loaded", "1\n");
    EXPECT_THAT(campaign.plan("kexec").obstacle, HasSubstr("loaded a kernel already"));
}

TEST(GrubDropinObstacle, IsAParameterThatItCannotTakeAway)
{
    FakeCampaign campaign;
    std::string text = campaign.system.read("/boot/grub/grub.cfg");
    for (auto at = text.find(" quiet"); at != std::string::npos; at = text.find(" quiet", at + 17))
        text.replace(at, 6, " isolcpus=2 quiet");
    campaign.system.write("/boot/grub/grub.cfg", text);
    EXPECT_THAT(campaign.plan("grub-dropin").obstacle, HasSubstr("isolcpus=2"));
    EXPECT_EQ(campaign.plan("grub-once").obstacle, "");
}

TEST(BootMethods, UnknownNamesAreRefused)
{
    const FakeCampaign campaign;
    EXPECT_THROW(campaign.plan("lilo"), UsageError);
    EXPECT_THROW(make_boot_method("lilo"), UsageError);
}

TEST(PlanText, SaysBootsMethodAndTime)
{
    const FakeCampaign campaign;
    const std::string text = plan_text(campaign.plan());
    EXPECT_THAT(text, HasSubstr("nohz_full=3 isolcpus=3 rcu_nocbs=3"));
    EXPECT_THAT(text, HasSubstr("boot method grub-once"));
    EXPECT_THAT(text, HasSubstr("about 6 min"));
}

TEST(PlanText, WithoutABootHasNoTableOfThemAndNoTime)
{
    Plan plan = FakeCampaign().plan();
    plan.boots.clear();
    const std::string text = plan_text(plan);
    EXPECT_TRUE(text.starts_with("no boot of this machine gives anything\n"));
    EXPECT_THAT(text, Not(AnyOf(HasSubstr("parameters added"), HasSubstr("in every boot"),
                                HasSubstr("about"))));
}

} // namespace
