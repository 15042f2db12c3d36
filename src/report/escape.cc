// SPDX-License-Identifier: GPL-2.0-or-later
// Texts from records made harmless for each format. A record is somebody's file.
#include "report/escape.h"

#include "base/text.h"

namespace nohz::report
{

namespace
{

bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

} // namespace

std::string xml_text(std::string_view text, std::size_t longest)
{
    const std::string safe = printable(text, longest);
    std::string out;
    for (std::size_t at = 0; at < safe.size(); ++at) {
        const std::string_view rest = std::string_view(safe).substr(at);
        // U+FFFE and U+FFFF are no characters
        if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
            out += '?';
            at += 2;
            continue;
        }
        switch (safe[at]) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += safe[at];
        }
    }
    return out;
}

std::string markdown_text(std::string_view text, std::size_t longest)
{
    const std::string safe = printable(text, longest);
    std::string out;
    for (std::size_t at = 0; at < safe.size(); ++at) {
        const char c = safe[at];
        const bool in_word = at > 0 && at + 1 < safe.size() && is_word_character(safe[at - 1]) &&
                             is_word_character(safe[at + 1]);
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else if (c == '@')
            out += "&#64;";
        else if (std::string_view("\\`*[]|#~!$").find(c) != std::string_view::npos ||
                 (c == '_' && !in_word))
            out += std::string("\\") + c;
        else
            out += c;
    }
    return out;
}

std::string ktap_text(std::string_view text, std::size_t longest)
{
    std::string safe = printable(text, longest);
    for (char& c : safe)
        if (c == '#')
            c = '.';
    return safe;
}

} // namespace nohz::report
