// SPDX-License-Identifier: GPL-2.0-or-later
// The kernel command line and the parameters on it that matter here.
#include "host/command_line.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace nohz::host
{

namespace
{

bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string with_underscores(std::string_view name)
{
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

struct Argument {
    std::string_view name;
    std::string_view value;
    bool has_value = false;
};

// Takes the first argument off `text`, which starts with one. As next_arg() of lib/cmdline.c: a
// quote protects blanks, and only an outer pair of quotes is taken away.
Argument take_argument(std::string_view& text)
{
    const bool quoted = text.front() == '"';
    if (quoted)
        text.remove_prefix(1);
    bool in_quote = quoted;
    std::size_t equals = std::string_view::npos;
    std::size_t end = 0;
    for (; end < text.size() && (in_quote || !is_blank(text[end])); ++end) {
        if (text[end] == '=' && equals == std::string_view::npos)
            equals = end;
        if (text[end] == '"')
            in_quote = !in_quote;
    }
    std::string_view whole = text.substr(0, end);
    text.remove_prefix(end);
    const bool value_quoted =
        equals != std::string_view::npos && equals + 1 < whole.size() && whole[equals + 1] == '"';
    if ((quoted || value_quoted) && !whole.empty() && whole.back() == '"' &&
        !(value_quoted && whole.size() == equals + 2))
        whole.remove_suffix(1);
    if (equals == std::string_view::npos || equals == 0)
        return {whole, {}, false};
    return {whole.substr(0, equals), whole.substr(equals + (value_quoted ? 2 : 1)), true};
}

} // namespace

CommandLine CommandLine::parse(std::string_view text)
{
    CommandLine line;
    for (;;) {
        while (!text.empty() && is_blank(text.front()))
            text.remove_prefix(1);
        if (text.empty())
            return line;
        const Argument argument = take_argument(text);
        if (argument.name == "--" && !argument.has_value)
            return line;
        line.parameters_.emplace_back(with_underscores(argument.name), argument.value);
    }
}

std::optional<std::string> CommandLine::value(std::string_view name) const
{
    const std::string wanted = with_underscores(name);
    for (auto it = parameters_.rbegin(); it != parameters_.rend(); ++it)
        if (it->first == wanted)
            return it->second;
    return std::nullopt;
}

IsolcpusValue split_isolcpus(std::string_view value)
{
    IsolcpusValue result;
    while (!value.empty() && std::isalpha(static_cast<unsigned char>(value.front())) != 0) {
        const auto comma = value.find(',');
        const std::string_view word = value.substr(0, comma);
        // "all", "N" and "N-..." start a CPU list; every flag is a longer word of letters.
        if (word == "all" || word.starts_with("all:") || word == "N" || word.starts_with("N-"))
            break;
        result.flags.emplace_back(word);
        value = comma == std::string_view::npos ? std::string_view() : value.substr(comma + 1);
    }
    result.cpus = std::string(value);
    return result;
}

} // namespace nohz::host
