// SPDX-License-Identifier: GPL-2.0-or-later
// Files read whole, and written all or nothing.
#include "base/file.h"

#include <cerrno>
#include <fstream>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace nohz
{

namespace
{

std::vector<std::string> names_in(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    return names;
}

// Files of /proc say that they are empty.
TEST(ReadFile, ReadsFilesThatReportNoSize)
{
    EXPECT_FALSE(read_file("/proc/self/stat").empty());
}

TEST(ReadFile, NamesWhatItCannotRead)
{
    const TemporaryDirectory folder("file-test");
    EXPECT_THROW(read_file(folder.path() / "missing"), RefusedError);
    EXPECT_THROW(read_file(folder.path()), RefusedError);
    EXPECT_FALSE(read_file_if_readable(folder.path() / "missing"));
    EXPECT_FALSE(read_file_if_readable(folder.path()));
}

// /dev/zero has no end: the limit is what stops the reading.
TEST(ReadFile, StopsAtItsLimit)
{
    EXPECT_THROW(read_file("/dev/zero", 1U << 20), InputError);
    const TemporaryDirectory folder("file-test");
    write_new_file(folder.path() / "four", "1234");
    EXPECT_EQ(read_file(folder.path() / "four", 4), "1234");
    EXPECT_THROW(read_file(folder.path() / "four", 3), InputError);
}

TEST(WriteNewFile, LeavesTheFileAndNothingElse)
{
    const TemporaryDirectory folder("file-test");
    const std::string content("a\0b\n", 4);
    write_new_file(folder.path() / "file", content);
    EXPECT_EQ(read_file(folder.path() / "file"), content);
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file"));
    const auto permissions = std::filesystem::status(folder.path() / "file").permissions();
    EXPECT_EQ(static_cast<unsigned>(permissions), 0644U);
}

TEST(WriteNewFile, NeverOverwrites)
{
    const TemporaryDirectory folder("file-test");
    write_new_file(folder.path() / "file", "first");
    EXPECT_THROW(write_new_file(folder.path() / "file", "second"), RefusedError);
    EXPECT_EQ(read_file(folder.path() / "file"), "first");
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file"));
}

TEST(ReplaceFile, LeavesTheNewFileAndNothingElse)
{
    const TemporaryDirectory folder("file-test");
    replace_file(folder.path() / "file", "first");
    replace_file(folder.path() / "file", "second");
    EXPECT_EQ(read_file(folder.path() / "file"), "second");
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file"));
}

// What an earlier process that was killed left behind is in nobody's way.
TEST(ReplaceFile, TakesOverALeftTemporaryFile)
{
    const TemporaryDirectory folder("file-test");
    std::ofstream(replacement_of(folder.path() / "file")) << "half";
    replace_file(folder.path() / "file", "whole");
    EXPECT_EQ(read_file(folder.path() / "file"), "whole");
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file"));
}

// A device would become a file, and what a link points to would keep the old text.
TEST(ReplaceFile, RefusesWhatIsNoRegularFile)
{
    const TemporaryDirectory folder("file-test");
    ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
    EXPECT_THROW(replace_file(folder.path() / "pipe", "x"), RefusedError);
    EXPECT_TRUE(std::filesystem::is_fifo(folder.path() / "pipe"));
    std::filesystem::create_symlink("target", folder.path() / "link");
    EXPECT_THROW(replace_file(folder.path() / "link", "x"), RefusedError);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
}

TEST(ReplaceFile, LeavesOtherFilesAlone)
{
    const TemporaryDirectory folder("file-test");
    std::ofstream(folder.path() / "file.new") << "somebody's";
    replace_file(folder.path() / "file", "ours");
    EXPECT_EQ(read_file(folder.path() / "file.new"), "somebody's");
}

TEST(ReplaceFile, RefusesAndLeavesTheOldOne)
{
    const TemporaryDirectory folder("file-test");
    EXPECT_THROW(replace_file(folder.path() / "missing" / "file", "x"), RefusedError);
    replace_file(folder.path() / "file", "old");
    std::filesystem::create_directory(replacement_of(folder.path() / "file"));
    EXPECT_THROW(replace_file(folder.path() / "file", "new"), RefusedError);
    EXPECT_EQ(read_file(folder.path() / "file"), "old");
}

// A dangling link counts as a file that exists: what it points to is not ours to create.
TEST(WriteNewFile, DoesNotWriteThroughALink)
{
    const TemporaryDirectory folder("file-test");
    std::filesystem::create_symlink(folder.path() / "target", folder.path() / "link");
    EXPECT_THROW(write_new_file(folder.path() / "link", "x"), RefusedError);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "target"));
}

TEST(WriteNewFile, RefusesAFolderThatDoesNotExist)
{
    const TemporaryDirectory folder("file-test");
    EXPECT_THROW(write_new_file(folder.path() / "none/file", "x"), RefusedError);
}

TEST(TemporaryFolder, GoesWithAllInIt)
{
    std::filesystem::path path;
    {
        const TemporaryDirectory folder("file-test");
        path = folder.path();
        std::filesystem::create_directories(path / "a/b");
        write_new_file(path / "a/b/file", "x");
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(FileDescriptors, CloseWhatTheyHold)
{
    int number = -1;
    {
        FileDescriptor first(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        ASSERT_TRUE(first.is_open());
        number = first.get();
        FileDescriptor second(std::move(first));
        EXPECT_EQ(second.get(), number);
        EXPECT_GE(::fcntl(number, F_GETFD), 0);
    }
    EXPECT_EQ(::fcntl(number, F_GETFD), -1);
}

} // namespace

} // namespace nohz
