// SPDX-License-Identifier: GPL-2.0-or-later
// nohz-measure as a child of `run`: it alone may hold privileges.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace nohz::cli
{

// The nohz-measure beside this program (installed, or in the build tree), else that in PATH.
// Throws RefusedError where there is none.
std::filesystem::path find_nohz_measure();

// Runs nohz-measure with `arguments` and --json; returns the document that it prints last.
// `on_progress` is called a few times a second. Throws RefusedError where it fails.
std::string measure_document(const std::filesystem::path& program,
                             const std::vector<std::string>& arguments,
                             const std::function<void()>& on_progress);

} // namespace nohz::cli
