// SPDX-License-Identifier: GPL-2.0-or-later
// Entries found in grub.cfg, and the one derived from them.
#include "campaign/grub_config.h"

#include <string>

#include <gmock/gmock.h>

#include "fake_system.h"

using namespace nohz::campaign;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace
{

// As Ubuntu's 10_linux writes it: functions of grub.cfg are called, a variable ends the line.
constexpr const char* ubuntu = R"(
function gfxmode {
	set gfxpayload="${1}"
}
menuentry 'Windows' --class windows $menuentry_id_option 'osprober-efi-1' {
	chainloader /efi/boot.efi
}
menuentry 'Ubuntu on another disk' $menuentry_id_option 'osprober-gnulinux-1' {
	linux /boot/vmlinuz-6.8.0-31-generic root=/dev/sdz1
}
menuentry 'Ubuntu' --class ubuntu --unrestricted --hotkey=u $menuentry_id_option 'gnulinux-simple-1' {
	recordfail
	gfxmode $linux_gfx_mode
	linux	/boot/vmlinuz-6.8.0-31-generic root=UUID=1 ro isolcpus=3 "dyndbg=file a.c +p" quiet $vt_handoff
	initrd	/boot/initrd.img-6.8.0-31-generic
}
)";

TEST(FindGrubEntry, TakesTheUsualEntryOfTheRightKernel)
{
    const auto entry = find_grub_entry(ubuntu, "6.8.0-31-generic");
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->title, "Ubuntu");
    EXPECT_THAT(entry->path, ElementsAre("gnulinux-simple-1"));
    EXPECT_THAT(entry->options, ElementsAre("--class", "ubuntu", "--unrestricted"));
    EXPECT_THAT(entry->parameters(), ElementsAre("root=UUID=1", "ro", "isolcpus=3",
                                                 "\"dyndbg=file a.c +p\"", "quiet", "$vt_handoff"));
    // A prefix of a release is another kernel.
    EXPECT_FALSE(find_grub_entry(ubuntu, "6.8.0-3"));
    EXPECT_FALSE(find_grub_entry("", "6.8.0-31-generic"));
}

TEST(FindGrubEntry, NamesTheSubmenusAndLeavesRecoveryOut)
{
    const test::FakeSystem system;
    const std::string config = system.read("/boot/grub/grub.cfg");
    const auto entry = find_grub_entry(config, test::plain_kernel);
    ASSERT_TRUE(entry);
    EXPECT_THAT(entry->path,
                ElementsAre("gnulinux-advanced-c0de", "gnulinux-5.10.0-46-amd64-advanced-c0de"));
    EXPECT_THAT(entry->title, Not(HasSubstr("recovery")));
    const std::string only_recovery = R"(menuentry 'rescue' {
	linux /vmlinuz-6.1.0 root=/dev/sda1 single
}
)";
    EXPECT_FALSE(find_grub_entry(only_recovery, "6.1.0"));
}

// The body is the machine's own: what finds /boot and unlocks the root stays, line by line.
TEST(DeriveEntry, ChangesTheKernelsWordsOnly)
{
    const auto entry = find_grub_entry(ubuntu, "6.8.0-31-generic");
    ASSERT_TRUE(entry);
    EXPECT_EQ(derive_entry(*entry, "ours", "our title", {"root=UUID=1", "nohz_full=1"}),
              "menuentry 'our title' --class ubuntu --unrestricted --id 'ours' {\n"
              "\trecordfail\n"
              "\tgfxmode $linux_gfx_mode\n"
              "\tlinux\t/boot/vmlinuz-6.8.0-31-generic root=UUID=1 nohz_full=1\n"
              "\tinitrd\t/boot/initrd.img-6.8.0-31-generic\n"
              "}\n");
}

TEST(GrubConfig, SaysWhatItCanDo)
{
    const test::FakeSystem system;
    const std::string config = system.read("/boot/grub/grub.cfg");
    EXPECT_TRUE(sources_custom_cfg(config));
    EXPECT_TRUE(takes_next_entry_once(config));
    EXPECT_FALSE(sources_custom_cfg("# source /boot/grub/custom.cfg\n"));
    EXPECT_FALSE(takes_next_entry_once("set default=0\n"));
}

TEST(FindGrubEntry, SurvivesWhatIsNoConfig)
{
    for (const char* text : {"}\n}\n", "menuentry {\n", "menuentry 'x' {\n\tlinux\n}\n", "{\n{\n",
                             "menuentry 'x' {\n\tlinux /vmlinuz-1", "submenu {\n}\n"})
        EXPECT_FALSE(find_grub_entry(text, "1")) << text;
}

} // namespace
