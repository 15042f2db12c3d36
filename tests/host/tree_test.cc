// SPDX-License-Identifier: GPL-2.0-or-later
// Files under a root, odd ones among them.
#include "host/tree.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.h"
#include "fake_machine.h"
#include "host/affinity.h"
#include "host/system_cpus.h"

namespace nohz::host
{

using test::FakeMachine;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Tree, GivesTheFirstLineTrimmedAndPrintable)
{
    FakeMachine machine;
    machine.write("proc/version", "  Linux \x1b[31m version\n second\n");
    EXPECT_EQ(Tree(machine.root()).line("/proc/version"), "Linux ?[31m version");
}

TEST(Tree, WhatIsNotThereIsNothing)
{
    const FakeMachine machine;
    const Tree tree(machine.root());
    EXPECT_FALSE(tree.exists("/proc/version"));
    EXPECT_FALSE(tree.text("/proc/version"));
    EXPECT_EQ(tree.line_or_empty("/proc/version"), "");
    EXPECT_TRUE(tree.names("/proc").empty());
}

// A sosreport holds absolute links; following one would read the machine that looks at it.
TEST(Tree, LinksThatLeadOutCountAsAbsent)
{
    FakeMachine machine;
    FakeMachine other;
    other.write("os-release", "PRETTY_NAME=other\n");
    machine.write("usr/lib/os-release", "PRETTY_NAME=mine\n").write("etc/x", "");
    std::filesystem::create_symlink(other.root() / "os-release", machine.root() / "etc/outside");
    std::filesystem::create_symlink("../usr/lib/os-release", machine.root() / "etc/inside");
    const Tree tree(machine.root());
    EXPECT_FALSE(tree.exists("/etc/outside"));
    EXPECT_FALSE(tree.text("/etc/outside"));
    EXPECT_EQ(tree.line("/etc/inside"), "PRETTY_NAME=mine");
}

// A FIFO in an unpacked tree would hang the program for ever.
TEST(Tree, ReadsRegularFilesOnly)
{
    FakeMachine machine;
    machine.write("proc/x", "");
    ASSERT_EQ(::mkfifo((machine.root() / "proc/cmdline").c_str(), 0600), 0);
    EXPECT_FALSE(Tree(machine.root()).text("/proc/cmdline"));
    EXPECT_FALSE(Tree(machine.root()).text("/proc"));
}

TEST(Tree, FieldsAreFoundByTheWholeKey)
{
    FakeMachine machine;
    machine.write("proc/self/status", "Seccomp_filters:\t3\nSeccomp:\t2\n");
    EXPECT_EQ(Tree(machine.root()).field("/proc/self/status", "Seccomp"), "2");
    EXPECT_FALSE(Tree(machine.root()).field("/proc/self/status", "Secc"));
}

TEST(Tree, AListThatIsNoneNamesTheFile)
{
    FakeMachine machine;
    machine.cpu_file("online", "banana\n");
    try {
        Tree(machine.root()).cpus("/sys/devices/system/cpu/online", 4);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_THAT(e.what(), HasSubstr("sys/devices/system/cpu/online:1: not a list of CPUs"));
        EXPECT_THAT(e.what(), HasSubstr("banana"));
    }
}

TEST(SystemCpus, TakenFromTheNextFileThatSaysIt)
{
    FakeMachine machine;
    EXPECT_FALSE(read_system_cpus(Tree(machine.root())));
    machine.write("proc/stat", "cpu 1 2\ncpu0 1 2\ncpu2 1 2\n");
    auto cpus = read_system_cpus(Tree(machine.root()));
    ASSERT_TRUE(cpus);
    EXPECT_EQ(cpus->online, CpuList({0, 2}));
    EXPECT_EQ(cpus->possible_count, 3);
    machine.cpu_file("present", "0-3\n").cpu_file("possible", "0-7\n");
    cpus = read_system_cpus(Tree(machine.root()));
    EXPECT_EQ(cpus->present, CpuList({0, 1, 2, 3}));
    EXPECT_EQ(cpus->possible_count, 8);
}

TEST(AllowedCpus, OfATreeComeFromItsCpuset)
{
    FakeMachine machine;
    machine.write("proc/self/cgroup", "0::/system.slice/lab.service\n")
        .write("proc/self/status", "Cpus_allowed_list:\t0-1\n")
        .write("sys/fs/cgroup/system.slice/lab.service/cgroup.procs", "")
        .write("sys/fs/cgroup/cpuset.cpus.effective", "0-3\n");
    const Tree tree(machine.root());
    const CpuList online{0, 1, 2, 3};
    // The affinity (0-1) is what isolcpus=2-3 leaves init; the cpuset still allows 2-3.
    EXPECT_EQ(read_allowed_cpus(tree, online, 4).cpus, online);
    machine.write("sys/fs/cgroup/system.slice/lab.service/cpuset.cpus.effective", "0-2\n");
    const AllowedCpus allowed = read_allowed_cpus(tree, online, 4);
    EXPECT_EQ(allowed.cpus, CpuList({0, 1, 2}));
    EXPECT_THAT(allowed.evidence, HasSubstr("lab.service/cpuset.cpus.effective: 0-2"));
}

TEST(AllowedCpus, OfATreeWithoutACpusetAreTheAffinity)
{
    FakeMachine machine;
    const CpuList online{0, 1, 2, 3};
    EXPECT_EQ(read_allowed_cpus(Tree(machine.root()), online, 4).cpus, online);
    machine.write("proc/self/status", "Cpus_allowed_list:\t0-1\n");
    EXPECT_EQ(read_allowed_cpus(Tree(machine.root()), online, 4).cpus, CpuList({0, 1}));
    machine.write("proc/self/status", "Cpus_allowed_list:\tmany\n");
    EXPECT_THROW(read_allowed_cpus(Tree(machine.root()), online, 4), InputError);
}

TEST(Cgroups, FoldersGoUpFromTheOwnOne)
{
    FakeMachine machine;
    machine.write("proc/self/cgroup", "4:cpu,cpuacct:/a/b\n3:cpuset:/c\n")
        .write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    EXPECT_THAT(cgroup_folders(Tree(machine.root()), "cpu"),
                ElementsAre("/sys/fs/cgroup/cpu,cpuacct/a/b", "/sys/fs/cgroup/cpu,cpuacct/a",
                            "/sys/fs/cgroup/cpu,cpuacct"));
}

TEST(Cgroups, PathsThatLeadUpAreNotFollowed)
{
    FakeMachine machine;
    machine.write("proc/self/cgroup", "0::/../../x\n").write("sys/fs/cgroup/cpu.max", "max 1\n");
    EXPECT_THAT(cgroup_folders(Tree(machine.root()), "cpu"), ElementsAre("/sys/fs/cgroup"));
}

} // namespace nohz::host
