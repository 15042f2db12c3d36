// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-overhead campaign from outside: what it prints and refuses. Whole campaigns are in
// tests/campaign, and on real machines in debian/tests.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "run_program.h"

using namespace nohz;
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

namespace fs = std::filesystem;

namespace
{

class CampaignProgram : public testing::Test
{
protected:
    // A machine of files with one kernel, no GRUB, and 2 CPUs.
    CampaignProgram()
    {
        write("boot/vmlinuz-6.1.0", "kernel");
        write("boot/config-6.1.0", "CONFIG_HZ=250\nCONFIG_NO_HZ_FULL=y\n");
        write("proc/cmdline", "ro\n");
        write("proc/sys/kernel/osrelease", "6.1.0\n");
        write("proc/sys/kernel/random/boot_id", "one\n");
        for (const char* file : {"possible", "present", "online"})
            write(std::string("sys/devices/system/cpu/") + file, "0-1\n");
        write("sys/devices/system/cpu/nohz_full", " (null)\n");
        write("sys/devices/system/cpu/isolated", "\n");
    }

    void write(const std::string& file, const std::string& text) const
    {
        const fs::path path = folder_.path() / file;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }

    Outcome campaign(const std::string& command, std::vector<std::string> more = {}) const
    {
        std::vector<std::string> words = {
            program_from("NOHZ_OVERHEAD"), "campaign", command, "--root",
            folder_.path().string(),       "--state",  state()};
        words.insert(words.end(), more.begin(), more.end());
        return run_program(words);
    }

    std::string state() const { return (folder_.path() / "state").string(); }

private:
    TemporaryDirectory folder_{"e2e-campaign"};
};

TEST_F(CampaignProgram, HelpNamesEveryCommandAndExitCodeTen)
{
    const Outcome help = run_program({program_from("NOHZ_OVERHEAD"), "campaign", "--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* command : {"plan", "start", "next", "status", "abort"}) {
        EXPECT_THAT(help.out, HasSubstr(command));
        EXPECT_EQ(campaign(command, {"--help"}).status, 0);
    }
    EXPECT_THAT(help.out, HasSubstr("10 reboot now"));
}

TEST_F(CampaignProgram, WithoutGrubAndKexecThePlanIsShownAndSkips)
{
    const Outcome plan = campaign("plan", {"--json"});
    EXPECT_EQ(plan.status, 77);
    EXPECT_THAT(plan.err, StartsWith("nohz-overhead: SKIP: no way to boot"));
    const json tree = json::parse(plan.out);
    EXPECT_EQ(tree.at("boots").size(), 4U);
    EXPECT_EQ(tree.at("missing").at(0).at("scenario"), 1);
    EXPECT_TRUE(tree.at("boot_method").is_null());
    EXPECT_EQ(campaign("start").status, 77);
    EXPECT_FALSE(fs::exists(state()));
}

TEST_F(CampaignProgram, ByHandFromStartToAbort)
{
    const Outcome start = campaign("start", {"--boot-method", "manual", "--boots", "1"});
    EXPECT_EQ(start.status, 10) << start.err;
    EXPECT_THAT(start.out, HasSubstr("boot kernel 6.1.0 without nohz_full="));
    EXPECT_EQ(campaign("start", {"--boot-method", "manual"}).status, 4);
    EXPECT_EQ(campaign("next").status, 10);
    const json status = json::parse(campaign("status", {"--json"}).out);
    EXPECT_EQ(status.at("state"), "waiting");
    EXPECT_TRUE(status.at("reboot_command").is_null());
    EXPECT_EQ(campaign("abort").status, 0);
    EXPECT_EQ(campaign("next").status, 4);
    EXPECT_EQ(json::parse(campaign("status", {"--json"}).out).at("state"), "aborted");
}

TEST_F(CampaignProgram, RefusesWithOneLineAndTheRightCode)
{
    const auto expect = [](const Outcome& outcome, int status, const std::string& text) {
        EXPECT_EQ(outcome.status, status) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(text));
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    };
    expect(campaign("abort"), 4, "nothing to abort");
    expect(campaign("next"), 4, "no campaign");
    expect(campaign("plan", {"--isolate", "7"}), 2, "--isolate 7");
    expect(campaign("plan", {"--kernel", "9.9"}), 2, "there: 6.1.0");
    expect(campaign("plan", {"--boot-method", "lilo"}), 2, "grub-once");
    expect(campaign("start", {"--boot-method", "manual", "--limit", "nonsense=1"}), 2, "nonsense");
    expect(campaign("start", {"--boot-method", "manual", "--limit", "tick-stopped=1", "a=2"}), 2,
           "not expected: a=2");
    expect(campaign("start", {"--boot-method", "manual", "--thresholds", "a.toml", "b.toml"}), 2,
           "not expected: b.toml");
    expect(campaign("start", {"--boot-method", "manual", "--op", "nonsense"}), 2, "nonsense");
    expect(campaign("start", {"--unattended"}), 2, "--state");
    expect(run_program({program_from("NOHZ_OVERHEAD"), "campaign"}), 2, "subcommand");
    expect(run_program({program_from("NOHZ_OVERHEAD"), "campaign", "nxt"}), 2,
           "nxt: no such command; there are: plan, start, next, status, abort");
    expect(run_program({program_from("NOHZ_OVERHEAD"), "campain"}), 2,
           "campain: no such command; there are: status, run");
    expect(run_program({program_from("NOHZ_OVERHEAD"), "campaign", "status", "--state", ""}), 2,
           "the value is empty");
    EXPECT_EQ(campaign("status").status, 0);
}

// What is to measure each boot is looked for before one is armed.
TEST_F(CampaignProgram, WithoutNohzMeasureNothingIsArmed)
{
    const fs::path root = fs::path(state()).parent_path();
    const fs::path program = root / "alone/nohz-overhead";
    fs::create_directories(program.parent_path());
    fs::copy_file(program_from("NOHZ_OVERHEAD"), program);
    const Outcome outcome =
        run_program({"/usr/bin/env", "PATH=/nowhere", program.string(), "campaign", "start",
                     "--boot-method", "manual", "--root", root.string(), "--state", state()});
    EXPECT_EQ(outcome.status, 4) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("nohz-measure"));
    EXPECT_FALSE(fs::exists(state()));
}

