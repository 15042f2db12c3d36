// SPDX-License-Identifier: GPL-2.0-or-later
// How the guest hands its results out over a serial line: framed, so that damage is seen.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nohz::vm
{

// What a frame carries.
enum class FrameKind {
    hello,       // the guest runs; the payload is its kernel release
    record,      // the payload is a record
    usage_error, // the guest was asked for what it cannot do; the payload says what
    error,       // the guest could not measure; the payload says why
};

struct Frame {
    FrameKind kind = FrameKind::error;
    std::string payload;

    bool operator==(const Frame&) const = default;
};

// "NOHZ-OVERHEAD BEGIN kind length crc32\n", the payload, "\nNOHZ-OVERHEAD END crc32\n".
std::string write_frame(const Frame& frame);

struct FrameReading {
    std::vector<Frame> frames; // whole ones, in order
    std::string damage;        // why a frame that was begun is not among them; "" if all are
};

// Finds the frames in what came over the line. What stands between frames is passed over.
FrameReading read_frames(std::string_view bytes);

} // namespace nohz::vm
