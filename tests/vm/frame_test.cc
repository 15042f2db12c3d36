// SPDX-License-Identifier: GPL-2.0-or-later
// Frames come through a serial line whole, and damage to them is seen.
#include "vm/frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nohz::vm
{

namespace
{

using testing::HasSubstr;

const Frame record = {FrameKind::record, "{\"schema\": 1,\n\"runs\": []}\n"};

TEST(Frame, ComesBackAsItWasSent)
{
    for (const FrameKind kind :
         {FrameKind::hello, FrameKind::record, FrameKind::usage_error, FrameKind::error}) {
        const Frame frame = {kind, "payload \0 with\r\n everything \x80"};
        const FrameReading reading = read_frames(write_frame(frame));
        EXPECT_THAT(reading.frames, testing::ElementsAre(frame));
        EXPECT_EQ(reading.damage, "");
    }
}

TEST(Frame, EmptyPayloadComesBack)
{
    const Frame empty = {FrameKind::error, ""};
    EXPECT_THAT(read_frames(write_frame(empty)).frames, testing::ElementsAre(empty));
}

// The kernel may write to the same line before and after.
TEST(Frame, IsFoundAmongOtherText)
{
    const Frame hello = {FrameKind::hello, "6.1.0"};
    const FrameReading reading = read_frames("[    1.2] noise\r\n" + write_frame(hello) +
                                             "[    1.3] more\r\n" + write_frame(record) + "end");
    EXPECT_THAT(reading.frames, testing::ElementsAre(hello, record));
    EXPECT_EQ(reading.damage, "");
}

TEST(Frame, PayloadThatLooksLikeAFrameIsNotOne)
{
    const Frame outer = {FrameKind::record, write_frame({FrameKind::error, "inner"})};
    EXPECT_THAT(read_frames(write_frame(outer)).frames, testing::ElementsAre(outer));
}

TEST(Frame, NothingIsFoundInNothing)
{
    EXPECT_TRUE(read_frames("").frames.empty());
    EXPECT_EQ(read_frames("boot messages only").damage, "");
}

// A guest that is ended while it writes.
TEST(Frame, CutShortAnywhereIsDamage)
{
    const std::string whole = write_frame(record);
    for (std::size_t size = 20; size < whole.size(); ++size) {
        const FrameReading reading = read_frames(whole.substr(0, size));
        EXPECT_TRUE(reading.frames.empty()) << size;
        EXPECT_NE(reading.damage, "") << size;
    }
}

// A kernel message in the middle, or a lost byte.
TEST(Frame, ChangedPayloadIsDamage)
{
    std::string bytes = write_frame(record);
    bytes[bytes.find("runs")] = 'R';
    EXPECT_TRUE(read_frames(bytes).frames.empty());
    EXPECT_THAT(read_frames(bytes).damage, HasSubstr("checksum"));
    bytes = write_frame(record);
    bytes.erase(bytes.find("runs"), 1);
    EXPECT_TRUE(read_frames(bytes).frames.empty());
    EXPECT_NE(read_frames(bytes).damage, "");
}

TEST(Frame, AbsurdLengthIsDamage)
{
    const FrameReading reading =
        read_frames("NOHZ-OVERHEAD BEGIN record 18446744073709551615 00000000\nx");
    EXPECT_TRUE(reading.frames.empty());
    EXPECT_THAT(reading.damage, HasSubstr("heading"));
}

TEST(Frame, WholeFrameBehindADamagedOneIsFound)
{
    std::string bytes = write_frame({FrameKind::hello, "6.1.0"});
    bytes[bytes.find("6.1.0")] = '7';
    const FrameReading reading = read_frames(bytes + write_frame(record));
    EXPECT_THAT(reading.frames, testing::ElementsAre(record));
}

} // namespace

} // namespace nohz::vm
