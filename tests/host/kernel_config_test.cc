// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel's configuration from the places where distributions put it.
#include "host/kernel_config.h"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "fake_machine.h"

namespace nohz::host
{

using test::FakeMachine;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace
{

std::string gzip(const std::string& text)
{
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string input = text;
    std::array<char, 4096> out;
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = out.size();
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    deflateEnd(&stream);
    return {out.data(), out.size() - stream.avail_out};
}

} // namespace

TEST(KernelConfig, KeepsTheSymbolsThatMatterAndNoOthers)
{
    const auto config =
        parse_kernel_config("/boot/config-x", "#\n# Linux/x86 6.1 Configuration\n#\n"
                                              "CONFIG_NO_HZ_FULL=y\n"
                                              "# CONFIG_PREEMPT_RT is not set\n"
                                              "CONFIG_HZ=250\n"
                                              "CONFIG_USB=m\n"
                                              "# CONFIG_SOUND is not set\n"
                                              "CONFIG_CC_VERSION_TEXT=\"gcc 12\"\n"
                                              "garbage\n=\n# is not set\n");
    EXPECT_EQ(config.path, "/boot/config-x");
    const std::map<std::string, std::string> expected = {{"CONFIG_NO_HZ_FULL", "y"},
                                                         {"CONFIG_PREEMPT_RT", "n"},
                                                         {"CONFIG_HZ", "250"},
                                                         {"CONFIG_CC_VERSION_TEXT", "gcc 12"}};
    EXPECT_EQ(config.symbols, expected);
    EXPECT_TRUE(config.is_enabled("CONFIG_NO_HZ_FULL"));
    EXPECT_FALSE(config.is_enabled("CONFIG_PREEMPT_RT"));
    EXPECT_FALSE(config.is_enabled("CONFIG_ARM64"));
}

TEST(KernelConfig, SaysASymbolAsTheFileDoes)
{
    const auto config =
        parse_kernel_config("x", "CONFIG_NO_HZ_FULL=y\n# CONFIG_NO_HZ_IDLE is not set\n");
    EXPECT_EQ(describe_symbol(config, "CONFIG_NO_HZ_FULL"), "CONFIG_NO_HZ_FULL=y");
    EXPECT_EQ(describe_symbol(config, "CONFIG_NO_HZ_IDLE"), "# CONFIG_NO_HZ_IDLE is not set");
    EXPECT_EQ(describe_symbol(config, "CONFIG_HZ"), "no line for CONFIG_HZ");
}

// CONFIG_NO_HZ_FULL_ALL or a commented mention must never be read as CONFIG_NO_HZ_FULL.
TEST(KernelConfig, SymbolsWithACommonStartAreNotMixedUp)
{
    const auto config = parse_kernel_config("x", "CONFIG_NO_HZ_FULL_ALL=y\n");
    EXPECT_FALSE(config.symbols.contains("CONFIG_NO_HZ_FULL"));
}

TEST(KernelConfig, FoundInEachOfItsPlaces)
{
    for (const std::string_view place :
         {"boot/config-6.1.0-57-amd64", "lib/modules/6.1.0-57-amd64/config",
          "usr/lib/kernel/config-6.1.0-57-amd64"}) {
        FakeMachine machine;
        machine.write(place, "CONFIG_NO_HZ_FULL=y\n");
        const auto config = find_kernel_config(machine.root(), FakeMachine::release);
        ASSERT_TRUE(config) << place;
        EXPECT_EQ(config->path, "/" + std::string(place));
    }
}

// The running kernel's own copy is right even where /boot holds a rebuilt kernel's.
TEST(KernelConfig, ProcComesFirst)
{
    FakeMachine machine;
    machine.write("proc/config.gz", gzip("# CONFIG_NO_HZ_FULL is not set\n"));
    machine.config(FakeMachine::built);
    const auto config = find_kernel_config(machine.root(), FakeMachine::release);
    ASSERT_TRUE(config);
    EXPECT_EQ(config->path, "/proc/config.gz");
    EXPECT_EQ(config->symbols.at("CONFIG_NO_HZ_FULL"), "n");
}

TEST(KernelConfig, ABrokenFileIsToldAndTheNextOneTaken)
{
    for (const std::string& broken :
         {std::string("no gzip"), std::string(), gzip("CONFIG_NO_HZ_FULL=y\n").substr(0, 20)}) {
        FakeMachine machine;
        machine.write("proc/config.gz", broken).config(FakeMachine::built);
        const auto search = search_kernel_config(machine.root(), FakeMachine::release);
        ASSERT_TRUE(search.config);
        EXPECT_EQ(search.config->path, "/boot/config-6.1.0-57-amd64");
        EXPECT_THAT(search.troubles, ElementsAre(HasSubstr("/proc/config.gz: no whole gzip file")));
    }
}

TEST(KernelConfig, AFileThatIsNoConfigIsNotBelieved)
{
    FakeMachine machine;
    machine.write("boot/config-6.1.0-57-amd64", "<html>404</html>\n");
    const auto search = search_kernel_config(machine.root(), FakeMachine::release);
    EXPECT_FALSE(search.config);
    EXPECT_THAT(search.troubles, ElementsAre(HasSubstr("no kernel configuration")));
}

TEST(KernelConfig, ReleasesThatLeadElsewhereAreNotFollowed)
{
    FakeMachine machine;
    machine.write("secret/config", "CONFIG_NO_HZ_FULL=y\n").write("lib/modules/x/config", "");
    EXPECT_FALSE(find_kernel_config(machine.root(), "../../secret"));
    EXPECT_FALSE(find_kernel_config(machine.root(), ""));
    EXPECT_THAT(search_kernel_config(machine.root(), "6.1").troubles, IsEmpty());
}

} // namespace nohz::host
