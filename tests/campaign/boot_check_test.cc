// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a boot is the armed one.
#include "campaign/boot_check.h"

#include <gmock/gmock.h>

#include "fake_campaign.h"

using namespace nohz;
using namespace nohz::campaign;
using namespace nohz::campaign::test;
using testing::HasSubstr;

namespace
{

// An active boot and the journal that waits for it; a case changes one of the two.
struct Case {
    std::string command_line =
        "BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro nohz_full=3 isolcpus=3 rcu_nocbs=3 "
        "nohz_overhead.boot=id.1";
    Journal journal;
    host::Boot boot;

    Case()
    {
        journal.id = "id";
        journal.boot_method = "grub-once";
        journal.boots = {{{"6.1", host::KernelState::active, "3"}, ""}};
        journal.command_line = {"root=/dev/sda1", "ro",          "nohz_full=3",
                                "isolcpus=3",     "rcu_nocbs=3", "nohz_overhead.boot=id.1"};
        boot.kernel_release = "6.1";
        boot.kernel_state = host::KernelState::active;
        boot.cpus.nohz_full = {3};
        boot.cpus.isolated_sysfs = {3};
    }

    std::string mismatch()
    {
        boot.command_line = command_line;
        return boot_mismatch(boot, journal);
    }

    Case& replace(const std::string& what, const std::string& by)
    {
        command_line.replace(command_line.find(what), what.size(), by);
        return *this;
    }
};

TEST(BootCheck, TakesTheArmedBoot)
{
    EXPECT_EQ(Case().mismatch(), "");
}

TEST(BootCheck, KnowsABootWithoutTheMarkAsTheNormalOne)
{
    EXPECT_THAT(Case().replace("nohz_overhead.boot=id.1", "").mismatch(), HasSubstr("normal"));
    EXPECT_THAT(Case().replace("id.1", "id.2").mismatch(), HasSubstr("not the armed boot"));
    EXPECT_THAT(Case().replace("id.1", "other.1").mismatch(), HasSubstr("not the armed boot"));
}

TEST(BootCheck, SeesAnEditedCommandLine)
{
    EXPECT_THAT(Case().replace(" isolcpus=3", "").mismatch(), HasSubstr("isolcpus=3 is not"));
    EXPECT_THAT(Case().replace("nohz_full=3", "nohz_full=2-3").mismatch(),
                HasSubstr("nohz_full=3 is not"));
    EXPECT_THAT(Case().replace(" ro ", " ro mitigations=off ").mismatch(),
                HasSubstr("edited: mitigations=off"));
    EXPECT_THAT(Case().replace(" ro ", " rw ").mismatch(), HasSubstr("ro is missing"));
}

// GRUB puts the value of a variable in its place, and takes quotes away.
TEST(BootCheck, LeavesWordsAloneThatGrubChanges)
{
    Case changed;
    changed.journal.command_line.emplace_back("$vt_handoff");
    changed.replace("ro ", "ro vt.handoff=7 ");
    EXPECT_EQ(changed.mismatch(), "");
}

TEST(BootCheck, SeesAnotherKernel)
{
    Case other;
    other.boot.kernel_release = "6.2";
    EXPECT_THAT(other.mismatch(), HasSubstr("kernel 6.2 runs, not 6.1"));
}

// The command line is a wish: what counts is what the kernel made of it.
TEST(BootCheck, BelievesSysfsAndNotTheCommandLine)
{
    Case ignored;
    ignored.boot.cpus.nohz_full = {};
    EXPECT_THAT(ignored.mismatch(), HasSubstr("nohz_full says []"));
    Case other;
    other.boot.cpus.isolated_sysfs = {2};
    EXPECT_THAT(other.mismatch(), HasSubstr("isolated says [2]"));
    Case inactive;
    inactive.boot.kernel_state = host::KernelState::inactive;
    EXPECT_THAT(inactive.mismatch(), HasSubstr("NO_HZ_FULL is inactive"));
}

TEST(BootCheck, WantsNoIsolationInAnInactiveBoot)
{
    Case plain;
    plain.journal.boots[0].planned = {"6.1", host::KernelState::inactive, ""};
    plain.boot.kernel_state = host::KernelState::inactive;
    EXPECT_THAT(plain.mismatch(), HasSubstr("nohz_full=3 is on the command line"));
}

TEST(BootCheck, ByHandNeedsNoMarkButTheRest)
{
    Case manual;
    manual.journal.boot_method = "manual";
    manual.journal.command_line.clear();
    manual.replace("nohz_overhead.boot=id.1", "whatever");
    EXPECT_EQ(manual.mismatch(), "");
    manual.replace("rcu_nocbs=3", "");
    EXPECT_THAT(manual.mismatch(), HasSubstr("rcu_nocbs=3 is not"));
}

} // namespace
