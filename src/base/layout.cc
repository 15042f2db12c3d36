// SPDX-License-Identifier: GPL-2.0-or-later
// Long texts in lines that fit a terminal.
#include "base/layout.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace nohz
{

namespace
{

struct Range {
    char32_t first;
    char32_t last;
};

constexpr std::array wide = {
    Range{0x1100, 0x115f}, Range{0x2e80, 0x303e},   Range{0x3041, 0xa4cf},   Range{0xa960, 0xa97c},
    Range{0xac00, 0xd7a3}, Range{0xf900, 0xfaff},   Range{0xfe30, 0xfe6f},   Range{0xff00, 0xff60},
    Range{0xffe0, 0xffe6}, Range{0x1f300, 0x1faff}, Range{0x20000, 0x3fffd},
};

constexpr std::array combining = {
    Range{0x0300, 0x036f}, Range{0x0483, 0x0489}, Range{0x0591, 0x05bd}, Range{0x064b, 0x065f},
    Range{0x1ab0, 0x1aff}, Range{0x1dc0, 0x1dff}, Range{0x200b, 0x200d}, Range{0x20d0, 0x20ff},
    Range{0xfe00, 0xfe0f}, Range{0xfe20, 0xfe2f},
};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t c)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [c](const Range& range) { return c >= range.first && c <= range.last; });
}

// The character that starts at `at`, with its bytes; a broken byte is one of its own.
struct Character {
    std::size_t bytes = 1;
    std::size_t columns = 1;
};

Character character_at(std::string_view text, std::size_t at)
{
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t bytes = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (bytes == 1 || at + bytes > text.size())
        return {};
    char32_t code = first & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i)
        code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    return {bytes, is_in(wide, code) ? 2U : is_in(combining, code) ? 0U : 1U};
}

// Bytes of the longest start of `word` that takes at most `columns`, at least one character.
std::size_t cut_at(std::string_view word, std::size_t columns)
{
    std::size_t bytes = 0;
    for (std::size_t used = 0; bytes < word.size();) {
        const Character character = character_at(word, bytes);
        if (bytes > 0 && used + character.columns > columns)
            break;
        used += character.columns;
        bytes += character.bytes;
    }
    if (bytes == word.size())
        return bytes;
    const auto better = word.substr(0, bytes).find_last_of(",/");
    return better == std::string_view::npos || better < bytes / 2 ? bytes : better + 1;
}

} // namespace

std::size_t columns_of(std::string_view text)
{
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        columns += character.columns;
        at += character.bytes;
    }
    return columns;
}

std::string wrapped(std::string_view text, std::string_view first, std::string_view others,
                    std::size_t columns)
{
    std::string out;
    std::string line(first);
    bool fresh = true; // nothing of the text stands on this line yet
    const auto next_line = [&] {
        out += line + '\n';
        line = others;
        fresh = true;
    };
    for (std::string_view word : split_words(text)) {
        while (!word.empty()) {
            const std::size_t used = columns_of(line) + (fresh ? 0 : 1);
            if (used + columns_of(word) <= columns) {
                line += std::string(fresh ? "" : " ") + std::string(word);
                word = {};
                fresh = false;
            } else if (!fresh) {
                next_line();
            } else {
                const std::size_t bytes = cut_at(word, columns > used ? columns - used : 1);
                line += word.substr(0, bytes);
                word.remove_prefix(bytes);
                next_line();
            }
        }
    }
    if (fresh && !out.empty() && line == others)
        return out;
    return out + line + '\n';
}

std::string wrapped_command(std::string_view command, std::string_view indent, std::size_t columns)
{
    constexpr std::string_view goes_on = " \\";
    std::string out;
    std::string line;
    for (const std::string_view word : split_words(command)) {
        const std::size_t used = columns_of(indent) + columns_of(line);
        if (!line.empty() && used + 1 + columns_of(word) + goes_on.size() > columns) {
            out += std::string(indent) + line + std::string(goes_on) + '\n';
            line.clear();
        }
        line += std::string(line.empty() ? "" : " ") + std::string(word);
    }
    return out + std::string(indent) + line + '\n';
}

} // namespace nohz
