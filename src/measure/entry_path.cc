// SPDX-License-Identifier: GPL-2.0-or-later
// The table of entry paths: the ways into the kernel that can be measured.
#include "measure/entry_path.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "base/error.h"

namespace nohz::measure
{

namespace
{

constexpr std::array<EntryPath, 3> table = {{
    {"getppid", "the getppid system call, bare; the reference", make_getppid_loop},
    {"read", "read(2) of one byte from /dev/zero", make_read_loop},
    {"page-fault", "first touch of an anonymous page, and its share of giving it back",
     make_page_fault_loop},
}};

std::string names()
{
    std::string list;
    for (const EntryPath& path : table)
        list += fmt::format("{}{}", list.empty() ? "" : ", ", path.name);
    return list;
}

} // namespace

std::span<const EntryPath> entry_paths() noexcept
{
    return table;
}

const EntryPath& find_entry_path(std::string_view name)
{
    const auto found = std::ranges::find(table, name, &EntryPath::name);
    if (found == table.end())
        throw UsageError("--op", fmt::format("there is no entry path '{}'", name),
                         fmt::format("give one of {}", names()));
    return *found;
}

} // namespace nohz::measure
