// SPDX-License-Identifier: GPL-2.0-or-later
// Small readings and writings of text that every room needs: numbers, words, safe printing.
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace nohz
{

namespace
{

constexpr std::string_view blanks = " \t\r\n\f\v";

// Length in bytes of the UTF-8 sequence that starts at `text[at]`, 0 if it is not a valid one.
std::size_t utf8_length(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xc2 && first < 0xe0 ? 2
                               : first >= 0xe0 && first < 0xf0 ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    if (length == 0 || at + length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xc0) != 0x80)
            return 0;
    return length;
}

char32_t utf8_decode(std::string_view sequence)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
    switch (sequence.size()) {
    case 1:
        return byte(0);
    case 2:
        return char32_t(byte(0) & 0x1fU) << 6 | (byte(1) & 0x3fU);
    case 3:
        return char32_t(byte(0) & 0x0fU) << 12 | char32_t(byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
    default:
        return char32_t(byte(0) & 0x07U) << 18 | char32_t(byte(1) & 0x3fU) << 12 |
               char32_t(byte(2) & 0x3fU) << 6 | (byte(3) & 0x3fU);
    }
}

bool is_unsafe(char32_t c)
{
    const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    const bool line_break = c == 0x2028 || c == 0x2029;
    const bool direction = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
                           c == 0x200e || c == 0x200f || c == 0x061c;
    const bool surrogate = c >= 0xd800 && c <= 0xdfff;
    return control || line_break || direction || surrogate || c > 0x10ffff;
}

} // namespace

std::string printable(std::string_view text, std::size_t longest)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text, at);
        const std::string_view sequence = text.substr(at, length == 0 ? 1 : length);
        const bool safe = length != 0 && !is_unsafe(utf8_decode(sequence));
        if (out.size() + sequence.size() > longest)
            return out + "...";
        if (safe)
            out += sequence;
        else
            out += '?';
        at += sequence.size();
    }
    return out;
}

std::string safe_json(std::string_view document)
{
    std::string out;
    out.reserve(document.size());
    for (std::size_t at = 0; at < document.size();) {
        const std::size_t length = std::max<std::size_t>(utf8_length(document, at), 1);
        const std::string_view sequence = document.substr(at, length);
        const char32_t c = utf8_decode(sequence);
        // line breaks between its members; within texts it has none
        if (c >= 0x7f && is_unsafe(c))
            out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
        else
            out += sequence;
        at += length;
    }
    return out;
}

std::optional<std::uint64_t> parse_whole_number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

std::optional<double> parse_number(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string_view> split_lines(std::string_view text)
{
    if (text.empty())
        return {};
    if (text.back() == '\n')
        text.remove_suffix(1);
    return split(text, '\n');
}

std::vector<std::string_view> split_words(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0;;) {
        at = text.find_first_not_of(blanks, at);
        if (at == std::string_view::npos)
            return words;
        const auto end = text.find_first_of(blanks, at);
        words.push_back(text.substr(at, end - at));
        if (end == std::string_view::npos)
            return words;
        at = end;
    }
}

std::string format_ratio(double ratio)
{
    return fmt::format("{:.3f}", ratio);
}

std::string format_cost(double cost)
{
    return fmt::format("{:.2f}", cost);
}

std::string format_span(double seconds)
{
    const auto whole = static_cast<long long>(std::llround(seconds));
    if (whole < 100)
        return fmt::format("{} s", whole);
    if (whole < 3600)
        return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

} // namespace nohz
