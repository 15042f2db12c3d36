// SPDX-License-Identifier: GPL-2.0-or-later
// Whether the running boot is the one that a campaign waits for.
#pragma once

#include <string>

#include "campaign/journal.h"
#include "host/boot.h"

namespace nohz::campaign
{

// What is wrong with the running boot, in words; "" if it is the one that `journal` armed: the
// kernel, the mark on the command line and every other word of it, the state of NO_HZ_FULL, the
// CPUs that sysfs says are in nohz_full and isolated. By the method `manual` there is no mark, and
// the rest of the command line is not known.
std::string boot_mismatch(const host::Boot& boot, const Journal& journal);

} // namespace nohz::campaign
