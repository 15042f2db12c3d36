// SPDX-License-Identifier: GPL-2.0-or-later
// Child processes: their output, their end, and that none stays behind.
#include "base/process.h"

#include <cerrno>
#include <csignal>

#include <sys/wait.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace nohz
{

namespace
{

using Output = ChildProcess::Output;

TEST(Child, GivesItsOutputLineByLine)
{
    ChildProcess child({"printf", "one\\ntwo\\n\\nlast"}, Output::pipe);
    EXPECT_EQ(child.read_line(), "one");
    EXPECT_EQ(child.read_line(), "two");
    EXPECT_EQ(child.read_line(), "");
    EXPECT_EQ(child.read_line(), "last");
    EXPECT_FALSE(child.read_line());
    EXPECT_EQ(child.wait(), 0);
}

// Words are words: nothing of them reaches a shell.
TEST(Child, IsNotStartedThroughAShell)
{
    EXPECT_EQ(run_and_read({"printf", "%s", "$HOME; `id` * \"x"}), "$HOME; `id` * \"x\n");
}

TEST(Child, ThatCannotBeStartedIsNamed)
{
    try {
        ChildProcess child({"no-such-program-anywhere"}, Output::discard);
        FAIL() << "it was started";
    } catch (const RefusedError& error) {
        EXPECT_STREQ(error.what(), "no-such-program-anywhere: No such file or directory");
    }
}

TEST(Child, TellsHowItEnded)
{
    EXPECT_EQ(describe_status(ChildProcess({"false"}, Output::discard).wait()), "exit status 1");
    ChildProcess child({"sleep", "1000"}, Output::discard);
    child.send_signal(SIGKILL);
    EXPECT_EQ(describe_status(child.wait()), "killed by signal 9");
    EXPECT_THROW(run_and_read({"false"}), RefusedError);
}

TEST(Child, IsStoppedAndIsGone)
{
    ChildProcess child({"sleep", "1000"}, Output::discard);
    EXPECT_FALSE(child.poll());
    EXPECT_FALSE(child.wait_for(0.01));
    child.stop();
    const auto status = child.poll();
    ASSERT_TRUE(status);
    EXPECT_TRUE(WIFSIGNALED(*status));
}

// An exception that passes by must not leave an emulator running.
TEST(Child, EndsWithItsObject)
{
    pid_t pid = -1;
    {
        ChildProcess child({"sleep", "1000"}, Output::discard);
        pid = child.pid();
        EXPECT_EQ(::kill(pid, 0), 0);
    }
    EXPECT_EQ(::kill(pid, 0), -1);
    EXPECT_EQ(errno, ESRCH);
}

TEST(Child, WritesToAFile)
{
    const TemporaryDirectory folder("process-test");
    ChildProcess child({"sh", "-c", "echo out; echo err >&2"}, Output::file,
                       folder.path() / "console");
    EXPECT_EQ(child.wait(), 0);
    EXPECT_EQ(read_file(folder.path() / "console"), "out\nerr\n");
}

TEST(Programs, AreFoundInThePath)
{
    EXPECT_TRUE(find_program("sh"));
    EXPECT_FALSE(find_program("no-such-program-anywhere"));
    EXPECT_TRUE(std::filesystem::exists(own_program_dir() / "base-test"));
}

} // namespace

} // namespace nohz
