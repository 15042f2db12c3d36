// SPDX-License-Identifier: GPL-2.0-or-later
// Reference-style logs: the folders and files of Launchpad bug 1919154, comment 9.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace nohz::record
{

// True if `directory` holds any of log/, nohz-log/, nohz-activate-log/, nohz-activate-off-log/.
// Throws RefusedError where it may not be looked into.
bool is_log_directory(const std::filesystem::path& directory);

// True for what a log is called in such a directory: "nohz-log/taskset.1".
bool is_log_name(std::string_view name);

// Reads log/ (scenario 1), nohz-log/ (2), nohz-activate-log/ (3, and its unpinned runs) and
// nohz-activate-off-log/ (4); in each, notaskset.N is unpinned and taskset.N pinned. The last two
// lines of a log must be `total N nsec` and `avg N nsec`, and N of avg the integer part of
// total / iterations. One record a boot: up to three.
// `iterations`: of each run, instead of what a `loop N` line in the log says, or else host.toml, or
// else 100,000,000. host.toml beside the folders describes the machine and the kernels.
// Throws InputError (file and line) or RefusedError.
std::vector<Record> import_logs(const std::filesystem::path& directory,
                                std::optional<std::uint64_t> iterations = {});

} // namespace nohz::record
