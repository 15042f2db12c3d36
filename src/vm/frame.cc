// SPDX-License-Identifier: GPL-2.0-or-later
// How the guest hands its results out over a serial line: framed, so that damage is seen.
#include "vm/frame.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "base/text.h"

namespace nohz::vm
{

namespace
{

constexpr std::string_view begin_mark = "NOHZ-OVERHEAD BEGIN ";
constexpr std::string_view end_mark = "\nNOHZ-OVERHEAD END ";
constexpr std::size_t longest_heading = 100;
// A record of a guest is some 10 to 40 KiB.
constexpr std::size_t largest_payload = 16U << 20;

constexpr std::array<std::pair<FrameKind, std::string_view>, 4> kind_names = {{
    {FrameKind::hello, "hello"},
    {FrameKind::record, "record"},
    {FrameKind::usage_error, "usage-error"},
    {FrameKind::error, "error"},
}};

std::string_view name_of(FrameKind kind)
{
    for (const auto& [known, name] : kind_names)
        if (known == kind)
            return name;
    return "error";
}

std::optional<FrameKind> kind_of(std::string_view text)
{
    for (const auto& [kind, name] : kind_names)
        if (name == text)
            return kind;
    return std::nullopt;
}

std::string checksum(std::string_view payload)
{
    const auto* bytes = reinterpret_cast<const Bytef*>(payload.data());
    return fmt::format("{:08x}", crc32(0, bytes, static_cast<uInt>(payload.size())));
}

struct Heading {
    FrameKind kind;
    std::size_t length;
    std::string checksum;
    std::size_t size; // of the heading itself, newline included
};

std::optional<Heading> read_heading(std::string_view text)
{
    const auto end = text.substr(0, longest_heading).find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    const auto words = split_words(text.substr(0, end));
    if (words.size() != 3)
        return std::nullopt;
    const auto kind = kind_of(words[0]);
    const auto length = parse_whole_number(words[1]);
    if (!kind || !length || *length > largest_payload)
        return std::nullopt;
    return Heading{*kind, static_cast<std::size_t>(*length), std::string(words[2]), end + 1};
}

} // namespace

std::string write_frame(const Frame& frame)
{
    const std::string sum = checksum(frame.payload);
    return fmt::format("{}{} {} {}\n{}{}{}\n", begin_mark, name_of(frame.kind),
                       frame.payload.size(), sum, frame.payload, end_mark, sum);
}

FrameReading read_frames(std::string_view bytes)
{
    FrameReading reading;
    for (auto at = bytes.find(begin_mark); at != std::string_view::npos;
         at = bytes.find(begin_mark, at + 1)) {
        const std::string_view text = bytes.substr(at + begin_mark.size());
        const auto heading = read_heading(text);
        if (!heading) {
            reading.damage = "its heading is damaged";
            continue;
        }
        const std::string_view rest = text.substr(heading->size);
        const std::string end = fmt::format("{}{}\n", end_mark, heading->checksum);
        if (rest.size() < heading->length + end.size()) {
            reading.damage = fmt::format("only {} of {} bytes came", rest.size(), heading->length);
            continue;
        }
        const std::string_view payload = rest.substr(0, heading->length);
        if (!rest.substr(heading->length).starts_with(end) ||
            checksum(payload) != heading->checksum) {
            reading.damage = "its checksum is wrong";
            continue;
        }
        reading.frames.push_back({heading->kind, std::string(payload)});
        at += begin_mark.size() + heading->size + heading->length;
    }
    return reading;
}

} // namespace nohz::vm
