// SPDX-License-Identifier: GPL-2.0-or-later
// What `nohz-overhead status` prints, for people and for programs.
#pragma once

#include <string>

#include "host/boot.h"
#include "host/machine.h"
#include "host/plan.h"

namespace nohz::host
{

// Text of at most 80 columns, free of control characters but newlines and, with `colour`, those
// that colour the headings of hazards.
std::string status_text(const Machine& machine, const Boot& boot, const MeasurementPlan& plan,
                        bool colour = false);

// One JSON document with a newline behind it. Keys that scripts may rely on: kernel_state,
// known_from, cpus (present, online, allowed, nohz_full, isolated_sysfs, isolated, housekeeping),
// scenarios, hazards (id, group, evidence, remedy), notes.
std::string status_json(const Machine& machine, const Boot& boot, const MeasurementPlan& plan);

} // namespace nohz::host
