// SPDX-License-Identifier: GPL-2.0-or-later
// What must be checked of a TOML text before toml++ may see it.
#include "base/toml_text.h"

#include <algorithm>

#include "base/error.h"

namespace nohz
{

namespace
{

// The position behind the string that starts at `at` with a quote, or the end of its line if it is
// not closed there: the parser refuses such a one by itself.
std::size_t behind_string(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    const std::string_view three = quote == '"' ? R"(""")" : "'''";
    const bool many_lines = text.substr(at).starts_with(three);
    const std::string_view end = many_lines ? three : three.substr(0, 1);
    at += end.size();
    while (at < text.size() && (many_lines || text[at] != '\n')) {
        if (text.substr(at).starts_with(end))
            return at + end.size();
        at += quote == '"' && text[at] == '\\' ? 2 : 1;
    }
    return std::min(at, text.size());
}

} // namespace

void require_ascii_outside_strings(std::string_view toml, const std::filesystem::path& file)
{
    std::size_t at = toml.starts_with("\xef\xbb\xbf") ? 3 : 0;
    while (at < toml.size()) {
        const char c = toml[at];
        if (static_cast<unsigned char>(c) >= 0x80) {
            const auto line = std::count(toml.begin(), toml.begin() + static_cast<long>(at), '\n');
            throw InputError(file, static_cast<std::size_t>(line) + 1,
                             "not TOML: a character that is not ASCII stands outside of a string",
                             "put it between quotes");
        }
        if (c == '"' || c == '\'')
            at = behind_string(toml, at);
        else if (c == '#')
            at = std::min(toml.find('\n', at), toml.size());
        else
            ++at;
    }
}

} // namespace nohz
