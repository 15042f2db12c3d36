// SPDX-License-Identifier: GPL-2.0-or-later
// Colour: only where it is wanted.
#include "base/colour.h"

#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace nohz
{

TEST(Colour, PaintsOnlyWhereItIsWanted)
{
    EXPECT_EQ(painted("PASS", Colour::good, false), "PASS");
    EXPECT_EQ(painted("PASS", Colour::good, true), "\x1b[1;32mPASS\x1b[0m");
}

TEST(Colour, FollowsTheChoiceThatWasMade)
{
    EXPECT_TRUE(wants_colour(ColourChoice::always, -1));
    EXPECT_FALSE(wants_colour(ColourChoice::never, -1));
    EXPECT_FALSE(parse_colour_choice("yes"));
    EXPECT_EQ(parse_colour_choice("auto"), ColourChoice::automatic);
}

// A log file or a pipe must never hold escape sequences; a terminal none with NO_COLOR.
TEST(Colour, IsAutomaticOnATerminalWithoutNoColorOnly)
{
    const FileDescriptor file(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    const FileDescriptor terminal(::posix_openpt(O_RDWR | O_NOCTTY));
    ASSERT_TRUE(terminal.is_open());
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
    EXPECT_FALSE(wants_colour(ColourChoice::automatic, file.get()));
    EXPECT_TRUE(wants_colour(ColourChoice::automatic, terminal.get()));
    ::setenv("TERM", "dumb", 1);
    EXPECT_FALSE(wants_colour(ColourChoice::automatic, terminal.get()));
    ::setenv("TERM", "xterm", 1);
    ::setenv("NO_COLOR", "", 1);
    EXPECT_TRUE(wants_colour(ColourChoice::automatic, terminal.get()));
    ::setenv("NO_COLOR", "1", 1);
    EXPECT_FALSE(wants_colour(ColourChoice::automatic, terminal.get()));
}

} // namespace nohz
