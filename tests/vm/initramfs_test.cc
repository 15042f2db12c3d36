// SPDX-License-Identifier: GPL-2.0-or-later
// The initramfs is a cpio archive that other programs read, the same bytes every time.
#include "vm/initramfs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <sys/stat.h>

namespace nohz::vm
{

namespace
{

struct Entry {
    unsigned long mode = 0;
    unsigned long major = 0;
    unsigned long minor = 0;
    std::string content;
};

// Reads "newc" as Documentation/driver-api/early-userspace/buffer-format.rst defines it, without
// any of the writer's code.
std::map<std::string, Entry> read_cpio(const std::string& archive)
{
    std::map<std::string, Entry> entries;
    std::size_t at = 0;
    const auto field = [&](std::size_t number) {
        return std::stoul(archive.substr(at + 6 + number * 8, 8), nullptr, 16);
    };
    while (archive.compare(at, 6, "070701") == 0) {
        const std::size_t name_size = field(11);
        const std::size_t size = field(6);
        const std::string name = archive.substr(at + 110, name_size - 1);
        EXPECT_EQ(archive.at(at + 110 + name_size - 1), '\0');
        if (name == "TRAILER!!!")
            return entries;
        const std::size_t data = (at + 110 + name_size + 3) / 4 * 4;
        for (const std::size_t must_be_zero : {2U, 3U, 5U})
            EXPECT_EQ(field(must_be_zero), 0U) << name << ", owner or time";
        entries[name] = {field(1), field(9), field(10), archive.substr(data, size)};
        at = (data + size + 3) / 4 * 4;
    }
    ADD_FAILURE() << "no trailer";
    return entries;
}

TEST(Initramfs, HoldsTheGuestProgramAsInit)
{
    const auto entries = read_cpio(build_initramfs("\x7f"
                                                   "ELF program",
                                                   "6.1.0", ""));
    ASSERT_TRUE(entries.contains("init"));
    EXPECT_EQ(entries.at("init").mode, static_cast<unsigned long>(S_IFREG | 0755));
    EXPECT_EQ(entries.at("init").content, "\x7f"
                                          "ELF program");
    for (const char* folder : {"proc", "sys", "dev"})
        EXPECT_TRUE(S_ISDIR(entries.at(folder).mode)) << folder;
}

// Without it init has no standard output, and its errors are lost.
TEST(Initramfs, HoldsTheConsoleNode)
{
    const auto entries = read_cpio(build_initramfs("x", "6.1.0", ""));
    const Entry& console = entries.at("dev/console");
    EXPECT_TRUE(S_ISCHR(console.mode));
    EXPECT_EQ(console.major, 5U);
    EXPECT_EQ(console.minor, 1U);
}

TEST(Initramfs, HoldsTheConfigWhereTheGuestLooksForIt)
{
    const auto entries = read_cpio(build_initramfs("x", "6.1.0-5-amd64", "CONFIG_HZ=250\n"));
    EXPECT_EQ(entries.at("boot/config-6.1.0-5-amd64").content, "CONFIG_HZ=250\n");
    EXPECT_FALSE(read_cpio(build_initramfs("x", "6.1.0", "")).contains("boot/config-6.1.0"));
}

// Sizes around the alignment of 4.
TEST(Initramfs, KeepsContentOfEverySize)
{
    for (std::size_t size = 0; size < 9; ++size) {
        const std::string content(size, 'x');
        CpioArchive archive;
        archive.add_file("first", 0644, content);
        archive.add_file("second", 0600, "behind");
        const std::string bytes = archive.finish();
        EXPECT_EQ(bytes.size() % 512, 0U);
        const auto entries = read_cpio(bytes);
        EXPECT_EQ(entries.at("first").content, content);
        EXPECT_EQ(entries.at("second").content, "behind");
    }
}

} // namespace

} // namespace nohz::vm
