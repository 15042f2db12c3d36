// SPDX-License-Identifier: GPL-2.0-or-later
// A machine's files under a root: the machine itself, a copy of its files, or a sosreport.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/cpu_list.h"

namespace nohz::host
{

// Files are named as on the machine ("/proc/cmdline"). A symbolic link that leads out of the tree
// counts as absent: the file of another machine would be a lie. Only regular files are read.
class Tree
{
public:
    // A folder that holds nothing but one folder with sys or proc in it, as a report does that was
    // unpacked, stands for that one.
    explicit Tree(const std::filesystem::path& root);

    // True for "/": what system calls say then holds, too.
    bool is_live() const noexcept { return live_; }
    const std::filesystem::path& root() const noexcept { return root_; }

    // The place of `file` in the tree, for messages.
    std::filesystem::path locate(std::string_view file) const;

    bool exists(std::string_view file) const;
    bool is_directory(std::string_view folder) const;

    // Whether permission is missing to read it, or to see whether it is there.
    bool is_closed(std::string_view file) const;

    // The whole file as it is; nothing if it is absent or may not be read.
    std::optional<std::string> text(std::string_view file) const;

    // The first line, trimmed and printable; nothing if the file is absent or may not be read.
    std::optional<std::string> line(std::string_view file) const;

    // As line(), "" where there is none.
    std::string line_or_empty(std::string_view file) const;

    // The names in `folder`, sorted; none if it is absent or may not be read.
    std::vector<std::string> names(std::string_view folder) const;

    // The CPU list that `file` holds; nothing if it is absent or may not be read.
    // Throws InputError where it is no CPU list.
    std::optional<CpuList> cpus(std::string_view file, int cpu_count) const;

    // The value of "key: value" or "key<tab>: value" in `file`, trimmed and printable.
    std::optional<std::string> field(std::string_view file, std::string_view key) const;

private:
    std::optional<std::filesystem::path> inside(std::string_view file) const;

    std::filesystem::path root_;
    bool live_;
};

// As Tree::field, for a text that was read already: the first such line.
std::optional<std::string> find_field(std::string_view text, std::string_view key);

} // namespace nohz::host
