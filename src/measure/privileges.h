// SPDX-License-Identifier: GPL-2.0-or-later
// Capabilities: the one that helps is raised, and all of them go before anything is measured.
#pragma once

namespace nohz::measure
{

// Makes CAP_IPC_LOCK effective for this thread if it is permitted (file capabilities or root),
// so that memory can be locked beyond RLIMIT_MEMLOCK, and nothing else. Goes on without.
void raise_what_is_used();

// Gives up every capability of this thread for good. Throws RefusedError.
void drop_all_privileges();

} // namespace nohz::measure
