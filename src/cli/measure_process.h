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

struct MeasureEvents {
    std::function<void()> on_progress; // a few times a second
    // The log-ratio of a round of a pair; true ends the measurement with what there is.
    std::function<bool(double)> enough;
};

// Runs nohz-measure with `arguments` and --json; returns the document that it prints last.
// Throws RefusedError where it fails, InputError where it prints a round that is none.
std::string measure_document(const std::filesystem::path& program,
                             const std::vector<std::string>& arguments,
                             const MeasureEvents& events);

} // namespace nohz::cli
