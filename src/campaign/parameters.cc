// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a kernel command line, and which of them a campaign sets.
#include "campaign/parameters.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nohz::campaign
{

namespace
{

bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Calls `take` with each character of a word, its own backslash with it, and `end` behind a word;
// the quote that is open at the end of the line, or the backslash.
template <typename Take, typename End>
char scan(std::string_view line, Take take, End end)
{
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote == 0 && is_blank(c)) {
            end();
            continue;
        }
        take(c);
        if (c == '\\' && quote != '\'') {
            if (i + 1 == line.size())
                return c;
            take(line[++i]);
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == quote) {
            quote = 0;
        }
    }
    end();
    return quote;
}

} // namespace

std::string marked_campaign(std::string_view text)
{
    const auto at = text.find(std::string(mark_parameter) + "=");
    if (at == std::string_view::npos)
        return {};
    const std::string_view mark = text.substr(at + mark_parameter.size() + 1);
    const std::string_view word = mark.substr(0, mark.find_first_of(" \t\r\n\"'"));
    return std::string(word.substr(0, word.rfind('.')));
}

std::vector<std::string> split_parameters(std::string_view line)
{
    std::vector<std::string> words;
    std::string word;
    scan(
        line, [&](char c) { word += c; },
        [&] {
            if (!word.empty())
                words.push_back(std::move(word));
            word.clear();
        });
    return words;
}

bool is_unfinished(std::string_view line)
{
    return scan(
               line, [](char) {}, [] {}) != 0;
}

std::string parameter_name(std::string_view word)
{
    std::string name;
    for (const char c : word.substr(0, word.find('=')))
        if (c != '"' && c != '\'' && c != '\\')
            name += c == '-' ? '_' : c;
    return name;
}

bool is_campaign_parameter(std::string_view word)
{
    constexpr std::array<std::string_view, 4> ours = {"nohz_full", "isolcpus", "rcu_nocbs",
                                                      mark_parameter};
    return std::find(ours.begin(), ours.end(), parameter_name(word)) != ours.end();
}

bool is_loader_parameter(std::string_view word)
{
    const std::string name = parameter_name(word);
    return name == "BOOT_IMAGE" || name == "initrd";
}

std::vector<std::string> with_campaign_parameters(const std::vector<std::string>& words,
                                                  const std::vector<std::string>& added)
{
    const auto end = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> result;
    std::copy_if(words.begin(), end, std::back_inserter(result),
                 [](const std::string& word) { return !is_campaign_parameter(word); });
    result.insert(result.end(), added.begin(), added.end());
    result.insert(result.end(), end, words.end());
    return result;
}

} // namespace nohz::campaign
