// SPDX-License-Identifier: GPL-2.0-or-later
// What must be checked of a TOML text before toml++ may see it.
#include "base/toml_text.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace nohz
{

namespace
{

bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_blank_or_comment(std::string_view text)
{
    text = trim(text);
    return text.empty() || text.front() == '#';
}

// The blank before '=' matters: in a list that a line above opened, a bare value ends there.
bool is_key_and_text(std::string_view line)
{
    constexpr std::string_view key_characters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    line = trim(line);
    const auto key_end = line.find_first_not_of(key_characters);
    if (key_end == 0 || key_end == std::string_view::npos || line[key_end] != ' ')
        return false;
    line = trim(line.substr(key_end));
    if (line.empty() || line.front() != '=')
        return false;
    line = trim(line.substr(1));
    if (line.empty() || (line.front() != '"' && line.front() != '\''))
        return false;
    const char quote = line.front();
    const auto end = line.find(quote, 1);
    if (end == std::string_view::npos)
        return false;
    const bool escapes = quote == '"' && line.substr(0, end).find('\\') != std::string_view::npos;
    return !escapes && is_blank_or_comment(line.substr(end + 1));
}

bool has_three_quotes(std::string_view line)
{
    return line.find(R"(""")") != std::string_view::npos ||
           line.find("'''") != std::string_view::npos;
}

} // namespace

void require_safe_toml(std::string_view toml, const std::filesystem::path& file)
{
    if (toml.starts_with("\xef\xbb\xbf"))
        toml.remove_prefix(3);
    std::size_t number = 0;
    for (const std::string_view line : split_lines(toml)) {
        ++number;
        const bool safe = is_ascii(line) || (!has_three_quotes(line) &&
                                             (is_blank_or_comment(line) || is_key_and_text(line)));
        if (!safe)
            throw InputError(file, number,
                             "a character that is not ASCII stands where it cannot be read",
                             "only in comments and as `key = \"text\"` on a line of its own");
    }
}

} // namespace nohz
