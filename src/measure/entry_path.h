// SPDX-License-Identifier: GPL-2.0-or-later
// The table of entry paths: the ways into the kernel that can be measured.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "measure/loop.h"

namespace nohz::measure
{

struct EntryPath {
    std::string_view name;    // what --op and a record's `op` say
    std::string_view summary; // one line of help
    std::unique_ptr<Loop> (*make_loop)();
};

std::span<const EntryPath> entry_paths() noexcept;

// Throws UsageError that lists the names.
const EntryPath& find_entry_path(std::string_view name);

} // namespace nohz::measure
