// SPDX-License-Identifier: GPL-2.0-or-later
// What status prints.
#include "host/status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "fake_machine.h"

namespace nohz::host
{

using test::FakeMachine;
using testing::HasSubstr;
using testing::Not;

namespace
{

std::string text_of(const FakeMachine& machine)
{
    const Boot boot = machine.boot();
    return status_text(read_machine(machine.root()), boot, plan_measurement(boot));
}

nlohmann::json json_of(const FakeMachine& machine)
{
    const Boot boot = machine.boot();
    return nlohmann::json::parse(
        status_json(read_machine(machine.root()), boot, plan_measurement(boot)));
}

} // namespace

TEST(StatusText, SaysStateSourcesScenariosAndWhatTheOthersNeed)
{
    FakeMachine machine("0-3", "nohz_full=2-3 isolcpus=2-3");
    machine.cpu_file("nohz_full", "2-3\n").cpu_file("isolated", "2-3\n").config(FakeMachine::built);
    const std::string text = text_of(machine);
    EXPECT_THAT(text, HasSubstr("kernel state   active"));
    EXPECT_THAT(text, HasSubstr("known from     /sys/devices/system/cpu/nohz_full: 2-3\n"));
    EXPECT_THAT(text, HasSubstr("  isolated     2-3 (2)\n"));
    EXPECT_THAT(text, HasSubstr("  3  isolated, CPU 3\n"));
    EXPECT_THAT(text, HasSubstr("  4  housekeeping, CPU 0\n"));
    EXPECT_THAT(text, HasSubstr("  2  nohz_full= is in force in this boot:\n"));
    EXPECT_THAT(text, HasSubstr("Hazards: none seen\n"));
}

TEST(StatusText, GroupsHazardsWithWhatWasSeenAndTheRemedy)
{
    FakeMachine machine("0-3", "nohz_full=1-3");
    machine.cpu_file("nohz_full", "\n");
    machine.write("proc/self/status", "Seccomp:\t2\n").write("proc/loadavg", "9.0 1 1 1/2 3\n");
    const std::string text = text_of(machine);
    const auto cannot = text.find("Hazards: cannot measure\n  nohz-full-no-effect\n    seen:   ");
    const auto wrong = text.find("Hazards: would be wrong\n  seccomp-filter\n    seen:   ");
    const auto noisy = text.find("Hazards: would be noisy\n  loaded\n");
    ASSERT_NE(cannot, std::string::npos);
    ASSERT_NE(wrong, std::string::npos);
    ASSERT_NE(noisy, std::string::npos);
    EXPECT_LT(cannot, wrong);
    EXPECT_LT(wrong, noisy);
    EXPECT_THAT(text, HasSubstr("    remedy: "));
}

// Lab machines have long command lines and lists without a blank to break at.
TEST(StatusText, FitsEightyColumnsAndLosesNothing)
{
    std::string list = "1";
    for (int cpu = 3; cpu < 400; cpu += 2)
        list += "," + std::to_string(cpu);
    FakeMachine machine("0-399", "isolcpus=" + list + " nohz_full=" + list + " rcu_nocbs=" + list);
    machine.cpu_file("nohz_full", list + "\n").cpu_file("isolated", list + "\n");
    const std::string text = text_of(machine);
    for (const std::string_view line : split_lines(text))
        EXPECT_LE(line.size(), 80U) << line;
    std::string without_blanks;
    for (const char c : text)
        if (c != ' ' && c != '\n')
            without_blanks += c;
    EXPECT_THAT(without_blanks, HasSubstr("isolcpus=" + list + "nohz_full="));
}

TEST(StatusText, TextFromFilesCannotDriveTheTerminal)
{
    FakeMachine machine("0-1", "evil=\x1b[2J\x07 quiet");
    machine.write("proc/sys/kernel/osrelease", "6.1\x1b]0;x\n");
    const std::string text = text_of(machine);
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, HasSubstr("evil=?[2J? quiet"));
}

TEST(StatusJson, HasTheKeysThatScriptsRelyOn)
{
    FakeMachine machine("0-3", "nohz_full=1-3 isolcpus=2-3");
    machine.cpu_file("nohz_full", "1-3\n").cpu_file("isolated", "2-3\n").config(FakeMachine::built);
    const auto json = json_of(machine);
    EXPECT_EQ(json["kernel_state"], "active");
    EXPECT_EQ(json["known_from"][0], "/sys/devices/system/cpu/nohz_full: 1-3");
    const nlohmann::json cpus = {
        {"present", "0-3"},        {"online", "0-3"},   {"allowed", "0-3"},   {"nohz_full", "1-3"},
        {"isolated_sysfs", "2-3"}, {"isolated", "2-3"}, {"housekeeping", "0"}};
    EXPECT_EQ(json["cpus"], cpus);
    EXPECT_EQ(json["scenarios"], nlohmann::json({3, 4}));
    ASSERT_EQ(json["hazards"].size(), 1U);
    EXPECT_EQ(json["hazards"][0]["id"], "nohz-isolated-mismatch");
    EXPECT_EQ(json["hazards"][0]["group"], "would be wrong");
    EXPECT_TRUE(json["hazards"][0]["evidence"].is_string());
    EXPECT_TRUE(json["hazards"][0]["remedy"].is_string());
    EXPECT_TRUE(json["notes"].is_array());
    EXPECT_EQ(json["missing"].size(), 2U);
}

TEST(StatusJson, ListsAreListsWhereTheyAreEmpty)
{
    const auto json = json_of(FakeMachine("0-3", "quiet"));
    EXPECT_TRUE(json["hazards"].is_array());
    EXPECT_EQ(json["cpus"]["isolated"], "");
    EXPECT_TRUE(json["config"].is_null());
}

// Broken UTF-8 in a file must not end the program or make the document unreadable.
TEST(StatusJson, StaysReadableWithBrokenText)
{
    FakeMachine machine("0-1", "x=\xff\xfe\xc0\xaf");
    EXPECT_EQ(json_of(machine)["command_line"], "BOOT_IMAGE=/boot/vmlinuz x=????");
}

} // namespace nohz::host
