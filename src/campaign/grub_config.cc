// SPDX-License-Identifier: GPL-2.0-or-later
// Reads grub.cfg as far as a campaign needs it, and derives an entry from one of its entries.
#include "campaign/grub_config.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "campaign/parameters.h"

namespace nohz::campaign
{

namespace
{

enum class BlockKind { menu_entry, submenu, other };

struct Block {
    BlockKind kind = BlockKind::other;
    std::vector<std::string> header; // words
    std::size_t first_line = 0;      // of the body
};

std::string unquoted(std::string_view word)
{
    std::string text;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] == '\\' && i + 1 < word.size())
            text += word[++i];
        else if (word[i] != '\'' && word[i] != '"')
            text += word[i];
    }
    return text;
}

// Options with a word of their own behind them.
bool takes_word(std::string_view option)
{
    return option == "--class" || option == "--users" || option == "--id" || option == "--hotkey" ||
           option == "$menuentry_id_option" || option == "${menuentry_id_option}";
}

bool is_id_option(std::string_view option)
{
    return option == "--id" || option == "$menuentry_id_option" ||
           option == "${menuentry_id_option}";
}

std::string title_of(const Block& block)
{
    return block.header.size() > 1 ? unquoted(block.header[1]) : std::string();
}

// The id, or else the title, which GRUB takes as well.
std::string id_of(const Block& block)
{
    for (std::size_t i = 1; i < block.header.size(); ++i) {
        if (is_id_option(block.header[i]) && i + 1 < block.header.size())
            return unquoted(block.header[i + 1]);
        if (block.header[i].starts_with("--id="))
            return unquoted(block.header[i].substr(5));
    }
    return title_of(block);
}

// Who may choose the entry and how it looks; not its id nor its key, which are one entry's own.
std::vector<std::string> kept_options(const Block& block)
{
    std::vector<std::string> kept;
    for (std::size_t i = 2; i < block.header.size(); ++i) {
        const std::string& word = block.header[i];
        const bool keep = word == "--class" || word == "--users" || word == "--unrestricted" ||
                          word.starts_with("--class=") || word.starts_with("--users=");
        if (keep)
            kept.push_back(word);
        if (takes_word(word) && i + 1 < block.header.size()) {
            ++i;
            if (keep)
                kept.push_back(block.header[i]);
        }
    }
    return kept;
}

bool is_linux_command(std::string_view word)
{
    return word == "linux" || word == "linuxefi" || word == "linux16";
}

bool boots(const std::vector<std::string>& words, std::string_view release)
{
    if (words.size() < 2 || !is_linux_command(words[0]))
        return false;
    const std::string file = unquoted(words[1]);
    const std::string name = file.substr(file.rfind('/') + 1);
    return name == fmt::format("vmlinuz-{}", release) || name == fmt::format("vmlinux-{}", release);
}

bool is_recovery(const std::vector<std::string>& words)
{
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word == "single" || word == "recovery" || word == "rescue";
    });
}

// The block as an entry that boots `release`, if it is one.
std::optional<GrubEntry> as_entry(const std::vector<Block>& open,
                                  const std::vector<std::string_view>& lines, std::size_t end,
                                  std::string_view release)
{
    const Block& block = open.back();
    if (is_unfinished(joined(block.header, " ")) || id_of(block).starts_with("osprober"))
        return std::nullopt;
    GrubEntry entry;
    bool found = false;
    for (std::size_t i = block.first_line; i < end; ++i) {
        const std::vector<std::string> words = split_parameters(lines[i]);
        if (!found && boots(words, release) && !is_recovery(words) && !is_unfinished(lines[i])) {
            found = true;
            entry.linux_line = entry.body.size();
        }
        entry.body.emplace_back(lines[i]);
    }
    if (!found)
        return std::nullopt;
    entry.title = title_of(block);
    entry.options = kept_options(block);
    for (const Block& around : open)
        if (around.kind != BlockKind::other)
            entry.path.push_back(id_of(around));
    return entry;
}

// The block that a line opens; nothing for a line that opens none, as a command's last word.
std::optional<Block> open_block(std::string_view line, std::size_t first_line)
{
    const std::vector<std::string> words = split_parameters(line);
    if (words.empty() || words.back() != "{")
        return std::nullopt;
    if (words.front() == "menuentry")
        return Block{BlockKind::menu_entry, words, first_line};
    if (words.front() == "submenu")
        return Block{BlockKind::submenu, words, first_line};
    if (words.front() == "function" || words.size() == 1)
        return Block{BlockKind::other, words, first_line};
    return std::nullopt;
}

} // namespace

std::vector<std::string> GrubEntry::parameters() const
{
    std::vector<std::string> words = split_parameters(body.at(linux_line));
    words.erase(words.begin(), words.begin() + 2);
    return words;
}

std::optional<GrubEntry> find_grub_entry(std::string_view grub_cfg, std::string_view release)
{
    const std::vector<std::string_view> lines = split_lines(grub_cfg);
    std::vector<Block> open;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trim(lines[i]);
        if (line.empty() || line.front() == '#')
            continue;
        if (line == "}" && !open.empty()) {
            if (open.back().kind == BlockKind::menu_entry)
                if (auto entry = as_entry(open, lines, i, release))
                    return entry;
            open.pop_back();
        } else if (auto block = open_block(line, i + 1)) {
            open.push_back(std::move(*block));
        }
    }
    return std::nullopt;
}

std::string derive_entry(const GrubEntry& entry, std::string_view id, std::string_view title,
                         const std::vector<std::string>& parameters)
{
    std::string text = fmt::format("menuentry '{}'", title);
    for (const std::string& option : entry.options)
        text += " " + option;
    text += fmt::format(" --id '{}' {{\n", id);
    for (std::size_t i = 0; i < entry.body.size(); ++i) {
        if (i != entry.linux_line) {
            text += entry.body[i] + "\n";
            continue;
        }
        const std::vector<std::string> words = split_parameters(entry.body[i]);
        text += fmt::format("\t{}\t{} {}\n", words[0], words[1], joined(parameters, " "));
    }
    return text + "}\n";
}

bool sources_custom_cfg(std::string_view grub_cfg)
{
    const std::vector<std::string_view> lines = split_lines(grub_cfg);
    return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
        line = trim(line);
        return line.starts_with("source ") && line.find("/custom.cfg") != std::string_view::npos;
    });
}

bool takes_next_entry_once(std::string_view grub_cfg)
{
    return grub_cfg.find("set default=\"${next_entry}\"") != std::string_view::npos &&
           grub_cfg.find("save_env next_entry") != std::string_view::npos;
}

} // namespace nohz::campaign
