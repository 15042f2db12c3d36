// SPDX-License-Identifier: GPL-2.0-or-later
// Measures every placement of a guest's boot into a record.
#pragma once

#include "record/record.h"
#include "vm/guest_parameters.h"

namespace nohz::vm
{

// The record of this boot, measured as `parameters` say (exact or real-time): every placement that
// host::plan_measurement gives. Exact: one run after the other, each of which counts only if all
// other CPUs stayed idle; those thrown away are named in the boot's notes.
// Throws UsageError (unknown entry path), RefusedError (the guest does not settle, or its runs
// keep being disturbed).
record::Record measure_guest(const GuestParameters& parameters);

} // namespace nohz::vm
