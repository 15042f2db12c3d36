// SPDX-License-Identifier: GPL-2.0-or-later
// Small readings and writings of text that every room needs: numbers, words, safe printing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nohz
{

// `text` with every control character, broken UTF-8 byte and bidirectional override replaced by
// '?', and cut to `longest` bytes with "..." behind it: safe on a terminal and in a log, one line.
std::string printable(std::string_view text, std::size_t longest = 2000);

// A JSON document in UTF-8 with the characters that printable() replaces, and the document may hold
// raw, written as \u202e: the same document, and safe on a terminal.
std::string safe_json(std::string_view document);

// The whole of `text` as a decimal number without sign; nothing for anything else, overflow too.
std::optional<std::uint64_t> parse_whole_number(std::string_view text);

// The whole of `text` as a finite decimal number; nothing for anything else.
std::optional<double> parse_number(std::string_view text);

std::string_view trim(std::string_view text);
std::vector<std::string_view> split_lines(std::string_view text);
std::vector<std::string_view> split_words(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);

// The words with `separator` between them.
template <typename Words>
std::string joined(const Words& words, std::string_view separator)
{
    std::string text;
    for (const auto& word : words) {
        if (!text.empty())
            text += separator;
        text += word;
    }
    return text;
}

// "1.353": a ratio as every table prints it.
std::string format_ratio(double ratio);

// "405.57": a cost per entry, in whatever unit the heading says.
std::string format_cost(double cost);

// "95 s", "4 min 05 s": a span of time for people.
std::string format_span(double seconds);

} // namespace nohz
