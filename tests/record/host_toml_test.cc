// SPDX-License-Identifier: GPL-2.0-or-later
// host.toml: what it may say, and that mistakes in it are named with their line.
#include "record/host_toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data_dir.h"

namespace nohz::record
{

namespace
{

using testing::HasSubstr;

HostToml parse(std::string_view text)
{
    return parse_host_toml(text, "host.toml");
}

TEST(HostTomlFile, MayBeEmpty)
{
    const HostToml toml = parse("");
    EXPECT_EQ(toml.machine, host::Machine());
    EXPECT_FALSE(toml.iterations);
    EXPECT_TRUE(toml.boots.empty());
}

TEST(HostTomlFile, SpeaksOfArchitecturesAsDebianDoes)
{
    EXPECT_EQ(parse("[host]\narch = 'aarch64'\n").machine.arch, "arm64");
    EXPECT_EQ(parse("[host]\narch = 'arm64'\n").machine.arch, "arm64");
}

TEST(HostTomlFile, ReadsMemoryInPowersOf1024)
{
    EXPECT_EQ(parse("[host]\nmemory = '502G'\n").machine.memory_bytes, 502ULL << 30);
    EXPECT_EQ(parse("[host]\nmemory = '4 MiB'\n").machine.memory_bytes, 4ULL << 20);
    EXPECT_EQ(parse("[host]\nmemory_bytes = 4096\n").machine.memory_bytes, 4096U);
}

TEST(HostTomlFile, TellsWhereLogsAndKernelsCameFrom)
{
    const HostToml toml = parse("origin = 'a bug'\n[inactive]\nkernel_origin = 'an archive'\n");
    EXPECT_EQ(toml.origin, "a bug");
    EXPECT_EQ(toml.boots.at(host::KernelState::inactive).kernel_origin, "an archive");
}

struct Mistake {
    const char* text;
    const char* message;
};

TEST(HostTomlFile, RefusesMistakesWithTheirLine)
{
    const Mistake mistakes[] = {
        {"[host]\narhc = 'arm64'\n", "host.toml:2: unknown key `arhc`"},
        {"iteration = 5\n", "host.toml:1: unknown key `iteration`"},
        {"\n[not_built]\n", "host.toml:2: unknown key `not_built`"},
        {"[inactive]\nnohz_full = '1'\n", "host.toml:2: unknown key `nohz_full`"},
        {"origin = 9\n", "host.toml:1: `origin` is no string"},
        {"[host]\narch = 5\n", "host.toml:2: `arch` is no string"},
        {"[host]\ncpus = '4'\n", "host.toml:2: `cpus` is out of range"},
        {"[host]\ncpus = 0\n", "host.toml:2: `cpus` is out of range"},
        {"[host]\nmemory = 'much'\n", "host.toml:2: `memory` is no amount"},
        {"[host]\nmemory = '9999999999T'\n", "host.toml:2: `memory` is no amount"},
        {"[host]\nmemory = '1G'\nmemory_bytes = 1\n", "host.toml:2: `memory` stands beside"},
        {"iterations = 0\n", "host.toml:1: `iterations` is out of range"},
        {"host = 5\n", "host.toml:1: `host` is no table"},
        {"[host\n", "host.toml:1: not TOML"},
        {"\n[^host]\n", "host.toml:2: not TOML"}, // toml++ 3.3 asserts on it
        {"[host]\ncpus = 4\n[active]\ncpu = 4\n", "host.toml:4: `cpu` is out of range"},
        {"[host]\ncpus = 4\n[active]\nnohz_full = '1-9'\n", "host.toml:4: `nohz_full`"},
        {"[active]\nnohz_full = '1'\nisolated = '1'\ncpu = 2\n", "host.toml:4: `cpu` 2"},
        {"[active]\nisolated = '1'\nhousekeeping_cpu = 1\n", "host.toml:3: `housekeeping_cpu` 1"},
    };
    for (const Mistake& mistake : mistakes)
        EXPECT_THAT(input_error_of([&] { parse(mistake.text); }), HasSubstr(mistake.message))
            << mistake.text;
}

} // namespace

} // namespace nohz::record
