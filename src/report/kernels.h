// SPDX-License-Identifier: GPL-2.0-or-later
// Two kernels compared, as a terminal and as a program want it.
#pragma once

#include <string>

#include "check/kernels.h"
#include "report/table.h"

namespace nohz::report
{

// Rows, notes, and the verdict as the last line; 80 columns wide.
std::string to_table(const check::KernelComparison& comparison, const TableOptions& options = {});

// Keys: verdict, limit, base_kernels, new_kernels, rows (scenario, placement, cpu, op, unit,
// machine, base_UNIT, added_UNIT, ratio, low, high, indicative, change, reason), notes.
std::string to_json(const check::KernelComparison& comparison);

} // namespace nohz::report