// A folder named from where one stands is the same one from elsewhere.
TEST_F(CampaignProgram, ARelativeStateIsMadeAbsolute)
{
    const std::string folder = fs::path(state()).parent_path().string();
    const Outcome start =
        run_program({"/usr/bin/env", "-C", folder, program_from("NOHZ_OVERHEAD"), "campaign",
                     "start", "--boot-method", "manual", "--root", folder, "--state", "state/"});
    EXPECT_EQ(start.status, 10) << start.err;
    EXPECT_THAT(start.out, HasSubstr("campaign next --state '" + state() + "'"));
    EXPECT_EQ(campaign("abort").status, 0);
}

TEST_F(CampaignProgram, AsAPlainUserOnThisMachineIsRefused)
{
    std::vector<std::string> words = {program_from("NOHZ_OVERHEAD"), "campaign", "start",
                                      "--boot-method", "manual"};
    if (::geteuid() == 0) {
        if (!find_program("setpriv"))
            GTEST_SKIP() << "we are root and setpriv is not installed";
        words.insert(words.begin(), {"setpriv", "--reuid=65534", "--clear-groups"});
    }
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, 4) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("only root"));
}

TEST_F(CampaignProgram, ADamagedJournalIsNamed)
{
    fs::create_directories(state());
    std::ofstream(fs::path(state()) / "journal.json") << "{\"schema\": \"\x1b[31m\"}";
    const Outcome status = campaign("status");
    EXPECT_EQ(status.status, 2);
    EXPECT_THAT(status.err, HasSubstr("journal.json"));
    EXPECT_EQ(status.err.find('\x1b'), std::string::npos);
    EXPECT_EQ(campaign("abort").status, 0);
}

} // namespace
